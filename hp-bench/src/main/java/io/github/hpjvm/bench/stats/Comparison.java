package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.variant.Variant;

/**
 * One variant against another on one case.
 *
 * @param ratio cost of {@code variant} over cost of {@code against}; below 1 is better
 */
public record Comparison(Case subject, Variant variant, Variant against, RatioOfRounds ratio, Verdict verdict) {}
