package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.policy;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThpNotEnabledTest {
    private static final String ID = "HP-103";
    private static final String FLAG = "-XX:+UseTransparentHugePages";

    private static Judged judged(Host host, Jvm jvm) {
        return Judged.by(ID, host, jvm);
    }

    private static List<Action> enabling(String... without) {
        return List.of(new JvmFlag(List.of(FLAG), List.of(without)));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    /** With base pages of 64 KiB a huge page has 512 MiB, more than a folio of the page cache. */
    @Test
    void sharedMemoryHasNoPagesOf512MiB() {
        for (String shmem : List.of("never", "advise")) {
            Host host = with(
                    host(),
                    "thp",
                    known(with(policy("madvise", "-", shmem), "pmdSize", Bytes.ofMiB(512)), "/sys/kernel/mm"));
            Jvm plain = JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1));
            judged(host, plain).doesNotApply("has no transparent huge pages of 512 MiB");
            Jvm asked = JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1), FLAG);
            assertEquals(List.of(), Judged.by("HP-105", host, asked).actions(Severity.WARNING));
        }
    }

    /** HotSpot since 22 opts in only if the global mode is madvise; versions before 17.0.10 do not read it. */
    @Test
    void theFlagHasNoEffectWhereHotSpotDoesNotOptIn() {
        judged(thp("always", "madvise", "never"), g1(25)).doesNotApply("is always");
        judged(thp("never", "madvise", "never"), JvmSamples.version(g1(17), "17.0.10"))
                .doesNotApply("is never");
        judged(thp("never", "madvise", "never"), JvmSamples.version(g1(17), "17.0.9"))
                .finds(INFO);
        judged(thp("always", "madvise", "never"), g1(17)).finds(INFO);
        judged(thp("never", "madvise", "never"), g1(11)).finds(INFO);
    }

    @Test
    void doesNotApplyIfPagesAreRequested() {
        judged(host(), g1(17, FLAG)).doesNotApply("are requested");
        judged(host(), g1(17, "-XX:+UseLargePages")).doesNotApply("are requested");
    }

    @ParameterizedTest
    @CsvSource({"madvise, -", "madvise, inherit", "madvise, madvise", "always, madvise"})
    void reportsAHostInMadviseMode(String enabled, String perSize) {
        Judged judged = judged(thp(enabled, perSize, "never"), g1(17));
        assertEquals(enabling(), judged.actions(INFO));
        String explanation = judged.finds(INFO).explanation();
        assertTrue(explanation.contains("enabled is " + enabled) && explanation.contains("1 GiB"), explanation);
    }

    @ParameterizedTest
    @CsvSource({
        "always,  -,       applies transparent huge pages to all",
        "always,  inherit, applies transparent huge pages to all",
        "madvise, always,  applies transparent huge pages to all",
        "never,   always,  applies transparent huge pages to all",
        "never,   -,       disables transparent huge pages",
        "never,   inherit, disables transparent huge pages",
        "madvise, never,   disables transparent huge pages",
        "always,  never,   disables transparent huge pages",
        "never,   madvise, HotSpot does not opt in"
    })
    void doesNotApplyInOtherModes(String enabled, String perSize, String because) {
        judged(thp(enabled, perSize, "advise"), JvmSamples.version(g1(17), "17.0.10"))
                .doesNotApply(because);
    }

    @ParameterizedTest
    @CsvSource({
        "madvise, advise,      ''",
        "always,  advise,      ''",
        "never,   advise,      HotSpot does not opt in",
        "madvise, deny,        disables transparent huge pages",
        "madvise, -,           disables transparent huge pages",
        "madvise, always,      applies transparent huge pages to all",
        "madvise, within_size, applies transparent huge pages to all"
    })
    void shmemEnabledDecidesForZgc(String enabled, String shmem, String because) {
        Judged judged = judged(thp(enabled, "inherit", shmem), JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1)));
        if (because.isEmpty()) {
            assertEquals(enabling(), judged.actions(INFO));
            String explanation = judged.finds(INFO).explanation();
            assertTrue(explanation.contains("shmem_enabled is " + shmem), explanation);
            assertFalse(explanation.contains("madvise mode"), explanation);
        } else {
            judged.doesNotApply(because);
        }
    }

    @Test
    void allowsSharedMemoryToOptInForZgc() {
        Judged judged = judged(thp("madvise", "inherit", "never"), JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1)));
        assertEquals(
                List.of(new KernelFile(ThpModes.SHMEM, "advise", "never", ""), new JvmFlag(List.of(FLAG), List.of())),
                judged.actions(INFO));
        assertTrue(judged.finds(INFO).summary().contains("shmem_enabled is never"));
        judged(thp("never", "inherit", "never"), JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1)))
                .doesNotApply("disables transparent huge pages");
        judged(thp("madvise", "inherit", "never"), JvmSamples.jvm(11, Collector.ZGC, Bytes.ofGiB(1)))
                .doesNotApply("before 15");
    }

    /** A trial needs shared memory that may be huge, in ZGC. */
    @Test
    void offersATrialWhereItCanAnswer() {
        Jvm zgc = JvmSamples.jvm(25, Collector.ZGC_GENERATIONAL, Bytes.ofGiB(1));
        String g1 = judged(host(), g1(17)).finds(INFO).expectedEffect();
        assertTrue(
                g1.contains("or hp-cli trial in the running JVM (5 minutes; each step stalls a thread, and three"
                        + " longer than 5 ms in a row end it)."),
                g1);
        assertFalse(judged(kernel(host(), "5.15.0"), g1(17))
                .finds(INFO)
                .expectedEffect()
                .contains("trial"));
        assertFalse(judged(host(), JvmSamples.status(g1(17), "VmLck", "2048 kB"))
                .finds(INFO)
                .expectedEffect()
                .contains("trial"));
        // The heap of ZGC without generations is mapped three times.
        assertFalse(judged(thp("madvise", "inherit", "advise"), JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1)))
                .finds(INFO)
                .expectedEffect()
                .contains("trial"));
        assertTrue(judged(thp("madvise", "inherit", "advise"), zgc)
                .finds(INFO)
                .expectedEffect()
                .contains("trial"));
        assertFalse(judged(thp("madvise", "inherit", "never"), zgc)
                .finds(INFO)
                .expectedEffect()
                .contains("trial"));
    }

    /** The bytes on base pages agree with the region's row. */
    @Test
    void namesTheMemoryThatHugePagesWouldFill() {
        Fact<ZeroFilled> zeros = Fact.absent(Reason.DENIED, Source.of("/proc/kpageflags"));
        Jvm jvm = JvmSamples.cost(g1(17), RegionName.HEAP, Bytes.ofMiB(300), zeros);
        String effect = judged(host(), jvm).finds(INFO).expectedEffect();
        assertTrue(effect.contains("would fill 300 MiB in blocks of the heap"), effect);
        String unknown = judged(host(), g1(17)).finds(INFO).expectedEffect();
        assertTrue(unknown.contains("can grow if the program touches its heap sparsely"), unknown);
    }

    @Test
    void namesTheBytesOnBasePages() {
        Jvm mixed = heap(g1(17), JvmSamples.partly(PageKind.THP, Bytes.ofMiB(46), Bytes.ofMiB(87)));
        String explanation = judged(host(), mixed).finds(INFO).explanation();
        assertTrue(explanation.contains("87 MiB of 133 MiB of heap on base pages"), explanation);
    }

    @Test
    void doesNotApplyToASmallHeap() {
        Jvm small =
                heap(g1(17), on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(128).minus(Bytes.ofKiB(4))));
        judged(host(), small).doesNotApply("too little");
        judged(host(), heap(g1(17), on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(128))))
                .finds(INFO);
        judged(host(), heap(g1(17), on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ZERO)))
                .doesNotApply("too little");
    }

    @Test
    void observedPagesDecide() {
        judged(host(), heap(g1(17), on(PageKind.THP, Bytes.ofGiB(1)))).passes();
        judged(host(), heap(g1(17), on(PageKind.HUGETLB, Bytes.ofGiB(1)))).passes();
    }

    @Test
    void doesNotApplyToAnExcludedProcess() {
        Jvm denied = with(
                g1(17),
                "status",
                known(new ProcStatus(Map.of("Name", "java", "THP_enabled", "0")), "/proc/4242/status"));
        judged(host(), denied).doesNotApply("PR_SET_THP_DISABLE");
    }

    @Test
    void removesFlagsThatDisableHugePages() {
        assertEquals(
                enabling("-XX:-UseLargePages"),
                judged(host(), g1(17, "-XX:-UseLargePages")).actions(INFO));
        assertEquals(
                enabling("-XX:-UseTransparentHugePages"),
                judged(host(), g1(17, "-Xmx1g", "-XX:-UseTransparentHugePages", "-XX:-UseTransparentHugePages"))
                        .actions(INFO));
    }

    @Test
    void missingFactsAreNamed() {
        judged(host(), with(g1(17), "identity", denied("/tmp"))).needs("VM", Reason.DENIED);
        judged(host(), with(g1(17), "arguments", denied("/tmp"))).needs("arguments", Reason.DENIED);
        judged(host(), JvmSamples.heapDenied(g1(17))).needs("heap", Reason.DENIED);
        judged(with(host(), "thp", denied("/sys")), g1(17)).needs("THP policy", Reason.DENIED);
        judged(host(), heap(g1(17), JvmSamples.unclear(PageKind.THP, Bytes.ofGiB(1))))
                .needs("pages that back the heap", Reason.NOT_SUPPORTED);
    }

    @Test
    void theSmallestHeapGrowsWithTheBasePage() {
        Host large = with(host(), "basePage", known(Bytes.ofKiB(64), "/proc/self/auxv"));
        Jvm jvm = heap(g1(17), on(PageKind.BASE, Bytes.ofGiB(1)));
        judged(host(), jvm).finds(INFO);
        judged(large, jvm).doesNotApply("less than 2 GiB");
    }

    /** A limit of 1 GiB and 850 MiB in use: 174 MiB are left, and huge pages would fill 300 MiB. */
    @Test
    void aGroupWithoutRoomForTheFillGetsNoFlag() {
        Fact<ZeroFilled> zeros = Fact.absent(Reason.SKIPPED, Source.of("/proc/4242/pagemap"));
        Jvm jvm = JvmSamples.jvm(17, Collector.G1, Bytes.ofMiB(900), "-Xmx900m");
        jvm = heap(jvm, on(PageKind.BASE, Bytes.ofMiB(900), Bytes.ofMiB(600)));
        jvm = JvmSamples.status(jvm, "VmRSS", 850 * 1024 + " kB");
        jvm = JvmSamples.cost(jvm, RegionName.HEAP, Bytes.ofMiB(300), zeros);
        Judged crowded = judged(host(), JvmSamples.memoryLimit(jvm, 1024, 850));
        assertEquals(List.of(), crowded.actions(INFO));
        String effect = crowded.finds(INFO).expectedEffect();
        assertTrue(effect.contains("room for 174 MiB"), effect);
        assertFalse(effect.contains("hp-cli trial"), effect);
        assertEquals(
                enabling(),
                judged(host(), JvmSamples.memoryLimit(jvm, 850 + 300 + 125, 850))
                        .actions(INFO));
        assertEquals(
                List.of(),
                judged(host(), JvmSamples.memoryLimit(jvm, 850 + 300 + 124, 850))
                        .actions(INFO));
    }
}
