package io.github.hpjvm.bench.stats;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Location of a small sample, by the Wilcoxon signed-rank statistic: the Hodges-Lehmann estimate and the confidence
 * interval that belongs to it, exact up to 1000 values (Hollander, Wolfe and Chicken, <i>Nonparametric Statistical
 * Methods</i>, 3rd ed., sections 3.2 and 3.3).
 *
 * <p>It assumes that the sample is symmetric about its centre, and nothing else about its shape. That suits the
 * difference of two log scores taken under the same conditions: swapping the two only changes the sign. An outlier has
 * little influence on the estimate, unlike on a mean.
 */
public final class SignedRank {
    /** The fewest values for which a 95 % interval exists at all: 2 / 2^6 is the first tail below 5 %. */
    public static final int FEWEST = 6;

    private static final double TAIL = 0.025;

    /** The normal quantile of the tail. */
    private static final double QUANTILE = 1.959964;

    /**
     * Most values whose distribution is computed: the steps grow with the third power of their number. For more the
     * distribution is practically normal.
     */
    private static final int EXACT = 1000;

    /**
     * Cached positions, because computing the distribution takes most of the time and depends only on the number of
     * values.
     */
    private static final Map<Integer, Integer> OUTSIDE = new ConcurrentHashMap<>();

    private final Pairs pairs;
    private final int n;

    /** @param sample finite values, at least one */
    public SignedRank(double... sample) {
        if (sample.length == 0) {
            throw new IllegalArgumentException("the sample is empty");
        }
        for (double value : sample) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("not a finite value: " + value);
            }
        }
        n = sample.length;
        pairs = new Pairs(sample);
    }

    /** The Hodges-Lehmann estimate: the median of the means of all pairs, each value with itself included. */
    public double estimate() {
        return Pairs.median(size(), pairs::mean);
    }

    /** Returns the number of pairs, each value with itself included. */
    private long size() {
        return n * (n + 1L) / 2;
    }

    /** The interval of at least 95 %; empty below {@link #FEWEST} values, for which none exists. */
    public Optional<RatioInterval> interval95() {
        int outside = OUTSIDE.computeIfAbsent(n, SignedRank::countOutside);
        return outside == 0
                ? Optional.empty()
                : Optional.of(new RatioInterval(pairs.mean(outside - 1), pairs.mean(size() - outside)));
    }

    /** The exact coverage of the interval for a number of values: 0.96875 for 6, 0.951 for 10; at least 0.95. */
    static double confidence(int n) {
        double[] probability = distribution(n);
        return 1 - 2 * Arrays.stream(probability, 0, countOutside(n)).sum();
    }

    /**
     * The largest k for which the k-th smallest and the k-th largest average still enclose 95 %: that is, P(W <= k - 1)
     * is at most 2.5 % for the signed-rank statistic W of n values without ties.
     */
    static int countOutside(int n) {
        if (n > EXACT) {
            return normalOutside(n);
        }
        double[] probability = distribution(n);
        double tail = 0;
        int k = 0;
        while (tail + probability[k] <= TAIL) {
            tail += probability[k++];
        }
        return k;
    }

    /** The same count for W as a normal variable; it may differ by one or two. */
    static int normalOutside(int n) {
        double mean = n * (n + 1.0) / 4;
        double deviation = Math.sqrt(n * (n + 1.0) * (2.0 * n + 1) / 24);
        return (int) (mean + 0.5 - QUANTILE * deviation);
    }

    /** P(W = w) for w from 0 to n(n+1)/2: each rank is in the sum or not, with probability one half. */
    private static double[] distribution(int n) {
        double[] probability = new double[n * (n + 1) / 2 + 1];
        probability[0] = 1;
        int top = 0;
        for (int rank = 1; rank <= n; rank++) {
            top += rank;
            for (int w = top; w >= 0; w--) {
                probability[w] = (probability[w] + (w >= rank ? probability[w - rank] : 0)) / 2;
            }
        }
        return probability;
    }
}
