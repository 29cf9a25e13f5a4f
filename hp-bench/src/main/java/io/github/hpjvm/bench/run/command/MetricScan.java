package io.github.hpjvm.bench.run.command;

import java.util.Optional;
import java.util.OptionalDouble;

/** Finds the last number of one metric in an output. */
final class MetricScan {
    private final Metric metric;
    private Optional<PrintedNumber> byPattern = Optional.empty();
    private Optional<PrintedNumber> byWhole = Optional.empty();
    private Optional<String> noNumber = Optional.empty();
    private Optional<String> whyNoFigure = Optional.empty();

    MetricScan(Metric metric) {
        this.metric = metric;
    }

    void accept(String line) {
        Optional<Metric.Group> group = metric.group(line);
        byPattern = group.flatMap(Metric.Group::number).or(() -> byPattern);
        byWhole = metric.groupOfWhole(line).flatMap(Metric.Group::number).or(() -> byWhole);
        noNumber = group.filter(it -> it.number().isEmpty())
                .map(Metric.Group::text)
                .or(() -> noNumber);
    }

    /** Reads the figure of a file, if the metric is one. */
    void read(RecordedFiles files, PercentileText output) {
        metric.recording().ifPresent(it -> {
            OptionalDouble figure = files.figure(it, output);
            whyNoFigure = figure.isPresent() ? Optional.empty() : files.why(it);
            byPattern = figure.isPresent()
                    ? Optional.of(new PrintedNumber(figure.getAsDouble(), it.unit()))
                    : Optional.empty();
        });
    }

    Metric metric() {
        return metric;
    }

    /** The text of the group in the last line that matches, but not with a number; empty if there is no such line. */
    Optional<String> noNumber() {
        return noNumber;
    }

    /** Why the file of the metric has no figure; empty if that is unknown. */
    Optional<String> whyNoFigure() {
        return whyNoFigure;
    }

    /** The number of the last line that matches. */
    Optional<PrintedNumber> number() {
        return byWhole.or(() -> byPattern);
    }
}
