package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.variant.Variant;
import java.util.Optional;

/**
 * One variant against another on one case.
 *
 * @param ratio cost of {@code variant} over cost of {@code against}; below 1 is better
 * @param outlook what would settle it; empty unless the verdict is INCONCLUSIVE
 */
public record Comparison(
        Case subject,
        Variant variant,
        Variant against,
        RatioOfRounds ratio,
        Verdict verdict,
        Optional<Outlook> outlook) {}
