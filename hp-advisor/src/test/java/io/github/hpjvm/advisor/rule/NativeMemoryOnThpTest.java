package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.policy;
import static io.github.hpjvm.advisor.FactsSamples.shrinker;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.cost;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.located;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.scanned;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NativeMemoryOnThpTest {
    private static final String ID = "HP-203";
    private static final Host ALWAYS = khugepaged(thp("always", "-", "never"));
    private static final String FOLDER = "/sys/kernel/mm/transparent_hugepage/";
    private static final String COST = "memory of other processes that does not opt in gets no huge pages";
    private static final List<Action> MADVISE = List.of(
            new KernelFile(Path.of(FOLDER + "enabled"), "madvise", "always", COST),
            new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()));
    private static final Jvm ARENAS = arenas(g1(17), 512);

    /** A JVM whose tables are located, and which has so much of native memory on huge pages. */
    private static Jvm arenas(Jvm jvm, long mib) {
        return located(
                located(jvm, RegionName.GC, on(PageKind.BASE, Bytes.ofMiB(8))),
                RegionName.NATIVE,
                on(PageKind.THP, Bytes.ofMiB(mib)));
    }

    /** 511 of 512 base pages may be empty, and 511 of 8192 are few. */
    @Test
    void mostlyEmptyDependsOnTheBasePage() {
        Host large = with(
                khugepaged(
                        with(
                                host(),
                                "thp",
                                known(
                                        with(policy("always", "-", "never"), "pmdSize", Bytes.ofMiB(512)),
                                        "/sys/kernel/mm")),
                        Map.of("max_ptes_none", "511")),
                "basePage",
                known(Bytes.ofKiB(64), "/proc"));
        Outcome.Finding finding = Judged.by(ID, large, arenas(g1(17), 1024)).finds(INFO);
        assertTrue(finding.explanation().contains("These pages are from page faults"), finding.explanation());
    }

    /** Tables that could not be located look like native memory. */
    @Test
    void collectorTablesDoNotCount() {
        Jvm large = jvm(21, Collector.SHENANDOAH, Bytes.ofGiB(8));
        Judged.by(ID, ALWAYS, located(large, RegionName.NATIVE, on(PageKind.THP, Bytes.ofMiB(767))))
                .passes();
        Judged.by(ID, ALWAYS, located(large, RegionName.NATIVE, on(PageKind.THP, Bytes.ofMiB(768))))
                .finds(INFO);
        Judged.by(ID, ALWAYS, arenas(large, 256)).finds(INFO);
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyInMadviseMode() {
        Judged.by(ID, khugepaged(host()), ARENAS).doesNotApply("not in always mode");
    }

    @Test
    void passesWithLittleNativeMemory() {
        Judged.by(ID, ALWAYS, arenas(g1(17), 254)).passes();
    }

    /** Measured: 660 MB resident before and after max_ptes_none 0, and 45 MB in madvise mode. */
    @Test
    void aLowLimitOfEmptyPagesDoesNotAffectPagesFromFaults() {
        Host low = khugepaged(ALWAYS, Map.of("max_ptes_none", "0"));
        Outcome.Finding finding =
                Judged.by(ID, low, memoryLimit(ARENAS, 1000, 950)).finds(WARNING);
        assertTrue(finding.explanation().contains("from page faults"), finding.explanation());
        assertFalse(finding.expectedEffect().contains("max_ptes_none"), finding.expectedEffect());
        assertEquals(MADVISE, finding.actions());
    }

    @Test
    void saysHowManyPagesAreSurelyFromFaults() {
        Host counted = ALWAYS.withVmstat(known(new VmStat(Map.of("thp_collapse_alloc", 56L)), "/proc/vmstat"));
        String why = Judged.by(ID, counted, ARENAS).finds(INFO).explanation();
        assertTrue(why.contains("At least 400 MiB of these pages are from page faults"), why);
        Host many = ALWAYS.withVmstat(known(new VmStat(Map.of("thp_collapse_alloc", 5600L)), "/proc/vmstat"));
        String unknown = Judged.by(ID, many, ARENAS).finds(INFO).explanation();
        assertFalse(unknown.contains("At least"), unknown);
    }

    @Test
    void isAWarningOnlyNearTheLimit() {
        assertEquals(List.of(), Judged.by(ID, ALWAYS, ARENAS).actions(INFO));
        assertEquals(
                List.of(), Judged.by(ID, ALWAYS, memoryLimit(ARENAS, 1000, 899)).actions(INFO));
        assertEquals(
                MADVISE, Judged.by(ID, ALWAYS, memoryLimit(ARENAS, 1000, 900)).actions(WARNING));
    }

    /** A group that has read many files is full of their pages, and lacks no memory. */
    @Test
    void cacheOfTheGroupIsNoLackOfMemory() {
        assertEquals(
                List.of(),
                Judged.by(ID, ALWAYS, memoryLimit(ARENAS, 1000, 1000, 101)).actions(INFO));
        assertEquals(
                MADVISE,
                Judged.by(ID, ALWAYS, memoryLimit(ARENAS, 1000, 1000, 100)).actions(WARNING));
    }

    /** A max_ptes_none of 0 would let the THP shrinker split the heap, so that no plan has it. */
    @Test
    void theShrinkerIsDisabledBeforeALowLimitOfEmptyPages() {
        Host shrinks = shrinker(ALWAYS, "1", "511");
        Outcome.Finding finding =
                Judged.by(ID, shrinks, memoryLimit(ARENAS, 1000, 950)).finds(WARNING);
        assertEquals(MADVISE, finding.actions());
        assertTrue(
                finding.expectedEffect().contains("First disable the THP shrinker: echo 0 | sudo tee "),
                finding.expectedEffect());
        String without =
                Judged.by(ID, shrinker(ALWAYS, "0", "511"), ARENAS).finds(INFO).expectedEffect();
        assertFalse(without.contains("shrinker"), without);
    }

    /** 512 MiB of native memory on huge pages, with so much of it zeros. */
    private static Jvm zeros(long mib, long min, long max, long fill) {
        Bytes size = Bytes.ofMiB(512);
        ZeroFilled zeros = new ZeroFilled(Bytes.ofMiB(mib), Bytes.ofMiB(min), Bytes.ofMiB(max), size, Bytes.ZERO, 2048);
        return cost(ARENAS, RegionName.NATIVE, Bytes.ofMiB(fill), known(zeros, "/proc/4242/mem"));
    }

    @Test
    void saysWhatThePagesCostNowAndWhatTheyWouldCost() {
        Outcome.Finding finding =
                Judged.by(ID, ALWAYS, zeros(300, 280, 320, 100)).finds(INFO);
        assertTrue(finding.summary().contains("300 MiB of them are zeros"), finding.summary());
        assertTrue(finding.explanation().contains("300 MiB (280 MiB to 320 MiB, sampled)"), finding.explanation());
        assertTrue(finding.explanation().contains("would fill 100 MiB more"), finding.explanation());
        assertTrue(finding.expectedEffect().contains("This frees up to 320 MiB."), finding.expectedEffect());
        String exact =
                Judged.by(ID, ALWAYS, zeros(300, 300, 300, 0)).finds(INFO).explanation();
        assertTrue(exact.contains("cost now: 300 MiB."), exact);
        assertFalse(exact.contains("would fill"), exact);
    }

    /** In madvise mode the same memory would be resident, on base pages. */
    @Test
    void pagesThatAreInUseCostNothing() {
        Judged.by(ID, ALWAYS, zeros(40, 20, 63, 0)).passes();
        Judged.by(ID, ALWAYS, memoryLimit(zeros(40, 20, 63, 0), 1000, 950)).passes();
        Judged.by(ID, ALWAYS, zeros(40, 20, 64, 0)).finds(INFO);
    }

    @Test
    void saysWhyTheCostIsUnknown() {
        Fact<ZeroFilled> denied = Fact.absent(Reason.DENIED, Source.of("/proc/kpageflags"), "run as root");
        String why = Judged.by(ID, ALWAYS, cost(ARENAS, RegionName.NATIVE, Bytes.ZERO, denied))
                .finds(INFO)
                .explanation();
        assertTrue(why.contains("zeros is unknown: DENIED (/proc/kpageflags); run as root."), why);
        String old = Judged.by(ID, ALWAYS, ARENAS).finds(INFO).explanation();
        assertTrue(old.contains("zeros is unknown: these facts do not have it"), old);
    }

    @Test
    void theModeOfTheSizeIsChangedAsWell() {
        Host host = khugepaged(thp("madvise", "always", "never"));
        Jvm asked = memoryLimit(arenas(g1(17, "-XX:+UseTransparentHugePages"), 512), 1000, 950);
        assertEquals(
                List.of(
                        new KernelFile(Path.of(FOLDER + "hugepages-2048kB/enabled"), "inherit", "always", COST),
                        new RestartJvm()),
                Judged.by(ID, host, asked).actions(WARNING));
    }

    @Test
    void missingFactsAreNamed() {
        Judged.by(ID, ALWAYS, g1(17)).needs("native", Reason.SKIPPED);
        Judged.by(ID, thp("always", "-", "never"), ARENAS).needs("THP settings", Reason.SKIPPED);
        Judged.by(ID, ALWAYS, scanned(ARENAS, RegionName.NATIVE))
                .needs("memory that the JVM advised for huge pages", Reason.SKIPPED);
        Judged.by(ID, ALWAYS, scanned(arenas(g1(17), 0), RegionName.NATIVE)).passes();
    }

    /** A variable is read before the command line, where the opposite would win. */
    @Test
    void theOppositeFlagsAreRemoved() {
        List<String> off = List.of("-XX:-UseTransparentHugePages", "-XX:-UseLargePages");
        Jvm jvm = arenas(g1(17, off.get(0), off.get(1), "-Xlog"), 512);
        assertEquals(
                List.of(MADVISE.get(0), new JvmFlag(List.of("-XX:+UseTransparentHugePages"), off)),
                Judged.by(ID, ALWAYS, memoryLimit(jvm, 1000, 900)).actions(WARNING));
    }
}
