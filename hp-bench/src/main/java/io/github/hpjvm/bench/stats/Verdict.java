package io.github.hpjvm.bench.stats;

import java.util.Optional;

/**
 * The verdict on one variant against another.
 * <p>The interval of the ratio already contains the noise of the machine. The A/A pair additionally shows the bias of
 * the measurement: the distance of its estimate from 1. A difference must be larger than the bias. The width of the A/A
 * interval is not used. docs/METHOD.md compares this rule with others by simulation.
 */
public enum Verdict {
    /** The interval lies wholly below 1, by more than the bias of the A/A pair. */
    FASTER,
    /** The interval lies wholly above 1, by more than the bias of the A/A pair. */
    SLOWER,
    /** The interval lies within one per cent of 1. */
    SAME,
    /** None of these: the interval is too wide, or there are too few rounds for an interval. */
    INCONCLUSIVE,
    /** No round has verified pages on both sides, or none was measured by this clock. */
    NOT_REALISED;

    /** The margin of SAME. It is fixed: noise never widens it. */
    static final RatioInterval EQUAL = new RatioInterval(0.99, 1.01);

    /**
     * Judges an interval of ratios.
     *
     * @param interval empty if there are fewer rounds than an interval needs
     * @param bias the ratios around 1 that the bias of the A/A pair explains; empty if the A/A pair has no interval,
     *     then nothing is FASTER or SLOWER
     */
    static Verdict of(Optional<RatioInterval> interval, Optional<RatioInterval> bias) {
        if (interval.isEmpty()) {
            return INCONCLUSIVE;
        }
        RatioInterval ratio = interval.get();
        if (bias.filter(it -> ratio.high() < it.low()).isPresent()) {
            return FASTER;
        }
        if (bias.filter(it -> ratio.low() > it.high()).isPresent()) {
            return SLOWER;
        }
        return ratio.inside(EQUAL) ? SAME : INCONCLUSIVE;
    }
}
