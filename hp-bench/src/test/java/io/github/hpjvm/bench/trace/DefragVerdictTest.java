package io.github.hpjvm.bench.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.trace.DefragVerdict.Certainty;
import io.github.hpjvm.bench.trace.Histogram.Collecting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DefragVerdictTest {
    private static Histogram times(String name, int count, long nanos) {
        Collecting histogram = new Collecting(name);
        for (int i = 0; i < count; i++) {
            histogram.add(nanos);
        }
        return histogram.result();
    }

    /** Faults of 200 us, waits of this time, fallbacks of 10 us. */
    private static TraceMeasurement measured(int faults, int fallbacks, int waits, long wait) {
        return new TraceMeasurement(
                List.of(
                        times("huge_fault", faults, 200_000),
                        times("fallback_fault", fallbacks, 10_000),
                        times("direct_compaction", waits, wait)),
                0,
                waits,
                0,
                0,
                0,
                0);
    }

    private static DefragVerdict verdict(TraceMeasurement measured, String mode) {
        return DefragVerdict.of(measured, Optional.of(mode), 0, OptionalDouble.empty());
    }

    @Test
    void longWaitsFavourDefer() {
        DefragVerdict verdict = verdict(measured(400, 0, 350, 150_000), "madvise");
        assertEquals(Optional.of("defer"), verdict.favoured());
        assertEquals(Certainty.HIGH, verdict.certainty());
        assertEquals(
                "The waits favour defrag=defer instead of madvise: 350 direct compactions of threads that fault took"
                        + " 52.5 ms, 66 % of the time of all 400 THP faults; the longest took 150 us. With defer such a"
                        + " fault takes base pages at once, and kcompactd and khugepaged make huge pages later."
                        + " Certainty: high, it rests on 350 events.",
                verdict.text());
    }

    /** The long waits of a trace at load 40 say little about memory. */
    @Test
    void waitsWhileCpusAreShortFavourNothing() {
        DefragVerdict verdict =
                DefragVerdict.of(measured(400, 0, 350, 150_000), Optional.of("madvise"), 0, OptionalDouble.of(0.86));
        assertEquals(Optional.empty(), verdict.favoured());
        assertEquals(Certainty.LOW, verdict.certainty());
        assertTrue(
                verdict.text()
                        .startsWith("No verdict on defrag: tasks of the host waited for a CPU in 86 % of the time"),
                verdict.text());
        DefragVerdict same = DefragVerdict.of(
                measured(1000, 0, 31, 10_000), Optional.of("defer+madvise"), 0, OptionalDouble.of(0.86));
        assertEquals(Optional.of("defer+madvise"), same.favoured());
        assertTrue(same.text().contains("waited for a CPU"), same.text());
        assertEquals(
                Optional.of("defer"),
                DefragVerdict.of(measured(400, 0, 350, 150_000), Optional.of("madvise"), 0, OptionalDouble.of(0.1))
                        .favoured());
    }

    @Test
    void oneLongWaitSuffices() {
        assertEquals(
                Optional.of("defer"),
                verdict(measured(100_000, 0, 31, 11_000_000), "always").favoured());
    }

    @Test
    void shortWaitsChangeNothing() {
        DefragVerdict verdict = verdict(measured(1000, 0, 31, 10_000), "defer+madvise");
        assertEquals(Optional.of("defer+madvise"), verdict.favoured());
        assertEquals(Certainty.MEDIUM, verdict.certainty());
    }

    @Test
    void fallbacksFavourCompactionButTheirPriceIsUnknown() {
        DefragVerdict verdict = verdict(measured(10, 990, 0, 0), "defer");
        assertEquals(Optional.of("defer+madvise"), verdict.favoured());
        assertEquals(Certainty.MEDIUM, verdict.certainty());
        assertEquals(
                Optional.of("madvise"),
                verdict(measured(10, 990, 0, 0), "never").favoured());
        assertEquals(
                Optional.empty(), verdict(measured(10, 990, 0, 0), "madvise").favoured());
    }

    @Test
    void fewEventsAndLostEventsAreUncertain() {
        assertEquals(Certainty.LOW, verdict(measured(29, 0, 0, 0), "madvise").certainty());
        assertEquals(
                Certainty.LOW,
                DefragVerdict.of(measured(4000, 0, 0, 0), Optional.of("madvise"), 5, OptionalDouble.empty())
                        .certainty());
        assertEquals(Certainty.NONE, verdict(measured(0, 0, 0, 0), "madvise").certainty());
        assertEquals(
                Certainty.NONE,
                DefragVerdict.of(measured(40, 0, 0, 0), Optional.empty(), 0, OptionalDouble.empty())
                        .certainty());
    }

    @Test
    void checksCompareEachCounterThatTheKernelHas() {
        List<CrossCheck> checks = CrossCheck.of(
                measured(3, 1, 2, 5), Map.of("compact_stall", 2L, "thp_fault_alloc", 4L), OptionalLong.of(0));
        assertEquals(
                List.of(
                        new CrossCheck("compact_stall", 2, 2),
                        new CrossCheck("thp_fault_alloc", 4, 3),
                        new CrossCheck("pages_collapsed", 0, 0)),
                checks);
        assertTrue(checks.get(0).equal());
        assertEquals(false, checks.get(1).equal());
    }

    @Test
    void bucketsArePowersOfTwo() {
        Collecting collecting = new Collecting("x");
        for (long nanos : new long[] {0, 1, 2, 3, 4, 1024, -5}) {
            collecting.add(nanos);
        }
        Histogram histogram = collecting.result();
        assertEquals(
                List.of(
                        new Histogram.Bucket(0, 1, 1),
                        new Histogram.Bucket(1, 2, 1),
                        new Histogram.Bucket(2, 4, 2),
                        new Histogram.Bucket(4, 8, 1),
                        new Histogram.Bucket(1024, 2048, 1)),
                histogram.buckets());
        assertEquals(6, histogram.count());
        assertEquals(1, histogram.untimed());
        assertEquals(1034, histogram.sum());
        assertEquals(1024, histogram.below(0.99));
    }

    @Test
    void timesHaveThreeDigits() {
        assertEquals("0 ns", TimeText.of(0));
        assertEquals("1.02 us", TimeText.of(1024));
        assertEquals("65.5 us", TimeText.of(65_536));
        assertEquals("771 ms", TimeText.of(771_000_000));
        assertEquals("2.17 s", TimeText.of(2_171_000_000L));
    }
}
