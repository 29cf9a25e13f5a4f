package io.github.hpjvm.bench.stats;

import java.util.Arrays;
import java.util.Collection;
import java.util.NavigableMap;

/**
 * Finds the turn from which the cost of a fork is settled.
 *
 * <p>The first reads of a fork's memory can be many times slower than later ones: a hypervisor maps the guest's pages
 * again one by one. Observed on a virtual machine: two of four forks with 1 GB began 6 to 13 times slower and became
 * faster turn by turn until the 26th of 40 turns. The comparison leaves such turns out for both sides, so a fork has
 * no advantage from being the slow one.
 */
final class SettledTurns {
    /** Turns whose median is compared: more than a burst of noise spoils. */
    private static final int WINDOW = 3;

    /** A fork is settled when a window costs at most this many times the median of its last third. */
    private static final double LIMIT = 1.5;

    private SettledTurns() {}

    /**
     * The number of the first settled turn. At least the last third of the turns counts.
     *
     * @param costs cost by the number of the turn
     * @return 0 if there are too few turns to tell
     */
    static int first(NavigableMap<Integer, Double> costs) {
        int third = costs.size() / 3;
        if (third < WINDOW) {
            return 0;
        }
        double[] values = array(costs.values());
        Integer[] turns = costs.keySet().toArray(Integer[]::new);
        int last = values.length - third;
        double settled = LIMIT * median(Arrays.copyOfRange(values, last, values.length));
        for (int i = 0; i < last; i++) {
            if (median(Arrays.copyOfRange(values, i, i + WINDOW)) <= settled) {
                return turns[i];
            }
        }
        return turns[last];
    }

    /** The median; the mean of the middle two of an even number. */
    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
