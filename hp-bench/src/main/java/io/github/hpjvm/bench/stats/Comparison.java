package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;

/**
 * The comparison of one variant with another on one case.
 * @param clock the clock of {@code ratio}, which decides the verdict
 * @param ratio cost of {@code variant} over cost of {@code against}; below 1 is better
 * @param wall the ratio by elapsed time
 * @param cpu the ratio by CPU time; without rounds if that was not measured
 * @param interleave SLICES if the two sides took turns in all rounds that count
 * @param judgedBy the ratios around 1 that the bias of the A/A pair explains: FASTER and SLOWER need an interval
 *     outside of it; empty without an A/A pair, or without an interval to judge
 * @param leftOut number of runs without a ratio ({@link io.github.hpjvm.bench.plan.Run#isLeftOut}) that may hide a loss:
 *     those of the variant if more is better, else those of the other side
 * @param forVerdict rounds that a verdict likely needs; empty unless the verdict is INCONCLUSIVE
 */
public record Comparison(
        Case subject,
        Variant variant,
        Variant against,
        Clock clock,
        RatioOfRounds ratio,
        RatioOfRounds wall,
        RatioOfRounds cpu,
        Interleave interleave,
        Verdict verdict,
        Optional<RatioInterval> judgedBy,
        long leftOut,
        Optional<RoundsForVerdict> forVerdict) {

    /** The ratio by one clock. */
    public RatioOfRounds by(Clock wanted) {
        return wanted == Clock.WALL ? wall : cpu;
    }
}
