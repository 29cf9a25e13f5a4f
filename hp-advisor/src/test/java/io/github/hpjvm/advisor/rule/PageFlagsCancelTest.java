package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageFlagsCancelTest {
    private static final String ID = "HP-107";
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String NO_LARGE = "-XX:-UseLargePages";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final String NO_THP = "-XX:-UseTransparentHugePages";

    private static Judged judged(Host host, Jvm jvm) {
        return Judged.by(ID, host, jvm);
    }

    private static Action without(String flag) {
        return new JvmFlag(List.of(), List.of(flag));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21})
    void disablingAKindCancelsThePool(int release) {
        Judged judged = judged(pool(800, 800, 0), g1(release, LARGE, NO_THP));
        assertEquals(List.of(without(NO_THP)), judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).summary().contains(LARGE + " has no effect"), judged.toString());
    }

    /** The ZGC heap is shared memory, which another file controls. */
    @Test
    void zgcNeedsShmemEnabledToo() {
        Jvm zgc = JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1), NO_LARGE, THP);
        assertEquals(
                List.of(
                        new KernelFile(
                                Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled"), "advise", "never", ""),
                        without(NO_LARGE)),
                judged(thp("madvise", "-", "never"), zgc).actions(WARNING));
    }

    @Test
    void from22OnTheFlagsRequestThePool() {
        judged(pool(800, 800, 0), g1(25, LARGE, NO_THP)).doesNotApply("no page flag cancels");
    }

    @Test
    void thePlanEnlargesThePool() {
        assertEquals(
                List.of(
                        new Sysctl(
                                "vm.nr_hugepages", "651", "0", Bytes.ofMiB(2).times(651) + " more memory for the pool"),
                        without(NO_THP)),
                judged(host(), g1(17, LARGE, NO_THP)).actions(WARNING));
        Host small = with(host(), "memory", memory(Bytes.ofMiB(100), Bytes.ofMiB(2)));
        Jvm large = with(g1(17, LARGE, NO_THP), "status", denied("/proc/4242/status"));
        assertEquals(List.of(without(NO_THP)), judged(small, large).actions(WARNING), "what is not there is not taken");
    }

    @ParameterizedTest
    @CsvSource({"8, madvise, inherit", "17, madvise, -", "25, always, inherit"})
    void minusUseLargePagesDisablesTransparentHugePages(int release, String global, String size) {
        assertEquals(
                List.of(without(NO_LARGE)),
                judged(thp(global, size, "never"), g1(release, NO_LARGE, THP)).actions(WARNING));
        assertEquals(
                List.of(without(NO_LARGE)),
                judged(thp(global, size, "never"), g1(release, THP, NO_LARGE)).actions(WARNING));
    }

    @Test
    void thePlanPreparesTheHost() {
        assertEquals(
                List.of(
                        new KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/enabled"), "madvise", "never", ""),
                        without(NO_LARGE)),
                judged(thp("never", "inherit", "never"), g1(17, NO_LARGE, THP)).actions(WARNING));
    }

    @Test
    void passesWithoutCancelledFlags() {
        judged(host(), g1(17)).passes();
        judged(host(), g1(17, NO_LARGE)).passes();
        judged(host(), g1(17, NO_THP)).passes();
        judged(host(), g1(17, NO_LARGE, NO_THP)).passes();
        judged(host(), g1(17, THP, NO_THP)).passes();
        judged(host(), g1(17, LARGE)).doesNotApply("no page flag cancels");
        judged(host(), g1(17, LARGE, THP)).doesNotApply("no page flag cancels");
    }

    /** The pool's pages are meant for this JVM, which requests them. */
    @Test
    void otherRulesLeaveCancelledFlagsToThisOne() {
        Jvm jvm = g1(17, LARGE, NO_THP);
        Host host = pool(700, 700, 0);
        Judged.by("HP-103", host, jvm).doesNotApply("another rule");
        Judged.by("HP-106", "2M pool", host, jvm).doesNotApply("another rule");
        assertEquals(
                List.of(without(NO_THP)),
                Advisor.advise(FactsSamples.facts(host, jvm), jvm).plan().actions());
    }

    @Test
    void observedPagesDecide() {
        judged(thp("always", "inherit", "-"), heap(g1(17, NO_LARGE, THP), on(PageKind.THP, Bytes.ofGiB(1))))
                .passes();
    }

    @Test
    void missingFactsAreNamed() {
        judged(host(), with(g1(17, NO_LARGE, THP), "arguments", denied("/tmp"))).needs("arguments", Reason.DENIED);
        judged(with(host(), "thp", denied("/sys")), g1(17, NO_LARGE, THP)).needs("THP policy", Reason.DENIED);
        judged(with(host(), "pools", denied("/sys")), g1(17, LARGE, NO_THP)).needs("hugetlb pools", Reason.DENIED);
    }
}
