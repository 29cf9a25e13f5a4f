package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.counted;
import static io.github.hpjvm.advisor.FactsSamples.free;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.policy;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactionStallsTest {
    private static final String ID = "HP-204";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final Host STALLING = free(counted(host(), 4000, 2800), 20);
    private static final Jvm GROWING = heap(g1(17, THP), on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(256)));

    private static Host defrag(Host host, String value) {
        return with(
                host,
                "thp",
                known(
                        new ThpPolicy("madvise", Optional.of("inherit"), value, Optional.of("never"), Bytes.ofMiB(2)),
                        "/sys/kernel/mm/transparent_hugepage"));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyWithoutHugePages() {
        Judged.by(ID, STALLING, g1(17)).doesNotApply("does not use transparent");
        Judged.by(ID, with(STALLING, "thp", known(policy("never", "-", "-"), "/sys")), GROWING)
                .doesNotApply("does not use transparent");
    }

    @ParameterizedTest
    @CsvSource({"always, true", "madvise, true", "defer+madvise, true", "defer, false", "never, false"})
    void theValueOfDefragDecides(String value, boolean stalls) {
        Judged judged = Judged.by(ID, defrag(STALLING, value), GROWING);
        if (stalls) {
            judged.finds(WARNING);
        } else {
            judged.passes();
        }
    }

    /** JDK-8319969: in always mode HotSpot does not call madvise, so the faults of its heap do not compact. */
    @Test
    void newerReleasesDoNotOptInInAlwaysMode() {
        Host always = with(STALLING, "thp", known(policy("always", "inherit", "never"), "/sys"));
        Judged.by(ID, always, GROWING).finds(WARNING);
        Judged.by(ID, always, heap(g1(25, THP), on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(256))))
                .passes();
    }

    @Test
    void countersAndFreeBlocksMustBothIndicateStalls() {
        Judged.by(ID, free(STALLING, 384), GROWING).passes();
        Judged.by(ID, counted(STALLING, 4000, 399), GROWING).passes();
        Judged.by(ID, counted(STALLING, 999, 999), GROWING).passes();
        Judged.by(ID, counted(STALLING, 4000, 400), GROWING).finds(WARNING);
        Judged.by(ID, STALLING, heap(g1(17, THP), on(PageKind.THP, Bytes.ofGiB(1))))
                .doesNotApply("resident");
    }

    @Test
    void explainsThatTheCountersCoverThePast() {
        String text = Judged.by(ID, STALLING, GROWING).finds(WARNING).explanation();
        assertTrue(text.contains("since boot") && text.contains("read compact_stall twice"), text);
    }

    /** A heap of full size, and one that has grown to nearly its maximum: it becomes resident anyway. */
    @Test
    void advisesPretouchIfTheHeapFits() {
        Jvm fixed = heap(g1(17, THP, "-Xms1g"), on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(256)));
        assertEquals(
                List.of(new JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of(), "restart; 768 MiB more resident")),
                Judged.by(ID, STALLING, fixed).actions(WARNING));
        Jvm grown = heap(g1(17, THP), on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(940)));
        assertEquals(
                List.of(new JvmFlag(
                        List.of("-Xms1024m", "-XX:+AlwaysPreTouch"), List.of(), "restart; 84 MiB more resident")),
                Judged.by(ID, STALLING, grown).actions(WARNING));
        assertEquals(
                List.of(new KernelFile(
                        Path.of("/sys/kernel/mm/transparent_hugepage/defrag"),
                        "defer",
                        "madvise",
                        "all processes get huge pages for new memory later")),
                Judged.by(ID, STALLING, memoryLimit(fixed, 800, 700)).actions(WARNING));
    }

    /** AlwaysPreTouch would make four times the memory resident, and defrag is a setting of the whole host. */
    @Test
    void aHeapThatCanStaySmallerGetsNoAction() {
        Judged judged = Judged.by(ID, STALLING, GROWING);
        assertEquals(List.of(), judged.actions(WARNING));
        String text = judged.finds(WARNING).expectedEffect();
        assertTrue(text.contains("can stay smaller") && text.contains("defrag=defer"), text);
    }

    /** ZGC allocates its initial heap when it commits it, so no later fault of it compacts memory. */
    @Test
    void theInitialHeapOfZgcIsAllocated() {
        Jvm whole = heap(
                jvm(21, Collector.ZGC, Bytes.ofGiB(8), THP, "-Xms8g", "-Xmx8g"),
                on(PageKind.THP, Bytes.ofGiB(8), Bytes.ofGiB(1)));
        Judged.by(ID, STALLING, whole).doesNotApply("resident");
        Jvm half = heap(
                jvm(21, Collector.ZGC, Bytes.ofGiB(8), THP, "-Xms4g", "-Xmx8g"),
                on(PageKind.THP, Bytes.ofGiB(4), Bytes.ofGiB(1)));
        Judged judged = Judged.by(ID, STALLING, half);
        assertTrue(judged.finds(WARNING).explanation().contains("can grow by 4 GiB"), judged::toString);
        assertEquals(List.of(), judged.actions(WARNING));
        Jvm grown = heap(
                jvm(21, Collector.ZGC, Bytes.ofGiB(8), THP, "-Xmx8g"),
                on(PageKind.THP, Bytes.ofMiB(7700), Bytes.ofGiB(1)));
        assertEquals(
                List.of(new JvmFlag(List.of("-Xms8192m"), List.of())),
                Judged.by(ID, STALLING, grown).actions(WARNING));
    }

    @Test
    void missingFactsAreNamed() {
        Judged.by(ID, host(), GROWING).needs("fragmentation", Reason.SKIPPED);
        Judged.by(ID, free(host(), 1), GROWING).needs("vmstat", Reason.SKIPPED);
    }
}
