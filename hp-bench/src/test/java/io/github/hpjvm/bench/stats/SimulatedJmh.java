package io.github.hpjvm.bench.stats;

import java.util.Random;
import java.util.function.BiFunction;
import org.openjdk.jmh.util.ListStatistics;

/**
 * The same comparison by plain JMH: all forks of one side, then all of the other, every iteration a sample. What is
 * asked of the samples is what people ask, by JMH's own code.
 */
record SimulatedJmh(ListStatistics before, ListStatistics after) {

    /** @param forks of each side */
    static SimulatedJmh of(BiFunction<Integer, Random, double[][]> noise, int forks, double ratio, Random random) {
        double[][] series = noise.apply(2 * forks, random);
        ListStatistics before = new ListStatistics();
        ListStatistics after = new ListStatistics();
        for (int fork = 0; fork < 2 * forks; fork++) {
            for (double iteration : series[fork]) {
                if (fork < forks) {
                    before.addValue(StrictMath.exp(iteration));
                } else {
                    after.addValue(ratio * StrictMath.exp(iteration));
                }
            }
        }
        return new SimulatedJmh(before, after);
    }

    /** Whether JMH's error bars of 99.9 % are disjoint. */
    boolean barsAreDisjoint() {
        double gap = Math.abs(before.getMean() - after.getMean());
        return gap > before.getMeanErrorAt(0.999) + after.getMeanErrorAt(0.999);
    }

    /** Whether Welch's test on iterations shows a difference at 95 %. */
    boolean welchSaysDifferent() {
        return before.isDifferent(after, 0.95);
    }
}
