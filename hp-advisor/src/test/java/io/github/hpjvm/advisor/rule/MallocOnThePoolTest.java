package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.JvmSamples.environment;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MallocOnThePoolTest {
    private static final String ID = "HP-503";

    private static Jvm withTunables(Jvm jvm, String tunables) {
        return environment(jvm, "GLIBC_TUNABLES", tunables);
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void aHeapWithoutPagesIsAWarning() {
        Jvm waiting = withTunables(g1(17, "-XX:+UseLargePages"), "glibc.malloc.arena_max=2:glibc.malloc.hugetlb=2");
        assertEquals(
                List.of(new Environment("GLIBC_TUNABLES", "glibc.malloc.arena_max=2:glibc.malloc.hugetlb=1")),
                Judged.by(ID, pool(651, 600, 0), waiting).actions(WARNING));
        Judged.by(ID, pool(800, 0, 0), heap(waiting, on(PageKind.HUGETLB, Bytes.ofGiB(1))))
                .finds(INFO);
        Judged.by(ID, pool(100, 0, 0), withTunables(g1(17), "glibc.malloc.hugetlb=2"))
                .finds(INFO);
    }

    /** A value above 2 is the size of the pages. */
    @ParameterizedTest
    @ValueSource(strings = {"2097152", "0x200000", "010000000"})
    void aLargerValueNamesThePages(String value) {
        Jvm jvm = withTunables(g1(17), "glibc.malloc.hugetlb=" + value);
        Judged.by(ID, pool(100, 0, 0), jvm).finds(INFO);
        Judged.by(ID, host(), jvm).doesNotApply("uses base pages");
        Judged.by(ID, pool(100, 0, 0), withTunables(g1(17), "glibc.malloc.hugetlb=1073741824"))
                .doesNotApply("uses base pages");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "glibc.malloc.hugetlb=1",
                "glibc.malloc.hugetlb=0",
                "",
                "glibc.malloc.hugetlb=2:glibc.malloc.hugetlb=1"
            })
    void otherTunablesDoNotUseThePool(String tunables) {
        Judged.by(ID, pool(100, 0, 0), withTunables(g1(17), tunables)).doesNotApply("does not use");
    }

    @Test
    void doesNotApplyToAnEmptyPool() {
        Judged.by(ID, host(), withTunables(g1(17), "glibc.malloc.hugetlb=2")).doesNotApply("uses base pages");
    }
}
