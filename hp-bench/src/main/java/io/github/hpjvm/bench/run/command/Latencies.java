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
        if (HdrLog.isLog(text)) {
            return HdrLog.parse(text);
        }
        PercentileText percentiles = new PercentileText();
        text.lines().forEach(percentiles::accept);
        return percentiles;
    }
}
