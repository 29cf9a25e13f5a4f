package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Window;
import io.github.hpjvm.advisor.read.memory.WindowSample.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowSampleTest {
    private static final long PAGE = 4096;
    private static final long BLOCK = 2 << 20;
    private static final long GIB = 1L << 30;
    private static final List<AddressRange> HEAP = List.of(new AddressRange(GIB, 17 * GIB));

    /** Of 16 GiB the first so many MiB are touched; of each hundred huge blocks so many are huge. */
    private static WindowSample.Probe heap(long touchedMiB, int percentHuge) {
        return address -> {
            long at = address - GIB;
            if (at >= touchedMiB << 20) {
                return Window.ABSENT;
            }
            return Long.remainderUnsigned(at / BLOCK * 37, 100) < percentHuge ? Window.HUGE : Window.BASE;
        };
    }

    private static Estimate sample(long seed, WindowSample.Probe probe) throws Exception {
        return WindowSample.of(HEAP, PAGE, 256, seed, probe).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"16384, 0", "16384, 50", "16384, 90", "16384, 97", "16384, 100", "1024, 50", "600, 95", "600, 0"})
    void isWithinTwoOfItsStandardErrors(long touchedMiB, int percentHuge) throws Exception {
        int inside = 0;
        int seeds = 400;
        for (int seed = 0; seed < seeds; seed++) {
            Estimate estimate = sample(seed, heap(touchedMiB, percentHuge));
            boolean near = Math.abs(estimate.share() - percentHuge / 100.0) <= 2 * estimate.standardError();
            inside += near ? 1 : 0;
        }
        assertTrue(inside >= 0.9 * seeds, inside + " of the seeds 0 to " + seeds);
    }

    /** Old objects at the bottom, every second block split; the young ones elsewhere, whole, where there is room. */
    private static WindowSample.Probe oldAndYoung(long oldMiB, long youngMiB, int pieces) {
        long piece = (youngMiB << 20) / pieces;
        long apart = (16 * GIB - (oldMiB << 20)) / pieces;
        return address -> {
            long at = address - GIB;
            if (at < oldMiB << 20) {
                return at / BLOCK % 2 == 0 ? Window.HUGE : Window.BASE;
            }
            return (at - (oldMiB << 20)) % apart < piece ? Window.HUGE : Window.ABSENT;
        };
    }

    /** A sample often misses strata with few resident pages: the error must cover this. */
    @ParameterizedTest
    @CsvSource({"1100, 130, 1", "1100, 500, 3", "2000, 1000, 20", "8000, 800, 100", "500, 1500, 60", "200, 160, 1"})
    void theErrorCoversSparseStrata(long oldMiB, long youngMiB, int pieces) throws Exception {
        double truth = (oldMiB / 2.0 + youngMiB) / (oldMiB + youngMiB);
        int inside = 0;
        double sum = 0;
        int seeds = 1000;
        for (int seed = 0; seed < seeds; seed++) {
            Estimate estimate = sample(seed, oldAndYoung(oldMiB, youngMiB, pieces));
            inside += Math.abs(estimate.share() - truth) <= 2 * estimate.standardError() ? 1 : 0;
            sum += estimate.share();
        }
        String seen = inside + " of the seeds 0 to " + seeds + ", mean " + sum / seeds + " of " + truth;
        assertTrue(inside >= 0.9 * seeds, seen);
        assertEquals(truth, sum / seeds, 0.02, seen);
    }

    @ParameterizedTest
    @CsvSource({"16384", "8192", "1024", "600"})
    void estimatesTheResidentBytes(long touchedMiB) throws Exception {
        double sum = 0;
        for (int seed = 0; seed < 100; seed++) {
            sum += sample(seed, heap(touchedMiB, 50)).residentPages() * PAGE / (1 << 20);
        }
        assertEquals(touchedMiB, sum / 100, touchedMiB * 0.1);
    }

    @Test
    void readsNoMorePagesOfALargerHeap() throws Exception {
        AtomicInteger looked = new AtomicInteger();
        for (long touched : new long[] {0, 200, 1024, 4096, 16384}) {
            looked.set(0);
            WindowSample.of(HEAP, PAGE, 256, 1, address -> {
                looked.incrementAndGet();
                return heap(touched, 50).at(address);
            });
            assertTrue(looked.get() <= 256 * 2 + 64, touched + " MiB: " + looked);
        }
    }

    @Test
    void samplesTheTouchedPartsOfASparseHeap() throws Exception {
        assertTrue(sample(7, heap(1024, 50)).windows() > 200);
    }

    @Test
    void equalPagesLeaveAnError() throws Exception {
        Estimate estimate = sample(1, heap(16384, 100));
        assertEquals(1, estimate.share());
        assertTrue(estimate.standardError() > 0.001 && estimate.standardError() < 0.02, estimate.toString());
    }

    @Test
    void theSameSeedReadsTheSamePages() throws Exception {
        assertEquals(sample(5, heap(9000, 93)), sample(5, heap(9000, 93)));
    }

    @Test
    void noResidentPagesGiveZero() throws Exception {
        assertEquals(Optional.empty(), WindowSample.of(HEAP, PAGE, 256, 1, address -> Window.ABSENT));
        assertEquals(Optional.empty(), WindowSample.of(List.of(), PAGE, 256, 1, address -> Window.HUGE));
    }

    @Test
    void joinsSeveralRanges() throws Exception {
        List<AddressRange> two = List.of(new AddressRange(0, GIB), new AddressRange(4 * GIB, 5 * GIB));
        Estimate estimate = WindowSample.of(two, PAGE, 256, 3, a -> a < GIB ? Window.HUGE : Window.BASE)
                .orElseThrow();
        assertEquals(0.5, estimate.share(), 0.02);
    }
}
