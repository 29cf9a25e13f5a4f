package io.github.hpjvm.advisor.read.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Estimates the share of base pages of zeros among those of huge pages, by a sample in two stages: blocks of the size of a huge
 * page in random order, and of each that is a huge page some base pages, one at random in each part of the same length (Cochran,
 * Sampling Techniques, 10.3 and 10.4). If the sample contains all, the result is exact. The same seed compares the same pages.
 */
final class ZeroSample {

    /** Compares base pages of one block with zero. */
    @FunctionalInterface
    interface Blocks {
        /**
         * Returns how many of these base pages hold zeros; empty if the block is no huge page.
         *
         * @param pages their numbers in the block, ascending
         */
        OptionalInt zeros(long block, int[] pages) throws IOException;
    }

    /**
     * How much is read.
     *
     * @param perBlock number of base pages of a huge page
     * @param most number of base pages to compare
     * @param tries number of blocks to look at; most blocks of a region may be no huge page
     * @param zerosAllowed {@code max_ptes_none}
     */
    record Limits(int perBlock, long most, long tries, long zerosAllowed) {}

    /**
     * The estimate.
     *
     * @param share of the base pages that hold zeros
     * @param standardError of the share; zero if all were compared
     * @param underused share of the base pages that hold zeros in huge pages with more of them than {@code max_ptes_none}
     * @param blocks number of huge pages in the sample
     * @param compared number of base pages that were compared
     */
    record Estimate(double share, double standardError, double underused, int blocks, long compared) {}

    /** Base pages of a block at least, so that the kind of a block costs less than its comparison. */
    private static final int LEAST = 16;

    private ZeroSample() {}

    /**
     * Draws the sample, until it is complete or the time is over.
     *
     * @param blocks number of blocks
     * @param huge about how many of them are huge pages
     * @param deadline of {@link System#nanoTime}
     */
    static Estimate of(long blocks, long huge, Limits limits, long seed, long deadline, Blocks reader)
            throws IOException {
        long wanted = Math.max(1, Math.min(huge, limits.most() / Math.min(LEAST, limits.perBlock())));
        // A power of two, as the base pages of a block, so that all parts have the same length.
        int each = (int) Long.highestOneBit(Math.min(limits.perBlock(), Math.max(LEAST, limits.most() / wanted)));
        SplittableRandom random = new SplittableRandom(seed);
        Order order = new Order(blocks, random);
        List<Integer> zeros = new ArrayList<>();
        long tried = 0;
        while (tried < Math.min(blocks, limits.tries()) && System.nanoTime() - deadline < 0) {
            if (zeros.size() >= wanted && each < limits.perBlock()) {
                break;
            }
            OptionalInt found = reader.zeros(order.at(tried++), drawn(limits.perBlock(), each, random));
            if (found.isPresent()) {
                zeros.add(found.getAsInt());
            }
        }
        return estimate(zeros, each, tried == blocks, Math.max(huge, zeros.size()), limits);
    }

    /** Returns one number in each part of a block. */
    private static int[] drawn(int perBlock, int each, SplittableRandom random) {
        int[] pages = new int[each];
        for (int i = 0; i < each; i++) {
            int from = (int) ((long) perBlock * i / each);
            int to = (int) ((long) perBlock * (i + 1) / each);
            pages[i] = each == perBlock ? i : from + random.nextInt(to - from);
        }
        return pages;
    }

    private static Estimate estimate(List<Integer> zeros, int each, boolean all, long huge, Limits limits) {
        int n = zeros.size();
        if (n == 0) {
            return new Estimate(0, 0, 0, 0, 0);
        }
        double threshold = (double) limits.zerosAllowed() / limits.perBlock();
        boolean splits = limits.zerosAllowed() < limits.perBlock() - 1;
        double sum = 0;
        double squares = 0;
        double within = 0;
        double underused = 0;
        for (int count : zeros) {
            double share = (double) count / each;
            sum += share;
            squares += share * share;
            within += each < 2 ? 0 : share * (1 - share) / (each - 1);
            underused += splits && share > threshold ? share : 0;
        }
        double ofBlocks = all ? 1 : Math.min(1, (double) n / huge);
        double ofPages = (double) each / limits.perBlock();
        // Four more blocks, two of zeros and two without: blocks that are alike in a sample may differ elsewhere
        // (Agresti and Coull, 1998).
        double mean = (sum + 2) / (n + 4);
        double between = Math.max(0, squares + 2 - (n + 4) * mean * mean) / (n + 3);
        double variance = (1 - ofBlocks) * between / n + ofBlocks * (1 - ofPages) * within / n / n;
        return new Estimate(sum / n, Math.sqrt(variance), underused / n, n, (long) n * each);
    }

    /** A random order of numbers, of which only the first are computed (Fisher and Yates). */
    private static final class Order {
        private final long size;
        private final SplittableRandom random;
        private final Map<Long, Long> moved = new HashMap<>();

        Order(long size, SplittableRandom random) {
            this.size = size;
            this.random = random;
        }

        /** Returns the number at a place; each place once, in ascending order. */
        long at(long place) {
            long other = place + random.nextLong(size - place);
            long value = moved.getOrDefault(other, other);
            Long here = moved.remove(place);
            moved.put(other, here == null ? place : here);
            return value;
        }
    }
}
