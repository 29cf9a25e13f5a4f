package io.github.hpjvm.bench.run.command;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A percentile distribution as HdrHistogram prints it (AbstractHistogram.outputPercentileDistribution), as text or CSV, and
 * as wrk2 prints it with {@code --latency}. The last distribution counts, but not the one that wrk2 adds with {@code
 * --u_latency} ({@code src/wrk.c}): it leaves out the time that requests waited for their start.
 *
 * <p>A percentile between two rows has the value of the later one.
 */
final class PercentileText implements Latencies {
    private static final double MOST = 100;
    /** The rounding of a share times 100. */
    private static final double ROUNDING = 1e-9;

    /** The heading of wrk2, and what it says of the distribution that does not count. */
    private static final String HEADING = "Latency Distribution (HdrHistogram";

    private static final String UNCORRECTED = "Uncorrected Latency";

    private static final Pattern HEAD = Pattern.compile("\\s*\"?Value\"?[\\s,]+\"?Percentile\"?.*");
    private static final Pattern ROW = Pattern.compile(
            "\\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)[\\s,]+([0-9.]+)[\\s,]+[0-9]+(?:[\\s,]+(?:[0-9.]+|inf|Infinity))?\\s*");
    private static final Pattern MEAN = Pattern.compile("#\\[Mean\\s*=\\s*([0-9.eE+-]+),.*");
    private static final Pattern MAX = Pattern.compile("#\\[Max\\s*=\\s*([0-9.eE+-]+),.*");

    private boolean inside;
    private boolean uncorrected;
    private final TreeMap<Double, Double> rows = new TreeMap<>();
    private Optional<Double> mean = Optional.empty();
    private Optional<Double> max = Optional.empty();

    void accept(String line) {
        if (line.contains(HEADING)) {
            uncorrected = line.contains(UNCORRECTED);
            inside = false;
        }
        if (HEAD.matcher(line).matches() && !uncorrected) {
            inside = true;
            rows.clear();
            mean = Optional.empty();
            max = Optional.empty();
            return;
        }
        if (!inside) {
            return;
        }
        Matcher row = ROW.matcher(line);
        if (row.matches()) {
            number(row.group(1))
                    .ifPresent(value -> number(row.group(2)).ifPresent(share -> rows.put(MOST * share, value)));
        }
        mean = number(MEAN.matcher(line)).or(() -> mean);
        max = number(MAX.matcher(line)).or(() -> max);
    }

    private static Optional<Double> number(Matcher line) {
        return line.matches() ? number(line.group(1)) : Optional.empty();
    }

    private static Optional<Double> number(String digits) {
        try {
            return Optional.of(Double.valueOf(digits)).filter(Double::isFinite);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<String> why(String name) {
        return rows.isEmpty()
                ? Optional.of("it has neither a log nor a percentile distribution of HdrHistogram")
                : Optional.empty();
    }

    @Override
    public OptionalDouble figure(String name) {
        Optional<Double> value = rows.isEmpty()
                ? Optional.empty()
                : switch (name) {
                    case "max" -> max.or(() -> Optional.of(rows.lastEntry().getValue()));
                    case "min" -> Optional.of(rows.firstEntry().getValue());
                    case "mean" -> mean;
                    default ->
                        LoadFigure.percentile(name)
                                .flatMap(it -> Optional.ofNullable(rows.ceilingEntry(it - ROUNDING)))
                                .map(Map.Entry::getValue);
                };
        return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }
}
