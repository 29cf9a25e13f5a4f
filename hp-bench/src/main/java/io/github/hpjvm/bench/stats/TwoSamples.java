package io.github.hpjvm.bench.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * The shift between two unpaired samples: the Hodges-Lehmann shift, which is the median of all differences, and the
 * interval that belongs to the Mann-Whitney statistic (Hollander, Wolfe and Chicken, sections 4.2 and 4.3). It assumes
 * that the samples have the same shape and differ by a shift.
 */
public final class TwoSamples {
    private static final double TAIL = 0.025;
    private static final double Z = 1.959963984540054;

    /** Differences up to which the statistic's exact distribution is computed; beyond, its normal limit is used. */
    private static final int COUNTED_OUT = 2500;

    private final double[] differences;
    private final int m;
    private final int n;

    /** @param from values that are subtracted from those of {@code to}; both finite and not empty */
    public TwoSamples(double[] from, double[] to) {
        if (from.length == 0 || to.length == 0) {
            throw new IllegalArgumentException("a sample is empty");
        }
        m = from.length;
        n = to.length;
        differences = new double[m * n];
        int next = 0;
        for (double a : from) {
            for (double b : to) {
                if (!Double.isFinite(a) || !Double.isFinite(b)) {
                    throw new IllegalArgumentException("not a finite value: " + a + " or " + b);
                }
                differences[next++] = b - a;
            }
        }
        Arrays.sort(differences);
    }

    /** The Hodges-Lehmann estimate of the shift. */
    public double shift() {
        int middle = differences.length / 2;
        return differences.length % 2 == 1 ? differences[middle] : (differences[middle - 1] + differences[middle]) / 2;
    }

    /** The interval of at least 95 %; empty for samples that are too small, such as 3 and 4 or 2 and 7 values. */
    public Optional<RatioInterval> interval95() {
        int outside = countOutside(m, n);
        return outside == 0
                ? Optional.empty()
                : Optional.of(new RatioInterval(differences[outside - 1], differences[differences.length - outside]));
    }

    /** The largest k with P(U <= k - 1) at most 2.5 % for samples of these sizes without ties. */
    static int countOutside(int m, int n) {
        if ((long) m * n > COUNTED_OUT) {
            double middle = m * (double) n / 2;
            double deviation = Math.sqrt(m * (double) n * (m + n + 1) / 12);
            return (int) Math.max(0, Math.floor(middle + 0.5 - Z * deviation));
        }
        double[] probability = distribution(m, n);
        double tail = 0;
        int k = 0;
        while (tail + probability[k] <= TAIL) {
            tail += probability[k++];
        }
        return k;
    }

    /**
     * P(U = u) for u from 0 to m n, by recursion over the largest of all values: it belongs to the first sample with
     * probability m / (m + n), and then exceeds all n values of the other.
     */
    private static double[] distribution(int m, int n) {
        double[][] row = new double[n + 1][];
        for (int j = 0; j <= n; j++) {
            row[j] = new double[] {1};
        }
        for (int i = 1; i <= m; i++) {
            double[][] next = new double[n + 1][];
            next[0] = new double[] {1};
            for (int j = 1; j <= n; j++) {
                double[] p = new double[i * j + 1];
                for (int u = 0; u < p.length; u++) {
                    double first = u >= j && u - j < row[j].length ? row[j][u - j] : 0;
                    double second = u < next[j - 1].length ? next[j - 1][u] : 0;
                    p[u] = (i * first + j * second) / (i + j);
                }
                next[j] = p;
            }
            row = next;
        }
        return row[n];
    }
}
