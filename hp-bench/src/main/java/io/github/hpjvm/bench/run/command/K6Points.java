package io.github.hpjvm.bench.run.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.json.JsonLimits;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * The lines that k6 writes with {@code --out json}: each value of each metric. The figures are computed as k6 computes those of
 * its summary (TrendSink of {@code metrics/sink.go}). A damaged line is left out.
 */
final class K6Points implements Latencies {
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonLimits.factory());
    private static final Pattern LINE = Pattern.compile("\\s*\\{.*\"type\"\\s*:\\s*\"(Metric|Point)\".*");

    private final Map<String, double[]> byMetric;

    private K6Points(Map<String, double[]> byMetric) {
        this.byMetric = byMetric;
    }

    /** Returns whether the first line is one of these. */
    static boolean isPoints(String text) {
        return text.lines().findFirst().filter(it -> LINE.matcher(it).matches()).isPresent();
    }

    static K6Points parse(String text) {
        Map<String, DoubleStream.Builder> values = new TreeMap<>();
        text.lines().filter(line -> line.contains("\"Point\"")).forEach(line -> {
            try {
                JsonNode point = MAPPER.readTree(line);
                double value = point.path("data").path("value").asDouble(Double.NaN);
                if (point.path("type").asText().equals("Point") && Double.isFinite(value)) {
                    values.computeIfAbsent(point.path("metric").asText(), key -> DoubleStream.builder())
                            .add(value);
                }
            } catch (JsonProcessingException e) {
                // The last line of a test that was killed ends in the middle.
            }
        });
        Map<String, double[]> sorted = new TreeMap<>();
        values.forEach((name, all) -> sorted.put(name, all.build().sorted().toArray()));
        return new K6Points(sorted);
    }

    @Override
    public OptionalDouble figure(String name) {
        int dot = name.lastIndexOf(".p");
        int last = name.matches(".*\\.p\\(?[0-9]+\\.[0-9]+\\)?") ? dot : name.lastIndexOf('.');
        double[] values = byMetric.getOrDefault(name.substring(0, Math.max(0, last)), new double[0]);
        return values.length == 0 ? OptionalDouble.empty() : figure(values, name.substring(last + 1));
    }

    @Override
    public Optional<String> why(String name) {
        boolean known = byMetric.keySet().stream().anyMatch(it -> name.startsWith(it + "."));
        return Optional.of(
                known
                        ? "of points there are med, avg, min, max and percentiles; another figure needs the file of"
                                + " --summary-export"
                        : "it has no point of such a metric");
    }

    private static OptionalDouble figure(double[] sorted, String name) {
        return switch (name) {
            case "avg", "mean" -> Arrays.stream(sorted).average();
            case "med" -> OptionalDouble.of(percentile(sorted, 50));
            case "min" -> OptionalDouble.of(sorted[0]);
            case "max" -> OptionalDouble.of(sorted[sorted.length - 1]);
            default ->
                LoadFigure.percentile(name.replaceAll("[()]", ""))
                        .map(it -> OptionalDouble.of(percentile(sorted, it)))
                        .orElse(OptionalDouble.empty());
        };
    }

    /** A percentile between two values is interpolated. */
    private static double percentile(double[] sorted, double percent) {
        double at = percent / 100 * (sorted.length - 1);
        double below = sorted[(int) Math.floor(at)];
        double above = sorted[(int) Math.ceil(at)];
        return below + (above - below) * (at - Math.floor(at));
    }
}
