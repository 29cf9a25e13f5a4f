package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.read.memory.ZeroSample.Estimate;
import io.github.hpjvm.advisor.read.memory.ZeroSample.Limits;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Memory whose base pages of zeros are known. */
class ZeroSampleTest {
    private static final int PAGES = 512;
    private static final long LATER = System.nanoTime() + 600_000_000_000L;
    private static final long DEFAULT = PAGES - 1;

    /** Blocks that are huge pages or not, and base pages that hold zeros or not. */
    private record Memory(boolean[] huge, boolean[][] zero) implements ZeroSample.Blocks {
        @Override
        public OptionalInt zeros(long block, int[] pages) {
            int found = 0;
            int last = -1;
            for (int page : pages) {
                assertTrue(page > last, "each page once, in ascending order");
                found += zero[(int) block][page] ? 1 : 0;
                last = page;
            }
            return huge[(int) block] ? OptionalInt.of(found) : OptionalInt.empty();
        }

        long hugePages() {
            long count = 0;
            for (boolean one : huge) {
                count += one ? 1 : 0;
            }
            return count;
        }

        double share() {
            double zeros = 0;
            for (int b = 0; b < huge.length; b++) {
                for (int p = 0; huge[b] && p < PAGES; p++) {
                    zeros += zero[b][p] ? 1 : 0;
                }
            }
            return zeros / PAGES / hugePages();
        }
    }

    /** Memory whose blocks have each a share of zeros of its own. */
    private static Memory memory(int blocks, double hugeShare, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Memory memory = new Memory(new boolean[blocks], new boolean[blocks][PAGES]);
        for (int b = 0; b < blocks; b++) {
            memory.huge[b] = random.nextDouble() < hugeShare;
            double share = random.nextDouble();
            for (int p = 0; p < PAGES; p++) {
                memory.zero[b][p] = random.nextDouble() < share;
            }
        }
        return memory;
    }

    private static Estimate of(Memory memory, long most, long zerosAllowed, long seed) throws IOException {
        Limits limits = new Limits(PAGES, most, Long.MAX_VALUE, zerosAllowed);
        return ZeroSample.of(memory.huge.length, memory.hugePages(), limits, seed, LATER, memory);
    }

    @Test
    void allPagesAreExact() throws IOException {
        Memory memory = memory(40, 0.7, 1);
        Estimate all = of(memory, 40 * PAGES, DEFAULT, 3);
        assertEquals(memory.share(), all.share(), 1e-9);
        assertEquals(0, all.standardError());
        assertEquals(memory.hugePages(), all.blocks());
        assertEquals(memory.hugePages() * PAGES, all.compared());
    }

    @Test
    void noHugePageGivesNoEstimate() throws IOException {
        assertEquals(0, of(memory(40, 0, 1), 40 * PAGES, DEFAULT, 3).blocks());
    }

    /** The same filling in each huge page, as of a program that touches K of 512 base pages. */
    @Test
    void anEvenFillingIsKnownWithinTwoPerCent() throws IOException {
        Memory memory = memory(3000, 1, 1);
        for (boolean[] block : memory.zero) {
            for (int p = 0; p < PAGES; p++) {
                block[p] = p % 8 >= 3;
            }
        }
        Estimate sample = of(memory, 16384, DEFAULT, 5);
        assertEquals(1, sample.share() / (5 / 8.0), 0.02);
        assertTrue(sample.standardError() < 0.01, sample.toString());
        assertEquals(16384, sample.compared());
    }

    /** The interval of two standard errors has the true share in at least 93 of 100 samples. */
    @Test
    void theIntervalHoldsTheTruth() throws IOException {
        for (double hugeShare : new double[] {1, 0.3}) {
            for (int blocks : new int[] {150, 2500}) {
                Memory memory = memory(blocks, hugeShare, 7);
                int seeds = Draws.LAB ? 300 : 60;
                int inside = 0;
                double widest = 0;
                for (int seed = 0; seed < seeds; seed++) {
                    Estimate sample = of(memory, 16384, DEFAULT, seed);
                    double error = Math.abs(sample.share() - memory.share());
                    inside += error <= 2 * sample.standardError() ? 1 : 0;
                    widest = Math.max(widest, sample.standardError());
                }
                assertTrue(
                        inside >= (Draws.LAB ? 0.93 : 0.88) * seeds,
                        inside + " of " + seeds + " with " + blocks + " blocks, " + hugeShare + " huge");
                assertTrue(widest < 0.015, "standard error " + widest);
            }
        }
    }

    /** A sample that saw no zeros does not say that there are none. */
    @Test
    void alikeBlocksHaveAnIntervalToo() throws IOException {
        Memory memory = memory(5000, 1, 1);
        for (boolean[] block : memory.zero) {
            Arrays.fill(block, false);
        }
        Estimate sample = of(memory, 16384, DEFAULT, 5);
        assertEquals(0, sample.share());
        assertTrue(sample.standardError() > 0 && sample.standardError() < 0.005, sample.toString());
    }

    /** thp_underused in mm/huge_memory.c: more than max_ptes_none, and never with the default. */
    @Test
    void onlyPagesAboveTheThresholdAreUnderused() throws IOException {
        Memory memory = memory(2, 1, 1);
        for (int p = 0; p < PAGES; p++) {
            memory.zero[0][p] = p < 409;
            memory.zero[1][p] = p < 410;
        }
        assertEquals(410 / 1024.0, of(memory, 2 * PAGES, 409, 1).underused(), 1e-9);
        assertEquals(819 / 1024.0, of(memory, 2 * PAGES, 0, 1).underused(), 1e-9);
        Arrays.fill(memory.zero[0], true);
        assertEquals(0, of(memory, 2 * PAGES, DEFAULT, 1).underused());
    }

    @Test
    void theSameSeedComparesTheSamePages() throws IOException {
        Memory memory = memory(3000, 0.5, 2);
        assertEquals(of(memory, 16384, 409, 9), of(memory, 16384, 409, 9));
    }

    @Test
    void theTimeLimitEndsTheSample() throws IOException {
        Memory memory = memory(100, 1, 2);
        Limits limits = new Limits(PAGES, 16384, 50, DEFAULT);
        assertEquals(
                0,
                ZeroSample.of(100, 100, limits, 1, System.nanoTime() - 1, memory)
                        .blocks());
        assertEquals(
                50, ZeroSample.of(100, 100, limits, 1, LATER, memory).blocks(), "at most so many blocks are looked at");
    }
}
