package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.located;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.scanned;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
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
    private static final Jvm ARENAS = arenas(g1(17), 512);

    /** A JVM whose tables are located, and which has so much of native memory on huge pages. */
    private static Jvm arenas(Jvm jvm, long mib) {
        return located(
                located(jvm, RegionName.GC, on(PageKind.BASE, Bytes.ofMiB(8))),
                RegionName.NATIVE,
                on(PageKind.THP, Bytes.ofMiB(mib)));
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
    void passesWithALowLimitOfEmptyPages() {
        Judged.by(ID, khugepaged(ALWAYS, Map.of("max_ptes_none", "255")), ARENAS)
                .passes();
        Judged.by(ID, ALWAYS, arenas(g1(17), 254)).passes();
    }

    @Test
    void isAWarningOnlyNearTheLimit() {
        assertEquals(List.of(), Judged.by(ID, ALWAYS, ARENAS).actions(INFO));
        assertEquals(
                List.of(), Judged.by(ID, ALWAYS, memoryLimit(ARENAS, 1000, 899)).actions(INFO));
        assertEquals(
                List.of(new Action.KernelFile(
                        Path.of("/sys/kernel/mm/transparent_hugepage/khugepaged/max_ptes_none"),
                        "0",
                        "511",
                        "other processes get huge pages later")),
                Judged.by(ID, ALWAYS, memoryLimit(ARENAS, 1000, 900)).actions(WARNING));
    }

    @Test
    void missingFactsAreNamed() {
        Judged.by(ID, ALWAYS, g1(17)).needs("native", Reason.SKIPPED);
        Judged.by(ID, thp("always", "-", "never"), ARENAS).needs("THP settings", Reason.SKIPPED);
        Judged.by(ID, ALWAYS, scanned(ARENAS, RegionName.NATIVE))
                .needs("memory that the JVM advised for huge pages", Reason.SKIPPED);
        Judged.by(ID, ALWAYS, scanned(arenas(g1(17), 0), RegionName.NATIVE)).passes();
    }
}
