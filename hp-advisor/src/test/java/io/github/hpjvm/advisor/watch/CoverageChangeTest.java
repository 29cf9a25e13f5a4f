package io.github.hpjvm.advisor.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CoverageChangeTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Bytes PMD = Bytes.ofMiB(2);

    private static RegionReading heap(long hugeMiB, long baseMiB, double error) {
        return new RegionReading(
                RegionName.HEAP,
                new Backing(
                        Bytes.ofGiB(1),
                        List.of(
                                Pages.exactly(PageKind.THP, PMD, Bytes.ofMiB(hugeMiB)),
                                Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofMiB(baseMiB)))),
                error);
    }

    private static RegionReading heap(long hugeMiB, long baseMiB) {
        return heap(hugeMiB, baseMiB, 0);
    }

    private static ProcessReading process(long swapMiB, long childFaults, int children, double shared) {
        return new ProcessReading(
                Optional.of(Bytes.ofMiB(swapMiB)),
                Optional.of(childFaults),
                OptionalInt.of(children),
                Optional.of(shared));
    }

    private static final CoverageChange.Scale SCALE = new CoverageChange.Scale(7, PMD, OptionalDouble.of(0.9));

    private static Alert alert(
            RegionReading before, RegionReading now, ProcessReading after, Map<String, Long> deltas) {
        return alerts(before, now, process(0, 0, 0, 0), after, deltas).get(0);
    }

    /** The alerts of the second of two readings, 3 s after the first. */
    private static List<Alert> alerts(
            RegionReading before,
            RegionReading now,
            ProcessReading first,
            ProcessReading second,
            Map<String, Long> deltas) {
        Map<String, Long> zero = new HashMap<>(deltas);
        zero.replaceAll((name, delta) -> 0L);
        Moment start = new Moment(new HostReading(zero, List.of()), first);
        Moment end = new Moment(new HostReading(deltas, List.of()), second);
        RegionWatch watch = new RegionWatch(SCALE);
        watch.add(NOW, before, start, start);
        return watch.add(NOW.plusSeconds(3), now, start, end);
    }

    /** The figures of MADV_COLD on 4 KiB of each of 128 huge pages: pages of zeros leave the process at a split. */
    @Test
    void aSplitIsSeenByThpSplitPageEvenIfLessIsResident() {
        Alert alert = alert(
                heap(512, 0),
                heap(262, 154),
                process(0, 0, 0, 0),
                Map.of("thp_split_page", 128L, "thp_split_pmd", 128L));

        assertEquals(Cause.SPLIT, alert.cause());
        assertEquals(Alert.Kind.BELOW_THRESHOLD, alert.kind());
        assertEquals(
                "coverage of the heap fell from 100 % to 62.9 % (250 MiB in 3 s), below the threshold of 90 %: split: the"
                        + " kernel replaced huge pages by base pages",
                alert.text());
        assertEquals(
                List.of("thp_split_page", "thp_split_pmd"),
                alert.evidence().stream().map(one -> one.fact()).toList());
    }

    /** The figures of fork(2) of a JVM that then writes to its heap. */
    @Test
    void aForkIsSeenBySharedPages() {
        Alert alert = alert(heap(512, 0), heap(340, 172), process(0, 0, 1, 0.77), Map.of("thp_split_pmd", 101L));

        assertEquals(Cause.FORK, alert.cause());
        assertTrue(alert.evidence().stream().anyMatch(one -> one.value().equals("77 %")));
    }

    @Test
    void aForkWhoseChildHasEndedIsSeenByTheFaultsOfTheChild() {
        Alert alert = alert(heap(512, 0), heap(340, 172), process(0, 900, 0, 0), Map.of("thp_split_pmd", 101L));

        assertEquals(Cause.FORK, alert.cause());
    }

    @Test
    void reclaimIsSeenBySwap() {
        Alert alert = alert(
                heap(512, 0),
                heap(100, 12),
                process(400, 0, 0, 0),
                Map.of("thp_split_page", 10L, "pswpout", 102_400L, "pgsteal_proactive", 102_400L));

        assertEquals(Cause.RECLAIM, alert.cause());
        assertTrue(alert.text().contains("moved 400 MiB of the process to swap"));
    }

    /** Since 5.8 the kernel counts each page by who reclaims, and by its type. */
    @Test
    void reclaimedPagesCountOnce() {
        Map<String, Long> reclaimers = Map.of("pswpout", 100L, "pgsteal_kswapd", 900L, "pgsteal_direct", 100L);
        Map<String, Long> both = new HashMap<>(reclaimers);
        both.putAll(Map.of("pgsteal_anon", 700L, "pgsteal_file", 300L));
        for (Map<String, Long> deltas : List.of(reclaimers, both)) {
            Alert alert = alert(heap(512, 0), heap(100, 12), process(400, 0, 0, 0), deltas);
            assertTrue(
                    alert.evidence().stream()
                            .anyMatch(one -> one.fact().equals("pgsteal_*")
                                    && one.value().equals("+1000")),
                    alert.toString());
        }
    }

    /** The kernel swaps a huge page as a whole, so that the pages that stay are as huge as before. */
    @Test
    void reclaimOfWholeHugePagesIsSeenAtEqualCoverage() {
        Map<String, Long> deltas = Map.of("pswpout", 65_536L, "thp_swpout", 128L);
        Alert alert = alert(heap(512, 0), heap(256, 0), process(250, 0, 0, 0), deltas);
        assertEquals(Cause.RECLAIM, alert.cause());
        assertEquals(Alert.Kind.LOSS, alert.kind());
        assertEquals(
                "the heap lost 256 MiB of huge pages; coverage of the rest is 100 %: reclaim: the kernel moved 250 MiB"
                        + " of the process to swap",
                alert.text());
        Alert all = alert(heap(512, 0), heap(0, 0), process(512, 0, 0, 0), deltas);
        assertTrue(all.text().contains("; none of its memory is resident: reclaim"), all.text());
        assertTrue(Double.isNaN(all.coverage()));

        Alert unrelated = alert(heap(512, 0), heap(256, 0), process(0, 0, 0, 0), Map.of());
        assertEquals(Alert.Kind.SHRINK, unrelated.kind());
        assertEquals(
                "the heap became smaller: 256 MiB are resident, were 512 MiB; coverage of the rest is 100 %",
                unrelated.text());
    }

    @Test
    void pagesFromSwapAreNoGrowth() {
        Alert alert = alerts(
                        heap(256, 0),
                        heap(256, 200),
                        process(250, 0, 0, 0),
                        process(50, 0, 0, 0),
                        Map.of("pswpin", 51_200L))
                .get(0);
        assertEquals(Bytes.ZERO, alert.bytes(), "these bytes were lost before");
        assertEquals(Cause.RECLAIM, alert.cause());
        assertTrue(alert.text().contains("200 MiB of the process came back from swap, on base pages"), alert.text());
        assertEquals("-200 MiB", alert.evidence().get(0).value());
    }

    /** The process has read all pages again, so that its swap is as before. */
    @Test
    void reclaimOfPagesThatAreReadAgainIsSeenByTheCountersOfTheHost() {
        Alert whole = alert(heap(512, 0), heap(256, 256), process(0, 0, 0, 0), Map.of("thp_swpout", 128L));
        Alert split = alert(
                heap(512, 0),
                heap(256, 256),
                process(0, 0, 0, 0),
                Map.of("thp_swpout_fallback", 128L, "thp_split_page", 128L));
        assertEquals(List.of(Cause.RECLAIM, Cause.RECLAIM), List.of(whole.cause(), split.cause()));
    }

    @Test
    void madviseIsSeenByMemoryThatIsNoLongerResident() {
        Alert alert = alert(
                heap(512, 0),
                heap(256, 128),
                process(0, 0, 0, 0),
                Map.of("thp_split_pmd", 128L, "thp_deferred_split_page", 128L));

        assertEquals(Cause.MADVISE, alert.cause());
    }

    @Test
    void aSplitMappingIsASplit() {
        Alert alert = alert(heap(512, 0), heap(256, 256), process(0, 0, 0, 0), Map.of("thp_split_pmd", 128L));

        assertEquals(Cause.SPLIT, alert.cause());
        assertTrue(alert.text().contains("mappings of huge pages became mappings of base pages"));
    }

    @Test
    void growthOnBasePagesNamesTheFallback() {
        Alert alert = alert(
                heap(512, 0),
                heap(512, 200),
                process(0, 0, 0, 0),
                Map.of("thp_fault_fallback", 100L, "compact_fail", 7L));

        assertEquals(Cause.GROWTH, alert.cause());
        assertTrue(alert.text().contains("200 MiB of new memory are on base pages; the kernel had no free huge page"));
    }

    @Test
    void noEvidenceIsNoCause() {
        assertEquals(
                Cause.UNKNOWN,
                alert(heap(512, 0), heap(256, 256), process(0, 0, 0, 0), Map.of())
                        .cause());
    }

    @Test
    void khugepagedAndMadviseCollapseDiffer() {
        Alert advised = alert(heap(0, 512), heap(256, 256), process(0, 0, 0, 0), Map.of("thp_collapse_alloc", 128L));
        Alert daemon = alert(
                heap(0, 512),
                heap(256, 256),
                process(0, 0, 0, 0),
                Map.of("thp_collapse_alloc", 128L, HostReading.COLLAPSED, 128L));

        assertEquals(Alert.Kind.GAIN, advised.kind());
        assertEquals(Cause.COLLAPSE, advised.cause());
        assertTrue(advised.text().contains("MADV_COLLAPSE replaced base pages by 256 MiB of huge pages"));
        assertTrue(daemon.text().contains(": khugepaged replaced"), daemon.text());
        // Collapses that failed have allocated a page as well.
        Alert failed = alert(
                heap(0, 512),
                heap(256, 256),
                process(0, 0, 0, 0),
                Map.of("thp_collapse_alloc", 200L, HostReading.COLLAPSED, 128L));
        assertTrue(failed.text().contains(": khugepaged replaced"), failed.text());
        Alert both = alert(
                heap(0, 512),
                heap(256, 256),
                process(0, 0, 0, 0),
                Map.of("thp_collapse_alloc", 128L, HostReading.COLLAPSED, 28L));
        assertTrue(both.text().contains(": khugepaged, and MADV_COLLAPSE, replaced"), both.text());
    }

    /** The figures of MADV_COLLAPSE on a heap of zeros that was split before: most of its addresses had no page. */
    @Test
    void aCollapseOfAbsentPagesIsACollapse() {
        Alert alert = alert(heap(0, 1), heap(20, 0), process(0, 0, 0, 0), Map.of("thp_collapse_alloc", 11L));

        assertEquals(Alert.Kind.GAIN, alert.kind());
        assertEquals(Cause.COLLAPSE, alert.cause());
    }

    @Test
    void growthOnHugePagesIsNoAlert() {
        assertTrue(alerts(
                        heap(100, 20),
                        heap(400, 20),
                        ProcessReading.none(),
                        ProcessReading.none(),
                        Map.of("thp_fault_alloc", 100L))
                .isEmpty());
    }

    @Test
    void theErrorOfASampleIsNoChange() {
        assertFalse(CoverageChange.isLarge(heap(500, 12, 0.02), heap(480, 32, 0.02)));
        assertTrue(CoverageChange.isLarge(heap(500, 12, 0.02), heap(300, 212, 0.02)));
    }

    @Test
    void theFirstReadingBelowTheThresholdIsOneAlert() {
        assertEquals(
                "coverage of the heap is 0 %, below the threshold of 90 %",
                CoverageChange.first(NOW, heap(0, 512), SCALE).orElseThrow().text());
        assertTrue(CoverageChange.first(NOW, heap(512, 0), SCALE).isEmpty());
        assertTrue(CoverageChange.first(NOW, heap(0, 1), SCALE).isEmpty());
        CoverageChange.Scale unasked = new CoverageChange.Scale(7, PMD, OptionalDouble.empty());
        assertTrue(CoverageChange.first(NOW, heap(0, 512), unasked).isEmpty(), "the JVM requested no huge pages");
    }

    /** The error of an estimate is not a change of the size. */
    @Test
    void anEstimateIsNotComparedWithAnExactReading() {
        HeapHistory history = new HeapHistory(7, true);
        history.add(NOW, List.of(heap(512, 0)), List.of());
        history.add(NOW.plusSeconds(3), List.of(heap(400, 0, 0.02)), List.of());
        String conclusion = history.conclusion(0.9, "the process ended", Optional.empty());
        assertTrue(conclusion.endsWith("the heap kept its huge pages"), conclusion);
        assertEquals(
                List.of(),
                alerts(heap(512, 0), heap(400, 0, 0.02), process(0, 0, 0, 0), process(0, 0, 0, 0), Map.of()));
    }

    @Test
    void partlyHugeIsNotOnBasePages() {
        HeapHistory history = new HeapHistory(7, true);
        history.add(NOW, List.of(heap(435, 77)), List.of());
        String conclusion = history.conclusion(0.9, "the process ended", Optional.empty());
        assertTrue(conclusion.contains("base pages back a part of the heap"), conclusion);
    }

    @Test
    void theConclusionNamesTheCauses() {
        HeapHistory history = new HeapHistory(7, true);
        history.add(NOW, List.of(heap(512, 0)), List.of());
        Alert alert = alert(heap(512, 0), heap(256, 256), process(0, 0, 0, 0), Map.of("thp_split_page", 128L));
        history.add(NOW.plusSeconds(3), List.of(heap(256, 256)), List.of(alert));

        assertEquals(
                "PID 7, 3 s: coverage of the heap was 100 %, is 50 %; 256 MiB are on huge pages, were 512 MiB; the process"
                        + " ended; lost 256 MiB of huge pages by split; hp-cli advise 7 shows the remedy",
                history.conclusion(0.9, "the process ended", Optional.empty()));
    }

    /** Measured on 6.18 with max_ptes_none 0 in a full control group: 512 MiB touched, 12 MiB left, all of them huge. */
    @Test
    void theShrinkerIsSeenAtEqualCoverage() {
        Map<String, Long> deltas = Map.of("thp_underused_split_page", 256L, "thp_split_page", 256L);
        Alert alert = alert(heap(512, 0), heap(12, 0), process(0, 0, 0, 0), deltas);
        assertEquals(Cause.SHRINKER, alert.cause());
        assertEquals(Alert.Kind.LOSS, alert.kind());
        assertEquals(
                "the heap lost 500 MiB of huge pages; coverage of the rest is 100 %: THP shrinker: memory was short, and"
                        + " the kernel split huge pages that hold zeros (max_ptes_none is below its default)",
                alert.text());
        assertEquals("thp_underused_split_page", alert.evidence().get(0).fact());
        Alert written = alert(heap(512, 0), heap(12, 220), process(0, 0, 0, 0), deltas);
        assertEquals(Cause.SHRINKER, written.cause());

        HeapHistory history = new HeapHistory(7, true);
        history.add(NOW, List.of(heap(512, 0)), List.of());
        history.add(NOW.plusSeconds(3), List.of(heap(12, 0)), List.of(alert));
        assertEquals(
                "PID 7, 3 s: coverage of the heap was 100 %; 12 MiB are on huge pages, were 512 MiB; lost 500 MiB"
                        + " of huge pages by THP shrinker; hp-cli advise 7 shows the remedy",
                history.conclusion(0.9, "", Optional.empty()));
    }

    /** The collector returned memory: no loss, but not the same heap either. */
    @Test
    void aSmallerHeapHasNotKeptItsHugePages() {
        HeapHistory history = new HeapHistory(7, true);
        history.add(NOW, List.of(heap(512, 0)), List.of());
        history.add(NOW.plusSeconds(3), List.of(heap(64, 0)), List.of());
        String conclusion = history.conclusion(0.9, "", Optional.empty());
        assertTrue(conclusion.endsWith("; the heap became smaller, and the rest of it is on huge pages"), conclusion);
    }

    @Test
    void theConclusionOfAnUnknownHeapSaysWhy() {
        assertEquals(
                "PID 7: coverage of the heap is unknown: denied",
                new HeapHistory(7, true).conclusion(0.9, "", Optional.of("denied")));
    }
}
