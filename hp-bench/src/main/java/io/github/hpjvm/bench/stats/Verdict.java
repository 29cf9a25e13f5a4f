package io.github.hpjvm.bench.stats;

import java.util.Optional;

/** What may be said of one variant against another. */
public enum Verdict {
    /** The interval lies wholly below 1 and apart from the noise floor. */
    FASTER,
    /** The interval lies wholly above 1 and apart from the noise floor. */
    SLOWER,
    /** The interval lies within one per cent of 1. */
    SAME,
    /** None of these: the machine was too noisy, or the rounds were too few. */
    INCONCLUSIVE,
    /** The variant never got the pages that it asked for. */
    NOT_REALISED;

    /** Ratios that nobody would call a difference. Fixed: noise never widens it. */
    static final Interval EQUAL = new Interval(0.99, 1.01);

    /** A baseline differs from itself by noise alone, so a floor that leaves out 1 reaches from where it is to 1. */
    private static final Interval ONE = new Interval(1, 1);

    /**
     * Judges an interval of ratios against the interval that a baseline shows against itself.
     *
     * @param interval empty if there were fewer rounds than an interval needs
     * @param noiseFloor empty if it was not measured; then no difference can be told from noise
     */
    static Verdict of(Optional<Interval> interval, Optional<Interval> noiseFloor) {
        if (interval.isEmpty()) {
            return INCONCLUSIVE;
        }
        Interval ratio = interval.get();
        boolean beyondNoise =
                noiseFloor.map(Verdict::judging).filter(ratio::apartFrom).isPresent();
        if (ratio.high() < 1 && beyondNoise) {
            return FASTER;
        }
        if (ratio.low() > 1 && beyondNoise) {
            return SLOWER;
        }
        return ratio.inside(EQUAL) ? SAME : INCONCLUSIVE;
    }

    /** The noise floor as it judges: reaching to 1. */
    static Interval judging(Interval noiseFloor) {
        return noiseFloor.hull(ONE);
    }
}
