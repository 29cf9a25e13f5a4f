package io.github.hpjvm.bench.run.command;

import java.util.Optional;
import java.util.OptionalDouble;

/** Figures of response times, by name. */
interface Latencies {
    /** No figures. */
    Latencies NONE = name -> OptionalDouble.empty();

    /** The figure of that name; empty if there is none. */
    OptionalDouble figure(String name);

    /** Why there is no figure of that name, as part of a sentence; empty if nothing is known about it. */
    default Optional<String> why(String name) {
        return Optional.empty();
    }

    /** No figures for a reason. */
    static Latencies none(String why) {
        return new Latencies() {
            @Override
            public OptionalDouble figure(String name) {
                return OptionalDouble.empty();
            }

            @Override
            public Optional<String> why(String name) {
                return Optional.of(why);
            }
        };
    }

    /** A file of HdrHistogram: a log of intervals, or a percentile distribution. */
    static Latencies ofHdr(String text) {
        return ofHdr(text, 0);
    }

    /**
     * The same, of a file that may have been there before.
     *
     * @param earlier length of the text that was in it. All intervals of a log are summed, so the earlier ones are left out;
     *     of several distributions the last counts
     */
    static Latencies ofHdr(String text, int earlier) {
        if (HdrLog.isLog(text)) {
            return HdrLog.parse(text.substring(earlier));
        }
        PercentileText percentiles = new PercentileText();
        text.lines().forEach(percentiles::accept);
        return percentiles;
    }
}
