package io.github.hpjvm.advisor.gain;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * An upper bound of the time that other pages can save.
 *
 * @param source kind of the measurement
 * @param file name of its file
 * @param atMost share of the time, 0 to 1; empty if the figures that it needs are unknown
 * @param text the bound or the reason why there is none, as a sentence without a period at its end
 * @param limits what the bound does not include, a sentence each
 */
public record GainBound(Source source, String file, OptionalDouble atMost, String text, List<String> limits) {

    public GainBound {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(text, "text");
        limits = List.copyOf(limits);
        if (atMost.isPresent() && !(atMost.getAsDouble() >= 0 && atMost.getAsDouble() <= 1)) {
            throw new IllegalArgumentException("not a share: " + atMost.getAsDouble());
        }
    }

    /** The kind of a measurement. */
    public enum Source {
        /** Cycles of page walks. */
        TLB,
        /** Stalls of compaction and of huge-page faults. */
        STALLS,
        /** The benchmark TlbReach. */
        TLB_REACH
    }
}
