package io.github.hpjvm.bench.run.command;

import java.util.Optional;
import java.util.OptionalDouble;

/** Finds the last number of one metric in an output. */
final class MetricScan {
    private final Metric metric;
    private Optional<PrintedNumber> byPattern = Optional.empty();
    private Optional<PrintedNumber> byWhole = Optional.empty();

    MetricScan(Metric metric) {
        this.metric = metric;
    }

    void accept(String line) {
        byPattern = metric.printed(line).or(() -> byPattern);
        byWhole = metric.printedWhole(line).or(() -> byWhole);
    }

    /** Reads the figure of a file, if the metric is one. */
    void read(RecordedFiles files, PercentileText output) {
        metric.recording().ifPresent(it -> {
            OptionalDouble figure = files.figure(it, output);
            byPattern = figure.isPresent()
                    ? Optional.of(new PrintedNumber(figure.getAsDouble(), it.unit()))
                    : Optional.empty();
        });
    }

    Metric metric() {
        return metric;
    }

    /** The number of the last line that matches. */
    Optional<PrintedNumber> number() {
        return byWhole.or(() -> byPattern);
    }
}
