package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.json.JsonLimits;
import io.github.hpjvm.bench.options.BusyRounds;
import io.github.hpjvm.bench.report.json.SavedResults.SavedRun;
import io.github.hpjvm.bench.report.json.SavedResults.Side;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code results.json} of any origin. An error message is one line. */
public final class SavedResultsJson {
    private static final ObjectMapper MAPPER =
            new ObjectMapper(JsonLimits.factory()).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int SCHEMA_VERSION = 1;

    /** Length of a value of the file that a message quotes. */
    private static final int LONGEST = 300;

    private final String name;

    private SavedResultsJson(String name) {
        this.name = name;
    }

    /**
     * Reads results.
     *
     * @param name name of the file, for messages
     * @throws UsageException if the text is not a results.json of this schema, or hp-bench cannot have written it
     */
    public static SavedResults read(String name, String text) {
        return new SavedResultsJson(name).read(text);
    }

    /** Parses the document and checks that it is a results.json of this schema. */
    static JsonNode document(String name, String text) {
        return new SavedResultsJson(name).document(text);
    }

    /** Parses a document of any kind. */
    static JsonNode tree(String name, String text) {
        return new SavedResultsJson(name).tree(text);
    }

    private SavedResults read(String text) {
        JsonNode root = document(text);
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
            throw wrong("has no run that counts: none has status OK and verified pages");
        }
        Set<CaseOfRound> leftOut = leftOut(root);
        runs.removeIf(run -> leftOut.contains(place(run)));
        if (runs.isEmpty()) {
            throw wrong("has no run that counts: each round was busy, and the campaign left busy rounds out");
        }
        return new SavedResults(name, SavedSetting.of(root), List.copyOf(runs));
    }

    private JsonNode document(String text) {
        JsonNode root = tree(text);
        if (!root.isObject() || !root.has("schemaVersion") || !root.has("runs")) {
            throw wrong("is not a results.json of hp-bench: it has no "
                    + (root.has("schemaVersion") ? "runs" : "schemaVersion"));
        }
        if (!root.get("schemaVersion").isInt() || root.get("schemaVersion").intValue() != SCHEMA_VERSION) {
            throw wrong("has schemaVersion " + root.get("schemaVersion") + "; this version reads " + SCHEMA_VERSION);
        }
        if (!root.get("runs").isArray()) {
            throw wrong("runs is not a list");
        }
        return root;
    }

    /** A case in one round, with all variants. */
    private record CaseOfRound(String workload, Map<String, String> params, int round) {}

    private static CaseOfRound place(SavedRun run) {
        return new CaseOfRound(run.side().workload(), run.side().params(), run.round());
    }

    /** Busy rounds of cases, if the campaign's rule leaves them out. */
    private static Set<CaseOfRound> leftOut(JsonNode root) {
        Set<CaseOfRound> leftOut = new HashSet<>();
        if (root.path("rules").path("disturbed").asText().equals(BusyRounds.DROP.label())) {
            for (JsonNode run : root.get("runs")) {
                if (run.path("disturbance").path("disturbed").asBoolean(false)) {
                    leftOut.add(new CaseOfRound(
                            clean(run.get("workload").textValue()),
                            params(run.get("params")),
                            run.get("round").intValue()));
                }
            }
        }
        return leftOut;
    }

    private JsonNode tree(String text) {
        if (text.isBlank()) {
            throw wrong("the file is empty");
        }
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw wrong(JsonLimits.refusal(e));
        }
    }

    /** Reads a run; empty if it does not count. */
    private Optional<SavedRun> run(JsonNode node, String where) {
        if (!node.isObject()) {
            throw wrong(where + " is not a run");
        }
        Map<String, String> params = params(need(node, "params", where));
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

    private static Map<String, String> params(JsonNode given) {
        Map<String, String> params = new TreeMap<>();
        given.fieldNames()
                .forEachRemaining(
                        param -> params.put(clean(param), clean(given.get(param).asText())));
        return params;
    }

    /** Whether a higher score is better. In files of earlier versions, which lack the field, JMH's unit decides. */
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
            throw wrong(where + "." + field + " is " + value + ", not a string");
        }
        return clean(value.textValue());
    }

    /** Makes a text from an untrusted file printable. Long texts, such as lists of arguments, are not cut. */
    static String clean(String text) {
        return Visible.replaced(text, '\ufffd');
    }

    private UsageException wrong(String what) {
        return new UsageException(name + ": " + (what.length() > LONGEST ? what.substring(0, LONGEST) + "..." : what));
    }
}
