package io.github.hpjvm.bench.run.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.json.JsonLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The summary of a test of k6: {@code metrics.NAME.FIGURE}, as {@code --summary-export} writes it, {@code
 * metrics.NAME.values.FIGURE}, as {@code handleSummary} gets it, or the list {@code results.metrics} of both under {@code
 * --new-machine-readable-summary}.
 */
final class K6Summary implements Latencies {
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonLimits.factory());
    /** The names of figures that differ from those of HdrHistogram. */
    private static final Map<String, String> NAMES = Map.of("mean", "avg", "p50", "med");

    private static final int MOST_NAMED = 12;

    private final JsonNode metrics;

    private K6Summary(JsonNode metrics) {
        this.metrics = metrics;
    }

    /** Parses the JSON, or the lines of {@code --out json}; a text of another form has no figures. */
    static Latencies parse(String text) {
        if (K6Points.isPoints(text)) {
            return K6Points.parse(text);
        }
        try {
            JsonNode root = MAPPER.readTree(text);
            JsonNode listed = root.path("results").path("metrics");
            return new K6Summary(listed.isArray() ? byName(listed) : root.path("metrics"));
        } catch (JsonProcessingException e) {
            return Latencies.none(JsonLimits.refusal(e));
        }
    }

    private static JsonNode byName(JsonNode listed) {
        ObjectNode metrics = MAPPER.createObjectNode();
        listed.forEach(metric -> metrics.set(metric.path("name").asText(), metric));
        return metrics;
    }

    /**
     * The figure, such as {@code http_req_duration.p(95)}, {@code http_req_duration.p95} or {@code iterations.rate}. The
     * name of a metric may contain dots.
     */
    @Override
    public OptionalDouble figure(String name) {
        return Stream.iterate(name.indexOf('.'), dot -> dot > 0, dot -> name.indexOf('.', dot + 1))
                .map(dot -> figure(metrics.path(name.substring(0, dot)), name.substring(dot + 1)))
                .filter(OptionalDouble::isPresent)
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    @Override
    public Optional<String> why(String name) {
        if (!metrics.isObject()) {
            return Optional.of("it is no summary of k6");
        }
        for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
            JsonNode metric = metrics.path(name.substring(0, dot));
            if (metric.isObject()) {
                List<String> numbers = new ArrayList<>();
                values(metric).properties().forEach(it -> {
                    if (it.getValue().isNumber() && numbers.size() < MOST_NAMED) {
                        numbers.add(it.getKey());
                    }
                });
                return Optional.of(name.substring(0, dot) + " has "
                        + (numbers.isEmpty() ? "no figures" : "only " + String.join(", ", numbers)));
            }
        }
        return Optional.of("it has no such metric");
    }

    private static JsonNode values(JsonNode metric) {
        return metric.path("values").isObject() ? metric.path("values") : metric;
    }

    private static OptionalDouble figure(JsonNode metric, String name) {
        JsonNode values = values(metric);
        String percentile = name.matches("p[0-9.]+") ? "p(" + name.substring(1) + ")" : name.replaceAll("[()]", "");
        return List.of(name, percentile, NAMES.getOrDefault(name, name)).stream()
                .map(values::path)
                .filter(it -> it.isNumber() && Double.isFinite(it.asDouble()))
                .findFirst()
                .map(it -> OptionalDouble.of(it.asDouble()))
                .orElse(OptionalDouble.empty());
    }
}
