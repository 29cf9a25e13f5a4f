package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.hpjvm.advisor.json.JsonLimits;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.openjdk.jmh.util.ListStatistics;

/**
 * The runs of a jar in JMH's own JSON: the results that the JMH in the jar has written, one for each case and variant. A
 * variant is a parameter, and its rounds are forks. Secondary metrics are those of the first round. In the mode sample, which
 * has histograms in place of iterations, the result is that of the first round only, as one fork.
 *
 * <p>The iterations of forks that took turns are the measured turns, as in results.json. JMH's own iterations also have
 * lead-ins and long turns, and on a shared CPU the waiting for it.
 */
public final class JarJmhJson {
    private static final ObjectMapper MAPPER = new ObjectMapper(JsonLimits.factory());
    /** The confidence of the interval of a score in JMH (Result.getScoreConfidence). */
    private static final double CONFIDENCE = 0.999;

    private static final String RAW = "rawData";

    private JarJmhJson() {}

    private record Key(Case subject, String variant) {}

    /**
     * Returns the document.
     *
     * @param text the result file of a run; empty if it has none
     */
    public static String write(List<Run> runs, Function<Run, Optional<String>> text) {
        Map<Key, List<ObjectNode>> groups = new LinkedHashMap<>();
        for (Run run : runs) {
            if (run.status() == RunStatus.OK && run.job().profiler().isEmpty()) {
                String variant = run.job().variant().name() + (run.evidence().realised() ? "" : " (not realised)");
                text.apply(run)
                        .flatMap(JarJmhJson::only)
                        .map(result -> withTurns(result, run))
                        .ifPresent(result -> groups.computeIfAbsent(
                                        new Key(run.job().subject(), variant), key -> new ArrayList<>())
                                .add(result));
            }
        }
        ArrayNode all = MAPPER.createArrayNode();
        groups.forEach((key, results) -> all.add(merged(key, results)));
        return all.toPrettyString() + "\n";
    }

    private static Optional<ObjectNode> only(String text) {
        try {
            JsonNode root = MAPPER.readTree(text);
            return root.size() == 1 && root.get(0) instanceof ObjectNode result && result.has("primaryMetric")
                    ? Optional.of(result)
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** Replaces the iterations of a fork that took turns. */
    private static ObjectNode withTurns(ObjectNode result, Run run) {
        List<Double> turns = run.iterations().stream().filter(Double::isFinite).toList();
        if (run.timing().interleave() == Interleave.SLICES
                && !turns.isEmpty()
                && result.get("primaryMetric") instanceof ObjectNode metric
                && metric.has(RAW)) {
            ArrayNode fork = metric.putArray(RAW).addArray();
            turns.forEach(fork::add);
        }
        return result;
    }

    private static ObjectNode merged(Key key, List<ObjectNode> results) {
        ObjectNode merged = results.get(0).deepCopy();
        boolean raw = merged.path("primaryMetric").has(RAW);
        merged.put("forks", raw ? results.size() : 1);
        merged.withObject("/params").put("variant", key.variant());
        if (raw && merged.get("primaryMetric") instanceof ObjectNode metric) {
            ArrayNode forks = metric.putArray(RAW);
            ListStatistics statistics = new ListStatistics();
            for (ObjectNode result : results) {
                JsonNode fork = result.path("primaryMetric").path(RAW).path(0);
                forks.add(fork);
                fork.forEach(score -> statistics.addValue(score.asDouble()));
            }
            double error = statistics.getMeanErrorAt(CONFIDENCE);
            metric.put("score", statistics.getMean());
            metric.set("scoreError", number(error));
            metric.putArray("scoreConfidence")
                    .add(number(statistics.getMean() - error))
                    .add(number(statistics.getMean() + error));
            metric.path("scorePercentiles").fieldNames().forEachRemaining(name -> percentile(metric, name, statistics));
        }
        return merged;
    }

    /** A number as JMH writes it: as text if there is none. */
    private static JsonNode number(double value) {
        return Double.isFinite(value) ? DoubleNode.valueOf(value) : TextNode.valueOf("NaN");
    }

    private static void percentile(ObjectNode metric, String name, ListStatistics statistics) {
        ((ObjectNode) metric.get("scorePercentiles")).put(name, statistics.getPercentile(Double.parseDouble(name)));
    }
}
