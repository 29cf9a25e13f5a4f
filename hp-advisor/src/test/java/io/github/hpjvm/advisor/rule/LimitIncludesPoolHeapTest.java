package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import org.junit.jupiter.api.Test;

class LimitIncludesPoolHeapTest {
    private static final String ID = "HP-207";
    private static final Jvm MOVED = heap(g1(17, "-XX:+UseLargePages"), on(PageKind.HUGETLB, Bytes.ofGiB(1)));

    /** systemd 259 and newer mount cgroup2 so. */
    @Test
    void doesNotApplyIfTheLimitCoversThePool() {
        Jvm jvm = JvmSamples.chargedForPools(JvmSamples.memoryLimit(
                JvmSamples.heap(
                        JvmSamples.g1(17, "-XX:+UseLargePages"), JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1))),
                4000,
                300));
        Judged.by("HP-207", FactsSamples.host(), jvm).doesNotApply("memory_hugetlb_accounting");
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    /** VmRSS is 1.5 GiB without the heap: with a quarter more and the heap that is 2944 MiB. */
    @Test
    void aLimitForHeapAndOtherMemoryIsTooHigh() {
        Judged.by(ID, host(), memoryLimit(MOVED, 2943, 1536)).passes();
        Outcome.Finding finding =
                Judged.by(ID, host(), memoryLimit(MOVED, 2944, 1536)).finds(INFO);
        assertTrue(finding.explanation().contains("Without -Xmx"), finding.explanation());
        assertTrue(finding.expectedEffect().contains("1.9 GiB"), finding.expectedEffect());
    }

    @Test
    void omitsTheHintIfXmxIsSet() {
        Jvm given = JvmSamples.told(memoryLimit(MOVED, 4096, 1536), "-XX:+UseLargePages", "-Xmx1g");
        String text = Judged.by(ID, host(), given).finds(INFO).explanation();
        assertFalse(text.contains("Without -Xmx"), text);
    }

    @Test
    void doesNotApplyIfTheGroupIsChargedForThePool() {
        Judged.by(ID, host(), memoryLimit(MOVED, 8192, 2600)).doesNotApply("may charge");
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), MOVED).doesNotApply("no memory limit");
        Judged.by(ID, host(), memoryLimit(g1(17, "-XX:+UseLargePages"), 8192, 100))
                .doesNotApply("does not back the heap");
        Judged.by(ID, host(), memoryLimit(g1(17), 8192, 100)).doesNotApply("not requested");
    }
}
