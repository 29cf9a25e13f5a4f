package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A figure in a file that a load generator writes: {@code hdr:FILE#p99} or {@code k6:FILE#http_req_duration.p(99)}.
 *
 * @param format of the file
 * @param path of the file; a dash for the output of the program
 * @param figure name within the file
 * @param named whether the user named it; else it is one of the usual figures, which a file may lack
 */
public record LoadFigure(Format format, String path, String figure, boolean named) {
    /** The path that stands for the output. */
    static final String OUTPUT = "-";

    /** The text, without a group before the number sign: else it is a regular expression. */
    private static final Pattern TEXT =
            Pattern.compile("(?:([A-Za-z][A-Za-z0-9_.%-]{0,30})=)?(hdr|k6):([^#()]+)(?:#(.+))?");

    /** The figures of a recording without a name. The first one decides. */
    private static final List<String> USUAL = List.of("p50", "p75", "p95", "p98", "p99", "mean", "max", "min");

    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,3}(?:\\.\\d{1,6})?)");
    private static final double MOST = 100;

    /** The metric of k6 whose figures are meant if none is named. */
    private static final String DURATION = "http_req_duration";

    /** Times among the built-in metrics of k6. */
    private static final Pattern OWN_TIMES = Pattern.compile(
            "(http_req_(duration|blocked|connecting|tls_handshaking|sending|waiting|receiving)|iteration_duration"
                    + "|group_duration|grpc_req_duration|ws_(connecting|session_duration|ping))\\.");

    /** Formats of files. */
    public enum Format {
        /** A log or a percentile distribution of HdrHistogram. */
        HDR,
        /** The JSON of {@code --summary-export} or of {@code handleSummary}, or the lines of {@code --out json}. */
        K6
    }

    /**
     * Parses the metrics of {@code [NAME=]FORMAT:FILE[#FIGURE]}: eight without a figure.
     *
     * @return empty if the text does not have that form
     * @throws UsageException for an unknown figure
     */
    static Optional<List<Metric>> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Format format = Format.valueOf(parts.group(2).toUpperCase(Locale.ROOT));
        String path = parts.group(3).strip();
        if (format == Format.K6 && path.equals(OUTPUT)) {
            throw new UsageException("metric: k6: needs the file of --summary-export or handleSummary, not -");
        }
        Optional<String> figure = Optional.ofNullable(parts.group(4));
        Optional<String> name = Optional.ofNullable(parts.group(1));
        if (figure.isEmpty() && name.isPresent()) {
            throw new UsageException("metric: '" + text + "' has a name and no figure; type " + text
                    + (format == Format.HDR ? "#p99" : "#" + DURATION + ".p(99)"));
        }
        Stream<String> figures = figure.map(Stream::of).orElseGet(USUAL::stream);
        return Optional.of(figures.map(it -> metric(format, path, it, name, figure.isPresent()))
                .collect(Collectors.toList()));
    }

    private static Metric metric(Format format, String path, String figure, Optional<String> name, boolean named) {
        if (format == Format.HDR && !isKnown(figure.substring(figure.lastIndexOf('/') + 1))) {
            throw new UsageException(
                    "metric: '" + figure + "' is not one of max, mean, min and percentiles such as p99");
        }
        String full = format == Format.K6 && USUAL.contains(figure) ? DURATION + "." + figure : figure;
        return Metric.recorded(name.orElse(figure), new LoadFigure(format, path, full, named));
    }

    private static boolean isKnown(String figure) {
        return figure.matches("max|mean|min") || percentile(figure).isPresent();
    }

    /** The percentile that a name such as {@code p99.9} means, from 0 to 100. */
    static Optional<Double> percentile(String figure) {
        Matcher percentile = PERCENTILE.matcher(figure);
        return Optional.of(percentile)
                .filter(Matcher::matches)
                .map(it -> Double.valueOf(it.group(1)))
                .filter(it -> it <= MOST);
    }

    /** Returns whether it is a time, of which less is better. A number of k6 may also be a rate or a count. */
    boolean isTime() {
        return format == Format.HDR || !figure.matches(".*\\.(rate|count|value|passes|fails)");
    }

    /** The unit, if it is known: the times that k6 itself measures are in milliseconds. */
    String unit() {
        return format == Format.K6 && isTime() && OWN_TIMES.matcher(figure).lookingAt() ? "ms" : "";
    }

    /** Returns whether it is in the output of the program, not in a file. */
    boolean isOfOutput() {
        return path.equals(OUTPUT);
    }

    /** The same figure, named by the user. */
    LoadFigure byName() {
        return new LoadFigure(format, path, figure, true);
    }

    /** The file of a run whose server has this port. */
    String pathAt(Optional<ServerPort> port) {
        return port.map(it -> it.in(List.of(path)).get(0)).orElse(path);
    }

    @Override
    public String toString() {
        return format.name().toLowerCase(Locale.ROOT) + ":" + path + "#" + figure;
    }
}
