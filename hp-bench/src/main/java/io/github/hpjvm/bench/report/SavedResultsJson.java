package io.github.hpjvm.bench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.hpjvm.bench.UsageException;
import io.github.hpjvm.bench.report.SavedResults.SavedRun;
import io.github.hpjvm.bench.report.SavedResults.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads {@code results.json} of any origin, and says in one line what is wrong with one that cannot be used. */
public final class SavedResultsJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int SCHEMA_VERSION = 1;

    private final String name;

    private SavedResultsJson(String name) {
        this.name = name;
    }

    /**
     * @param name of the file, for messages
     * @throws UsageException if the text is not a results.json of this schema, or cannot be what hp-bench wrote
     */
    public static SavedResults read(String name, String text) {
        return new SavedResultsJson(name).read(text);
    }

    private SavedResults read(String text) {
        JsonNode root = tree(text);
        if (!root.isObject() || !root.has("schemaVersion") || !root.has("runs")) {
            throw wrong("is no results.json of hp-bench: it has no "
                    + (root.has("schemaVersion") ? "runs" : "schemaVersion"));
        }
        if (!root.get("schemaVersion").isInt() || root.get("schemaVersion").intValue() != SCHEMA_VERSION) {
            throw wrong("has schemaVersion " + root.get("schemaVersion") + "; this version reads " + SCHEMA_VERSION);
        }
        if (!root.get("runs").isArray()) {
            throw wrong("runs is not a list");
        }
        List<SavedRun> runs = new ArrayList<>();
        Map<Side, String> units = new HashMap<>();
        int index = 0;
        for (JsonNode node : root.get("runs")) {
            Optional<SavedRun> run = run(node, "runs[" + index++ + "]");
            run.ifPresent(it -> {
                String other = units.putIfAbsent(it.side(), it.unit());
                if (other != null && !other.equals(it.unit())) {
                    throw wrong("mixes " + other + " and " + it.unit() + " for "
                            + it.side().subject() + " " + it.side().variant());
                }
                runs.add(it);
            });
        }
        if (runs.isEmpty()) {
            throw wrong("has no run that counts: none ended well on the pages that it asked for");
        }
        return new SavedResults(name, setting(root), List.copyOf(runs));
    }

    private JsonNode tree(String text) {
        if (text.isBlank()) {
            throw wrong("is empty");
        }
        try {
            return MAPPER.readTree(text);
        } catch (JsonEOFException e) {
            throw wrong("ends in the middle, at " + at(e) + ": it is not whole");
        } catch (JsonProcessingException e) {
            throw wrong("is not JSON, at " + at(e) + ": "
                    + e.getOriginalMessage()
                            .lines()
                            .findFirst()
                            .orElse("")
                            .split(": ", 2)[0]
                            .strip());
        }
    }

    private static String at(JsonProcessingException e) {
        return "line " + e.getLocation().getLineNr() + ", column "
                + e.getLocation().getColumnNr();
    }

    /** Empty for a run that does not count. */
    private Optional<SavedRun> run(JsonNode node, String where) {
        if (!node.isObject()) {
            throw wrong(where + " is not a run");
        }
        Map<String, String> params = new TreeMap<>();
        JsonNode given = need(node, "params", where);
        given.fieldNames()
                .forEachRemaining(param -> params.put(param, given.get(param).asText()));
        Side side = new Side(text(node, "workload", where), params, text(node, "variant", where));
        JsonNode round = need(node, "round", where);
        if (!round.isInt()) {
            throw wrong(where + ".round is " + round + ", not a whole number");
        }
        boolean counts = text(node, "status", where).equals("OK")
                && !node.path("profiled").asBoolean(false)
                && node.path("evidence").path("realised").asBoolean(false);
        JsonNode score = need(node, "score", where);
        if (!score.isNull() && !(score.isNumber() && Double.isFinite(score.asDouble()))) {
            throw wrong(where + ".score is " + score + ", not a number");
        }
        return counts && score.isNumber() && score.asDouble() > 0
                ? Optional.of(run(side, round.intValue(), score.asDouble(), text(node, "unit", where), node))
                : Optional.empty();
    }

    /** Files of earlier versions do not say what is better: JMH's unit does. */
    private static SavedRun run(Side side, int round, double score, String unit, JsonNode node) {
        return new SavedRun(
                side, round, score, unit, node.path("higherIsBetter").asBoolean(unit.startsWith("ops/")));
    }

    private JsonNode need(JsonNode node, String field, String where) {
        JsonNode value = node.get(field);
        if (value == null) {
            throw wrong(where + " has no " + field);
        }
        return value;
    }

    private String text(JsonNode node, String field, String where) {
        JsonNode value = need(node, field, where);
        if (!value.isTextual()) {
            throw wrong(where + "." + field + " is " + value + ", not a text");
        }
        return value.textValue();
    }

    private static Map<String, String> setting(JsonNode root) {
        Map<String, String> setting = new LinkedHashMap<>();
        JsonNode host = root.path("host");
        put(setting, "kernel", host.path("kernel"));
        put(setting, "cpu", host.path("cpu"));
        put(setting, "cpus", host.path("cpus"));
        put(setting, "memory", host.path("memoryBytes"));
        for (String word : List.of("enabled", "pmdEnabled", "effective", "defrag", "shmemEnabled")) {
            put(setting, "thp " + word, host.path("thp").path(word));
        }
        put(setting, "hugetlb pool", host.path("hugetlb").path("total"));
        put(setting, "jdk", root.path("jvm").path("version"));
        put(setting, "vendor", root.path("jvm").path("vendor"));
        put(setting, "java", root.path("jvm").path("java"));
        arguments(root).forEach((variant, arguments) -> setting.put("arguments of " + variant, arguments));
        put(setting, "profile", root.path("profile"));
        put(setting, "seed", root.path("seed"));
        put(setting, "disturbed rounds", root.path("rules").path("disturbed"));
        put(setting, "fragment", root.path("rules").path("fragment"));
        put(setting, "memory before forks", memory(root));
        put(setting, "precision", root.path("rules").path("precision"));
        put(setting, "partial", root.path("partial"));
        return setting;
    }

    /** The states that free memory was brought into; documents of earlier versions do not say. */
    private static JsonNode memory(JsonNode root) {
        TreeSet<String> modes = new TreeSet<>();
        root.path("runs").forEach(run -> modes.add(run.path("memory").asText()));
        modes.remove("");
        return modes.isEmpty() ? MissingNode.getInstance() : TextNode.valueOf(String.join(", ", modes));
    }

    /** By variant, all that its runs were given; a path that is another in every campaign says nothing. */
    private static Map<String, String> arguments(JsonNode root) {
        Map<String, TreeSet<String>> all = new TreeMap<>();
        for (JsonNode run : root.path("runs")) {
            TreeSet<String> arguments = all.computeIfAbsent(run.path("variant").asText(), variant -> new TreeSet<>());
            for (JsonNode argument : run.path("jvmArgs")) {
                if (!argument.asText().startsWith("-XX:ErrorFile=")) {
                    arguments.add(argument.asText());
                }
            }
        }
        Map<String, String> text = new LinkedHashMap<>();
        all.forEach((variant, arguments) -> text.put(variant, String.join(" ", arguments)));
        return text;
    }

    private static void put(Map<String, String> setting, String what, JsonNode value) {
        if (!value.isMissingNode() && !value.isNull()) {
            setting.put(what, value.asText());
        }
    }

    private UsageException wrong(String what) {
        return new UsageException(name + ": " + what);
    }
}
