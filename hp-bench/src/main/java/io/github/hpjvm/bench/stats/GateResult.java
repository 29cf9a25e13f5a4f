package io.github.hpjvm.bench.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a gate on one case.
 *
 * @param subject empty if the gate matches no measured case
 * @param failure the reason why the gate failed; empty if it holds
 */
public record GateResult(Gate gate, Optional<Comparison> subject, Optional<Failure> failure) {

    /** Reasons why a gate fails. */
    public enum Failure {
        /** The gate matches no measured case. */
        NOTHING_MATCHED,
        /** No round has a ratio, or runs without a ratio may hide a loss. */
        NOT_REALISED,
        /** There is no interval, or it does not show a gain. */
        INCONCLUSIVE,
        /** The interval exceeds the bound. */
        ABOVE
    }

    /** Evaluates gates: one result for each gate and matching case, in their order. */
    public static List<GateResult> of(List<Gate> gates, List<Comparison> comparisons) {
        List<GateResult> results = new ArrayList<>();
        for (Gate gate : gates) {
            List<Comparison> named = comparisons.stream()
                    .filter(it -> it.variant().name().equals(gate.variant()) && gate.names(it.subject()))
                    .toList();
            named.forEach(it -> results.add(new GateResult(gate, Optional.of(it), failure(gate, it))));
            if (named.isEmpty()) {
                results.add(new GateResult(gate, Optional.empty(), Optional.of(Failure.NOTHING_MATCHED)));
            }
        }
        return List.copyOf(results);
    }

    public boolean holds() {
        return failure.isEmpty();
    }

    /**
     * Evaluates one comparison. A bound below 1 requires a gain, which only the verdict FASTER shows. A
     * bound of 1 or more only limits a loss; an interval wholly below it is sufficient. An interval without runs that may
     * be a loss shows neither.
     */
    private static Optional<Failure> failure(Gate gate, Comparison comparison) {
        if (comparison.verdict() == Verdict.NOT_REALISED || comparison.leftOut() > 0) {
            return Optional.of(Failure.NOT_REALISED);
        }
        double bound = gate.bound().doubleValue();
        Optional<RatioInterval> interval = comparison.ratio().ci95();
        if (interval.isEmpty()) {
            return Optional.of(Failure.INCONCLUSIVE);
        }
        if (interval.get().high() > bound) {
            return Optional.of(Failure.ABOVE);
        }
        return bound < 1 && comparison.verdict() != Verdict.FASTER
                ? Optional.of(Failure.INCONCLUSIVE)
                : Optional.empty();
    }
}
