package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.Severity.INFO;
import static io.github.hpjvm.advisor.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Reason;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdlePoolTest {
    private static final String ID = "HP-106";
    private static final String COST = "programs that were to start on the pool find it full";
    private static final Jvm HEALTHY = heap(g1(17, "-XX:+UseLargePages"), on(PageKind.HUGETLB, Bytes.ofGiB(1)));

    private static Judged judged(Host host, Jvm jvm) {
        return Judged.by(ID, host, jvm);
    }

    private static List<Action> lowered(long to, long from) {
        return List.of(new Action.Sysctl("vm.nr_hugepages", String.valueOf(to), String.valueOf(from), COST));
    }

    @Test
    void anEmptyPoolIsHeldForNobody() {
        judged(host(), g1(17)).doesNotApply("empty");
        judged(with(host(), "pools", denied("/sys")), g1(17)).needs("hugetlb pools", Reason.DENIED);
    }

    @Test
    void aLittleSlackIsNothingToSpeakOf() {
        judged(pool(651, 0, 0), HEALTHY).passes();
        judged(pool(651 + 127, 127, 0), HEALTHY).passes();
        judged(pool(127, 127, 0), g1(17)).passes();
    }

    @Test
    void promisedPagesAreNotIdle() {
        judged(pool(1000, 1000, 900), HEALTHY).passes();
    }

    @Test
    void besidePagesThatAreUsedItIsOnlyWorthKnowing() {
        assertEquals(
                lowered(651, 651 + 128),
                judged(pool(651 + 128, 128, 0), HEALTHY).actions(INFO));
        assertEquals(lowered(600, 1000), judged(pool(1000, 500, 100), HEALTHY).actions(INFO));
    }

    @Test
    void aPoolThatNobodyUsesIsAWarning() {
        Judged judged = judged(pool(128, 128, 0), g1(17));
        assertEquals(lowered(0, 128), judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).summary().contains("256 MiB"), judged.toString());
    }

    @Test
    void aJvmThatWaitsForThePoolIsJudgedByAnotherRule() {
        judged(pool(600, 600, 0), g1(17, "-XX:+UseLargePages")).doesNotApply("another rule");
        judged(pool(600, 600, 0), JvmSamples.heapDenied(g1(17, "-XX:+UseLargePages")))
                .doesNotApply("another rule");
    }

    @Test
    void whereTheSysctlCountsOtherPagesThePoolsOwnFileIsWritten() {
        Host gigantic = with(pool(128, 128, 0), "memory", memory(Bytes.ofGiB(16), Bytes.ofGiB(1)));
        assertEquals(
                List.of(new Action.KernelFile(
                        Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"), "0", "128", COST)),
                judged(gigantic, g1(17)).actions(WARNING));
    }

    @Test
    void isOnlyAboutHotSpotForWhoKnowsWhatTheOthersWaitFor() {
        Judged.isOnlyAboutHotSpot(ID);
    }
}
