package io.github.hpjvm.it.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The output of {@code hp-cli predict --format json}, as a user reads it.
 *
 * @param exitCode its exit code
 * @param root the document
 */
record Forecast(int exitCode, JsonNode root) {

    /** Returns the prediction for a JVM of this host on this host. */
    static Forecast of(Jdk jdk, String... arguments) {
        return of(List.of(), jdk.java().toString(), arguments);
    }

    /** Returns the prediction for a JVM of this host on the host of a snapshot. */
    static Forecast of(Path snapshot, Jdk jdk, String... arguments) {
        return of(List.of("--snapshot", snapshot.toString()), jdk.java().toString(), arguments);
    }

    /** Returns the prediction for a JVM that is not installed here. */
    static Forecast of(String version, String... arguments) {
        return of(List.of("--jdk", version), "java", arguments);
    }

    private static Forecast of(List<String> options, String java, String... arguments) {
        List<Object> words = new ArrayList<>(List.of("predict", "--format", "json"));
        words.addAll(options);
        words.addAll(List.of("--", java));
        words.addAll(List.of(arguments));
        words.add(Touches.NAME);
        Program.Ended ended = Cli.with(words.toArray()).run();
        try {
            return new Forecast(ended.exitCode(), new ObjectMapper().readTree(ended.out()));
        } catch (IOException e) {
            throw new UncheckedIOException(ended.err(), e);
        }
    }

    boolean starts() {
        return root.get("starts").asBoolean();
    }

    String refusal() {
        return root.get("refusal").asText();
    }

    /** Returns pages such as {@code HUGETLB 2097152}. */
    String pages(String region) {
        JsonNode found = some(root.get("regions")).stream()
                .filter(node -> node.get("name").asText().equals(region))
                .findFirst()
                .orElseThrow(() -> new AssertionError(root.toString()));
        return found.get("kind").asText() + " " + found.get("pageBytes").asText();
    }

    /** Returns the bounds of the pages that the pool of 2 MiB pages will give: at the start, then fully grown. */
    List<Long> taken() {
        JsonNode pool = root.at("/pools/0/willTake");
        List<Long> bounds = new ArrayList<>();
        for (String when : List.of("start", "full")) {
            pool.get(when).forEach(bound -> bounds.add(bound.asLong()));
        }
        return bounds;
    }

    List<String> warningTexts() {
        return some(root.get("warnings")).stream()
                .map(node -> node.get("text").asText())
                .toList();
    }

    List<String> warnings() {
        return codes("warnings");
    }

    List<String> risks() {
        return codes("risks");
    }

    private List<String> codes(String name) {
        return some(root.get(name)).stream()
                .map(node -> node.get("code").asText())
                .toList();
    }

    private static List<JsonNode> some(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
