package io.github.hpjvm.bench.stats;

import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.bench.plan.Expectation;
import java.util.Optional;

/** Whether a result is what was expected before it was measured. */
public enum Agreement {
    /** It is. */
    BORNE_OUT,
    /** It is the opposite. */
    CONTRADICTED,
    /** The interval is too wide to tell, or there is none. */
    OPEN;

    /**
     * Of a variant with the heap on huge pages against baseline. A control is contradicted by an interval that lies wholly
     * beyond what it may differ by; a gain by {@code SAME} and {@code SLOWER}, a small one by {@code SLOWER} alone.
     *
     * @return empty if nothing was foretold of this case, or of this variant
     */
    public static Optional<Agreement> of(Comparison comparison) {
        if (comparison.variant().asks() == PageKind.BASE) {
            return Optional.empty();
        }
        Optional<Expectation> expectation = comparison.subject().workload().expectation();
        return expectation.flatMap(it -> it.of(comparison.subject().params())).map(effect -> switch (effect) {
            case NONE -> none(comparison, expectation.get().within());
            case GAIN -> gain(comparison.verdict(), CONTRADICTED);
            case SMALL_GAIN -> gain(comparison.verdict(), BORNE_OUT);
        });
    }

    private static Agreement gain(Verdict verdict, Agreement ifSame) {
        return switch (verdict) {
            case FASTER -> BORNE_OUT;
            case SLOWER -> CONTRADICTED;
            case SAME -> ifSame;
            default -> OPEN;
        };
    }

    private static Agreement none(Comparison comparison, double within) {
        Optional<Interval> interval = comparison.ratio().ci95();
        if (interval.isEmpty()) {
            return OPEN;
        }
        double low = interval.get().low();
        double high = interval.get().high();
        if (low >= 1 - within && high <= 1 + within) {
            return BORNE_OUT;
        }
        boolean differs = comparison.verdict() == Verdict.FASTER || comparison.verdict() == Verdict.SLOWER;
        return differs && (high < 1 - within || low > 1 + within) ? CONTRADICTED : OPEN;
    }
}
