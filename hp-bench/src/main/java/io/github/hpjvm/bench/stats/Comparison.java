package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;

/**
 * One variant against another on one case.
 *
 * @param ratio cost of {@code variant} over cost of {@code against}; below 1 is better
 * @param judgedBy what the interval of the ratio must be apart from to be FASTER or SLOWER: what baseline shows against
 *     itself, reaching to 1; empty where that was not measured, or there was no interval to judge
 * @param outlook what would settle it; empty unless the verdict is INCONCLUSIVE
 */
public record Comparison(
        Case subject,
        Variant variant,
        Variant against,
        RatioOfRounds ratio,
        Verdict verdict,
        Optional<Interval> judgedBy,
        Optional<Outlook> outlook) {}
