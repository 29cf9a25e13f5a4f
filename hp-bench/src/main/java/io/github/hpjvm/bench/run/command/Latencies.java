package io.github.hpjvm.bench.run.command;

import java.util.OptionalDouble;

/** Figures of response times, by name. */
interface Latencies {
    /** No figures. */
    Latencies NONE = name -> OptionalDouble.empty();

    /** The figure of that name; empty if there is none. */
    OptionalDouble figure(String name);

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
