package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShenandoahGrowthTest {
    private static final String ID = "HP-401";
    private static final String THP = "-XX:+UseTransparentHugePages";

    private static Jvm shenandoah(String... arguments) {
        return jvm(21, Collector.SHENANDOAH, Bytes.ofGiB(1), arguments);
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void basePagesAreAWarningTheirRiskIsAnInfo() {
        Jvm young = heap(shenandoah(THP, "-Xms64m"), partly(PageKind.THP, Bytes.ofMiB(64), Bytes.ofMiB(63)));
        assertEquals(
                List.of(new JvmFlag(List.of("-Xms1024m"), List.of("-Xms64m"))),
                Judged.by(ID, host(), young).actions(INFO));
        Jvm grown = heap(shenandoah(THP, "-Xms64m"), partly(PageKind.THP, Bytes.ofMiB(64), Bytes.ofMiB(300)));
        Outcome.Finding finding = Judged.by(ID, host(), grown).finds(WARNING);
        assertTrue(finding.summary().contains("300 MiB"), finding.summary());
    }

    @Test
    void aHeapThatDoesNotFitHasNoAction() {
        Jvm grown = memoryLimit(shenandoah(THP), 900, 800);
        Judged.by(ID, host(), heap(grown, on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(200))))
                .finds(WARNING);
        assertEquals(
                List.of(),
                Judged.by(ID, host(), heap(grown, on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(200))))
                        .actions(WARNING));
    }

    /** JDK-8319969: 22 and newer opt in only where enabled is madvise, so the heap has no huge pages at all. */
    @Test
    void aReleaseThatDoesNotOptInIsTheCauseOfAnotherRule() {
        Host always = thp("always", "madvise", "never");
        Jvm newer = heap(
                jvm(25, Collector.SHENANDOAH, Bytes.ofGiB(1), THP, "-Xms64m"), on(PageKind.BASE, Bytes.ofMiB(300)));
        Judged.by(ID, always, newer).doesNotApply("does not opt in");
        Outcome.Finding found = Judged.by("HP-102", always, newer).finds(WARNING);
        assertTrue(found.explanation().contains("JDK-8319969"), found.explanation());
        assertEquals("madvise", ((KernelFile) found.actions().get(0)).value());
        Jvm older = heap(shenandoah(THP, "-Xms64m"), on(PageKind.BASE, Bytes.ofMiB(300)));
        Judged.by(ID, always, older).finds(WARNING);
        Judged.by("HP-102", always, older).doesNotApply("another rule");
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), shenandoah(THP, "-Xms1g", "-Xmx1g")).passes();
        Judged.by(ID, host(), shenandoah()).doesNotApply("not requested");
        Judged.by(ID, host(), g1(21, THP)).doesNotApply("not Shenandoah");
        Judged.by(ID, thp("always", "-", "never"), shenandoah(THP)).doesNotApply("mode is always");
    }
}
