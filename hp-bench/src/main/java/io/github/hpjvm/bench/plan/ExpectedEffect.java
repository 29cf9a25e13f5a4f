package io.github.hpjvm.bench.plan;

import java.util.Map;
import java.util.Optional;

/**
 * The expected effect of huge pages on a workload, fixed before measuring.
 *
 * @param because the reason, one sentence
 * @param by the parameter on which the effect depends; empty if there is none, then its value is 0
 * @param noneUpTo largest value without a gain, the control; negative if there is none
 * @param within permitted difference in the control
 * @param gainFrom smallest value with a gain; {@link Long#MAX_VALUE} if there is none
 * @param small whether the gain may be too small to be detected
 */
public record ExpectedEffect(
        String because, Optional<String> by, long noneUpTo, double within, long gainFrom, boolean small) {

    private static final long MEASURED_PAGE = 4096;

    /** Expected effects on a case. */
    public enum Effect {
        /** No difference: the case is a control. */
        NONE,
        /** Lower cost on huge pages. */
        GAIN,
        /** Lower cost, perhaps by too little to be detected, and never a higher one. */
        SMALL_GAIN
    }

    /**
     * The same on a host with base pages of that size. The workloads name the least data with a gain for pages of 4 KiB.
     * The TLB has as many entries for larger pages, which cover more data.
     */
    public ExpectedEffect onPagesOf(long bytes) {
        boolean scales = gainFrom != Long.MAX_VALUE && bytes > MEASURED_PAGE;
        return new ExpectedEffect(
                because, by, noneUpTo, within, scales ? gainFrom * (bytes / MEASURED_PAGE) : gainFrom, small);
    }

    /** The expected effect on a case with these parameters; empty if there is none. */
    public Optional<Effect> of(Map<String, String> params) {
        Optional<Long> value = by.map(params::get).flatMap(ExpectedEffect::number);
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
