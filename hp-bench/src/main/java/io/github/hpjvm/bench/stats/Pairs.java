package io.github.hpjvm.bench.stats;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/**
 * Order statistics of all pairs of a sample, without a list of the pairs of a large one. The pairs up to a value are counted in one pass
 * over the sorted sample, so bisection over the doubles finds an order statistic in 64 passes at most, exactly.
 */
final class Pairs {
    /** Counts the pairs up to a value. */
    private interface Count {
        long upTo(double most);
    }

    /** Most values whose pairs are listed and sorted, which is faster for few. */
    private static final int FEW = 50;

    private final double[] sorted;
    private double[] means = {};

    /** @param sample finite values, at least one */
    Pairs(double... sample) {
        sorted = sample.clone();
        Arrays.sort(sorted);
    }

    /**
     * Returns the mean of a pair that has so many smaller ones before it. Each value forms a pair with itself, too.
     *
     * @param before from 0 to n(n+1)/2 - 1
     */
    double mean(long before) {
        if (sorted.length <= FEW) {
            means = means.length == 0 ? listMeans() : means;
            return means[(int) before];
        }
        return select(before, sorted[0], sorted[sorted.length - 1], this::countMeans);
    }

    /**
     * Returns the distance of the values of a pair that has so many smaller ones before it.
     *
     * @param before from 0 to n(n-1)/2 - 1
     */
    double distance(long before) {
        return select(before, 0, sorted[sorted.length - 1] - sorted[0], this::countDistances);
    }

    /** Returns the median of an ascending sequence of a known size. */
    static double median(long size, LongToDoubleFunction at) {
        return size % 2 == 1
                ? at.applyAsDouble(size / 2)
                : (at.applyAsDouble(size / 2 - 1) + at.applyAsDouble(size / 2)) / 2;
    }

    private static double select(long before, double least, double most, Count countUpTo) {
        long low = key(least);
        long high = key(most);
        while (low < high) {
            long middle = (low & high) + ((low ^ high) >> 1);
            if (countUpTo.upTo(value(middle)) > before) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return value(low) + 0.0;
    }

    private double[] listMeans() {
        double[] list = new double[sorted.length * (sorted.length + 1) / 2];
        int next = 0;
        for (int i = 0; i < sorted.length; i++) {
            for (int j = i; j < sorted.length; j++) {
                list[next++] = (sorted[i] + sorted[j]) / 2;
            }
        }
        Arrays.sort(list);
        return list;
    }

    private long countMeans(double most) {
        long count = 0;
        int j = sorted.length - 1;
        for (int i = 0; i <= j; i++) {
            while (j >= i && (sorted[i] + sorted[j]) / 2 > most) {
                j--;
            }
            count += Math.max(0, j - i + 1);
        }
        return count;
    }

    private long countDistances(double most) {
        long count = 0;
        int i = 0;
        for (int j = 1; j < sorted.length; j++) {
            while (sorted[j] - sorted[i] > most) {
                i++;
            }
            count += j - i;
        }
        return count;
    }

    /** Numbers the doubles in their order. */
    private static long key(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits >= 0 ? bits : bits ^ Long.MAX_VALUE;
    }

    private static double value(long key) {
        return Double.longBitsToDouble(key >= 0 ? key : key ^ Long.MAX_VALUE);
    }
}
