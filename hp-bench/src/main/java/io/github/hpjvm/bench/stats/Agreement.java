package io.github.hpjvm.bench.stats;

import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.plan.ExpectedEffect;
import java.util.Optional;

/** Agreement of a result with the workload's expectation, which was fixed before measuring. */
public enum Agreement {
    /** The result is as expected. */
    AS_EXPECTED,
    /** The result is unexpected. */
    UNEXPECTED,
    /** The interval is too wide for an answer, or there is none. */
    OPEN;

    /**
     * Judges a variant with the heap on huge pages against baseline. For a control, an interval wholly outside the
     * permitted difference is unexpected; for a gain {@code SAME} and {@code SLOWER}; for a small gain {@code SLOWER}.
     *
     * @return empty if the workload has no expectation for this case or variant
     */
    public static Optional<Agreement> of(Comparison comparison) {
        if (comparison.variant().asks() == PageKind.BASE) {
            return Optional.empty();
        }
        Optional<ExpectedEffect> expectation = comparison.subject().workload().expectation();
        return expectation.flatMap(it -> it.of(comparison.subject().params())).map(effect -> switch (effect) {
            case NONE -> none(comparison, expectation.get().within());
            case GAIN -> gain(comparison.verdict(), UNEXPECTED);
            case SMALL_GAIN -> gain(comparison.verdict(), AS_EXPECTED);
        });
    }

    private static Agreement gain(Verdict verdict, Agreement ifSame) {
        return switch (verdict) {
            case FASTER -> AS_EXPECTED;
            case SLOWER -> UNEXPECTED;
            case SAME -> ifSame;
            default -> OPEN;
        };
    }

    private static Agreement none(Comparison comparison, double within) {
        Optional<RatioInterval> interval = comparison.ratio().ci95();
        if (interval.isEmpty()) {
            return OPEN;
        }
        double low = interval.get().low();
        double high = interval.get().high();
        if (low >= 1 - within && high <= 1 + within) {
            return AS_EXPECTED;
        }
        boolean differs = comparison.verdict() == Verdict.FASTER || comparison.verdict() == Verdict.SLOWER;
        return differs && (high < 1 - within || low > 1 + within) ? UNEXPECTED : OPEN;
    }
}
