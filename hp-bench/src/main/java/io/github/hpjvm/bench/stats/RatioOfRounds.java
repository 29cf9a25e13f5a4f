package io.github.hpjvm.bench.stats;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The ratio of the costs of two sides, over the rounds that measured both.
 *
 * <p>Ratios are computed within a round, in which the machine is the same for both sides. They are averaged as
 * logarithms, so that twice the cost and half the cost have the same distance from 1.
 *
 * @param rounds number of rounds in which both sides count
 * @param ratio Hodges-Lehmann estimate; empty if there was no round
 * @param ci95 exact interval; empty with fewer than {@link SignedRank#FEWEST} rounds
 * @param t95 interval of Student's t for the geometric mean, a cross-check; present where {@code ci95} is
 * @param spread standard deviation of the logarithms; empty below two rounds
 */
public record RatioOfRounds(
        int rounds,
        Optional<Double> ratio,
        Optional<RatioInterval> ci95,
        Optional<RatioInterval> t95,
        Optional<Double> spread) {
    /** Factor between the widths of two intervals above which they disagree. */
    private static final double FAR_WIDER = 1.5;

    /** Quantiles by degrees of freedom. Each takes commons-math3 10 to 100 µs. */
    private static final Map<Integer, Double> QUANTILES = new ConcurrentHashMap<>();

    /** @param ratios cost over cost, one per round, each positive and finite */
    public static RatioOfRounds of(List<Double> ratios) {
        if (ratios.isEmpty()) {
            return new RatioOfRounds(0, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
        double[] logs = ratios.stream().mapToDouble(RatioOfRounds::log).toArray();
        SignedRank rank = new SignedRank(logs);
        return new RatioOfRounds(
                ratios.size(),
                Optional.of(Math.exp(rank.estimate())),
                rank.interval95().map(RatioInterval::exp),
                t95(logs).map(RatioInterval::exp),
                Spread.of(logs));
    }

    /** The ratio of the sides in the other order. */
    public RatioOfRounds inverse() {
        return new RatioOfRounds(
                rounds,
                ratio.map(it -> 1 / it),
                ci95.map(RatioInterval::inverse),
                t95.map(RatioInterval::inverse),
                spread);
    }

    /**
     * The verdict on this ratio.
     * @param bias bias of the A/A pair, see {@link #bias}
     */
    public Verdict verdict(Optional<RatioInterval> bias) {
        return rounds == 0 ? Verdict.NOT_REALISED : Verdict.of(ci95, bias);
    }

    /**
     * The ratios around 1 that the bias explains, if this is the ratio of an A/A pair: on both sides of 1, up to the
     * distance of the estimate. Empty without an interval.
     */
    Optional<RatioInterval> bias() {
        return ci95.map(it -> {
            double estimate = ratio.orElseThrow();
            return new RatioInterval(Math.min(estimate, 1 / estimate), Math.max(estimate, 1 / estimate));
        });
    }

    /**
     * The largest difference that the interval does not exclude, as a ratio of at least 1: 1.04 means that neither side
     * costs more than 1.04 times the other. Empty without an interval.
     */
    public Optional<Double> notExcluded() {
        return ci95.map(it -> Math.max(it.high(), 1 / it.low()));
    }

    /**
     * Returns whether the t-interval agrees: each of the two contains the middle of the other, and neither is more than
     * 1.5 times as wide. If they disagree, a few rounds are far from the others; then the signed-rank interval is
     * valid, and those rounds should be examined. True without intervals.
     */
    public boolean crossCheckAgrees() {
        if (ci95.isEmpty() || t95.isEmpty()) {
            return true;
        }
        RatioInterval rank = ci95.get();
        RatioInterval mean = t95.get();
        double wide = Math.max(rank.logWidth(), mean.logWidth());
        double narrow = Math.min(rank.logWidth(), mean.logWidth());
        return rank.contains(mean.middle()) && mean.contains(rank.middle()) && wide <= FAR_WIDER * narrow + 1e-9;
    }

    /**
     * The interval of Student's t of 95 % for the mean of a sample; empty below {@link SignedRank#FEWEST} values, as the
     * signed-rank interval is.
     */
    private static Optional<RatioInterval> t95(double... sample) {
        if (sample.length < SignedRank.FEWEST) {
            return Optional.empty();
        }
        double mean = StatUtils.mean(sample);
        double half = quantile975(sample.length - 1) * Math.sqrt(StatUtils.variance(sample) / sample.length);
        return Optional.of(new RatioInterval(mean - half, mean + half));
    }

    /** The 97.5 % quantile of Student's t. */
    public static double quantile975(int degrees) {
        return QUANTILES.computeIfAbsent(degrees, n -> new TDistribution(null, n).inverseCumulativeProbability(0.975));
    }

    private static double log(double ratio) {
        if (!(ratio > 0) || Double.isInfinite(ratio)) {
            throw new IllegalArgumentException("not a ratio of costs: " + ratio);
        }
        return Math.log(ratio);
    }
}
