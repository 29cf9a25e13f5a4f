package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the settings that a {@code results.json} contains, as text. */
public final class SavedSetting {
    /** Prefix of the name of a list of arguments; the variant follows. */
    public static final String ARGUMENTS = "arguments of ";

    private SavedSetting() {}

    /** The settings in the order of display, tools first. */
    static Map<String, String> of(JsonNode root) {
        Map<String, String> setting = new LinkedHashMap<>();
        put(setting, "hp-bench", root.path("tool").path("hpBench"));
        put(setting, "jmh", root.path("tool").path("jmh"));
        JsonNode host = root.path("host");
        put(setting, "kernel", host.path("kernel"));
        put(setting, "cpu", host.path("cpu"));
        put(setting, "cpus", host.path("cpus"));
        put(setting, "memory", host.path("memoryBytes"));
        for (String file : List.of("enabled", "pmdEnabled", "effective", "defrag", "shmemEnabled")) {
            put(setting, "thp " + file, host.path("thp").path(file));
        }
        put(setting, "hugetlb pool", host.path("hugetlb").path("total"));
        put(setting, "jdk", root.path("jvm").path("version"));
        put(setting, "vendor", root.path("jvm").path("vendor"));
        put(setting, "java", root.path("jvm").path("java"));
        root.path("variants")
                .forEach(variant -> put(
                        setting,
                        "variant " + SavedResultsJson.clean(variant.path("name").asText()),
                        variant.path("description")));
        arguments(root).forEach((variant, arguments) -> setting.put(ARGUMENTS + variant, arguments));
        put(setting, "profile", root.path("profile"));
        put(setting, "seed", root.path("seed"));
        put(setting, "disturbed rounds", root.path("rules").path("disturbed"));
        put(setting, "fragment", root.path("rules").path("fragment"));
        put(setting, "memory before forks", memory(root));
        load(root).ifPresent(it -> setting.put("load average", it));
        put(setting, "precision", root.path("rules").path("precision"));
        put(setting, "partial", root.path("partial"));
        return setting;
    }

    /** The median load average of the runs; a campaign under another load has another size of the effect. */
    private static Optional<String> load(JsonNode root) {
        List<Double> loads = new ArrayList<>();
        root.path("runs").forEach(run -> {
            JsonNode load = run.path("disturbance").path("load1");
            if (load.isNumber()) {
                loads.add(load.asDouble());
            }
        });
        return loads.isEmpty()
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "%.0f", Figures.median(loads)));
    }

    /** The states of free memory before forks; absent in documents of earlier versions. */
    private static JsonNode memory(JsonNode root) {
        TreeSet<String> modes = new TreeSet<>();
        root.path("runs").forEach(run -> modes.add(run.path("memory").asText()));
        modes.remove("");
        return modes.isEmpty() ? MissingNode.getInstance() : TextNode.valueOf(String.join(", ", modes));
    }

    /** The arguments of all runs by variant, without paths that differ in each campaign. */
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
        all.forEach((variant, arguments) ->
                text.put(SavedResultsJson.clean(variant), SavedResultsJson.clean(String.join(" ", arguments))));
        return text;
    }

    private static void put(Map<String, String> setting, String name, JsonNode value) {
        if (!value.isMissingNode() && !value.isNull()) {
            setting.put(name, SavedResultsJson.clean(value.asText()));
        }
    }
}
