package io.github.hpjvm.bench.plan;

import java.util.Map;
import java.util.Optional;

/**
 * What huge pages are expected to do to a workload, said before it is measured.
 *
 * @param because why, one sentence
 * @param by the parameter that decides; empty if there is none, and then it is one value, 0
 * @param noneUpTo up to this value nothing is gained: the control; negative if there is none
 * @param within by so much it may differ there all the same
 * @param gainFrom from this value on something is; {@link Long#MAX_VALUE} if never
 * @param small whether the gain may be too small to be seen
 */
public record Expectation(
        String because, Optional<String> by, long noneUpTo, double within, long gainFrom, boolean small) {

    /** What is foretold of a case. */
    public enum Effect {
        /** Huge pages make no difference there: it is the control. */
        NONE,
        /** It costs less on huge pages. */
        GAIN,
        /** It may cost less, by too little to be seen; it does not cost more. */
        SMALL_GAIN
    }

    /** What is foretold of a case with these parameters; empty if nothing is. */
    public Optional<Effect> of(Map<String, String> params) {
        Optional<Long> value = by.map(params::get).flatMap(Expectation::number);
        if (by.isPresent() && value.isEmpty()) {
            return Optional.empty();
        }
        long at = value.orElse(0L);
        if (at <= noneUpTo) {
            return Optional.of(Effect.NONE);
        }
        if (gainFrom == Long.MAX_VALUE || at < gainFrom) {
            return Optional.empty();
        }
        return Optional.of(small ? Effect.SMALL_GAIN : Effect.GAIN);
    }

    private static Optional<Long> number(String text) {
        return text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }
}
