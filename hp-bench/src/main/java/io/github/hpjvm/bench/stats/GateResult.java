package io.github.hpjvm.bench.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What became of a gate on one case.
 *
 * @param subject empty if the gate names no case that was measured
 * @param failure why it does not hold; empty if it does
 */
public record GateResult(Gate gate, Optional<Comparison> subject, Optional<Failure> failure) {

    /** Why a gate does not hold. */
    public enum Failure {
        /** It names nothing that was measured. */
        NOTHING_MATCHED,
        /** The variant, or baseline beside it, never got its pages. */
        NOT_REALISED,
        /** There is no interval, or it does not tell a gain from noise. */
        INCONCLUSIVE,
        /** The interval reaches above the bound. */
        ABOVE
    }

    /** One entry for each gate and each case that it names, in their order. */
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
     * A bound below 1 demands a gain, and an interval that cannot be told from noise shows none. A bound of 1 or more
     * only demands that nothing got dearer than so: that an interval shows which lies wholly below it.
     */
    private static Optional<Failure> failure(Gate gate, Comparison comparison) {
        if (comparison.verdict() == Verdict.NOT_REALISED) {
            return Optional.of(Failure.NOT_REALISED);
        }
        double bound = gate.bound().doubleValue();
        Optional<Interval> interval = comparison.ratio().ci95();
        if (interval.isEmpty()) {
            return Optional.of(Failure.INCONCLUSIVE);
        }
        if (interval.get().high() > bound) {
            return Optional.of(Failure.ABOVE);
        }
        return bound < 1 && comparison.verdict() == Verdict.INCONCLUSIVE
                ? Optional.of(Failure.INCONCLUSIVE)
                : Optional.empty();
    }
}
