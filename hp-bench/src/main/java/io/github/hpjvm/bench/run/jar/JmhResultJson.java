package io.github.hpjvm.bench.run.jar;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.json.JsonLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * JMH's result file ({@code -rf json}) of one fork of one benchmark (JSONResultFormat; the same fields from 1.21 to
 * 1.37).
 *
 * @param score of the primary metric
 * @param unit of the score, such as {@code ops/ms}
 * @param iterations score of each; none in sampling mode, where JMH writes histograms instead
 * @param jmhVersion version of the JMH in the jar; empty if absent
 */
record JmhResultJson(OptionalDouble score, String unit, List<Double> iterations, String jmhVersion) {
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonLimits.factory());

    JmhResultJson {
        iterations = List.copyOf(iterations);
    }

    /** Empty unless the text is the result of exactly one benchmark. */
    static Optional<JmhResultJson> parse(String text) {
        try {
            JsonNode root = MAPPER.readTree(text);
            if (!root.isArray() || root.size() != 1) {
                return Optional.empty();
            }
            JsonNode metric = root.get(0).path("primaryMetric");
            List<Double> iterations = new ArrayList<>();
            metric.path("rawData").path(0).forEach(one -> number(one).ifPresent(iterations::add));
            return Optional.of(new JmhResultJson(
                    number(metric.path("score")),
                    metric.path("scoreUnit").asText(""),
                    iterations,
                    root.get(0).path("jmhVersion").asText("")));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /**
     * Nanoseconds of the unit of time in {@code ns/op} or {@code ops/ms} (TimeValue.tuToString); empty for another
     * unit.
     */
    OptionalDouble unitNanos() {
        TimeUnit time = switch (unit.replace("ops/", "").replace("/op", "")) {
            case "ns" -> TimeUnit.NANOSECONDS;
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            case "min" -> TimeUnit.MINUTES;
            case "hr" -> TimeUnit.HOURS;
            case "day" -> TimeUnit.DAYS;
            default -> null;
        };
        return time == null ? OptionalDouble.empty() : OptionalDouble.of(time.toNanos(1));
    }

    /** Parses a number; JMH writes infinite values and NaN as text. */
    private static OptionalDouble number(JsonNode node) {
        return node.isNumber() && Double.isFinite(node.asDouble())
                ? OptionalDouble.of(node.asDouble())
                : OptionalDouble.empty();
    }
}
