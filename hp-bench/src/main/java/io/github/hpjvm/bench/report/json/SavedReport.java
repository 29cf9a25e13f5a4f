package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.text.Visible;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Reads a {@code results.json} as the results that it was written from, so that reports can be rendered again. Only JMH's
 * own results are not in the file.
 */
public final class SavedReport {
    /** The largest number of a round: a campaign that was continued has more than one campaign may have. */
    private static final int MOST_ROUNDS = 10 * BenchOptions.MOST_ROUNDS;

    private final String name;
    private final JsonNode root;

    private SavedReport(String name, JsonNode root) {
        this.name = name;
        this.root = root;
    }

    /**
     * Reads results.
     *
     * @param name name of the file, for messages
     * @param gate gates instead of those of the campaign; empty to keep these
     * @throws UsageException if the text is not a results.json, was written by an earlier version, or is damaged
     */
    public static Results read(String name, String text, Optional<String> gate) {
        JsonNode root = SavedResultsJson.document(name, text);
        if (!root.path("cases").isArray() || !root.path("options").isObject()) {
            throw new UsageException(name + " was written by "
                    + HostJson.readTool(root.path("tool"))
                            .hpBench()
                            .map(version -> "hp-bench " + version)
                            .orElse("an earlier version of hp-bench")
                    + " without the cases and options that a report needs; measure again, or use hp-cli bench compare");
        }
        try {
            return new SavedReport(name, visible(root)).results(gate);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UsageException(name + " is damaged: " + e.getMessage());
        }
    }

    private Results results(Optional<String> gate) {
        TargetJvm jvm = HostJson.readJvm(root.path("jvm"));
        List<Case> cases = CasesJson.read(root);
        BenchOptions options = options(gate);
        List<Run> runs = runs(cases, options);
        return new Results(
                options,
                HostJson.readHost(root.path("host"), root.path("startedAt").asText()),
                jvm,
                cases,
                runs,
                root.path("partial").asBoolean(),
                StopReason.valueOf(root.path("rules").path("stopped").asText()),
                StreamSupport.stream(root.path("runs").spliterator(), false)
                        .findFirst()
                        .map(run -> run.path("countersUnavailable").textValue()),
                HostJson.readTool(root.path("tool")));
    }

    private BenchOptions options(Optional<String> gate) {
        Map<String, String> given = new HashMap<>();
        root.path("options")
                .properties()
                .forEach(it -> given.put(it.getKey(), it.getValue().asText()));
        gate.ifPresent(text -> given.put("gate", text));
        Optional<BenchOptions.Program> program = Optional.empty();
        Map<String, TargetJvm> jvms = new HashMap<>();
        for (JsonNode variant : root.path("variants")) {
            if (variant.path("program").isTextual()) {
                program = Optional.of(new BenchOptions.Program(
                        variant.path("name").asText(), variant.path("program").asText()));
            }
            if (variant.path("ownJvm").isObject()) {
                jvms.put(variant.path("name").asText(), HostJson.readJvm(variant.path("ownJvm")));
            }
        }
        BenchOptions options =
                BenchOptions.parse(given, Profile.OWN, root.path("seed").asLong(), program);
        return options.with(options.variants().stream()
                .map(variant -> variant instanceof OwnVariant own && jvms.containsKey(own.name())
                        ? own.on(home -> jvms.get(own.name()))
                        : variant)
                .toList());
    }

    private List<Run> runs(List<Case> cases, BenchOptions options) {
        SavedRunJson reader = new SavedRunJson(cases, options.variants());
        List<Run> runs = new ArrayList<>();
        for (JsonNode node : root.path("runs")) {
            try {
                Run run = reader.read(node);
                if (run.job().round() < 0 || run.job().round() > MOST_ROUNDS) {
                    throw new IllegalArgumentException(
                            "has the round " + run.job().round());
                }
                runs.add(run);
            } catch (IllegalArgumentException e) {
                throw new UsageException(name + ": runs[" + runs.size() + "] " + e.getMessage());
            }
        }
        return runs;
    }

    /** The document without characters that a viewer would interpret. Those that hp-bench writes have none. */
    private static JsonNode visible(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode clean = object.objectNode();
            object.properties().forEach(it -> clean.set(Visible.lines(it.getKey()), visible(it.getValue())));
            return clean;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode clean = array.arrayNode(array.size());
            array.forEach(it -> clean.add(visible(it)));
            return clean;
        }
        return node instanceof TextNode text ? TextNode.valueOf(Visible.lines(text.textValue())) : node;
    }
}
