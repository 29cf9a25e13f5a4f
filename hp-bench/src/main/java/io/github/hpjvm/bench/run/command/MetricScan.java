package io.github.hpjvm.bench.run.command;

import java.util.OptionalDouble;

/** Finds the last number of one metric in an output. */
final class MetricScan {
    private final Metric metric;
    private OptionalDouble byPattern = OptionalDouble.empty();
    private OptionalDouble byWhole = OptionalDouble.empty();

    MetricScan(Metric metric) {
        this.metric = metric;
    }

    void accept(String line) {
        OptionalDouble one = metric.in(line);
        byPattern = one.isPresent() ? one : byPattern;
        OptionalDouble other = metric.inWhole(line);
        byWhole = other.isPresent() ? other : byWhole;
    }

    /** Reads the figure of a file, if the metric is one. */
    void read(RecordedFiles files, PercentileText output) {
        metric.recording().ifPresent(it -> byPattern = files.figure(it, output));
    }

    Metric metric() {
        return metric;
    }

    /** The number of the last line that matches. */
    OptionalDouble number() {
        return byWhole.isPresent() ? byWhole : byPattern;
    }
}
