package io.github.hpjvm.it.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A {@code results.json}, as another program would read it. */
public record Results(JsonNode root) {

    public static Results in(Path folder) {
        try {
            return parse(Files.readString(folder.resolve("results.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Results parse(String text) {
        try {
            return new Results(new ObjectMapper().readTree(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean partial() {
        return root.get("partial").asBoolean();
    }

    public List<Run> runs() {
        return all(root.get("runs")).map(Run::new).toList();
    }

    /** Returns the runs of a variant, in their order. */
    public List<Run> runs(String variant) {
        return runs().stream().filter(run -> run.variant().equals(variant)).toList();
    }

    /** Returns the only timed run of a variant. */
    public Run run(String variant) {
        List<Run> runs = runs(variant).stream().filter(run -> !run.profiled()).toList();
        if (runs.size() != 1) {
            throw new AssertionError("not one run of " + variant + " but " + runs.size());
        }
        return runs.get(0);
    }

    /** Returns the comparison of a variant with baseline. */
    public JsonNode comparison(String variant) {
        return all(root.get("comparisons"))
                .filter(node -> node.get("variant").asText().equals(variant))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no comparison of " + variant));
    }

    private static Stream<JsonNode> all(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** One element of {@code runs}. */
    public record Run(JsonNode node) {
        public String variant() {
            return node.get("variant").asText();
        }

        public int round() {
            return node.get("round").asInt();
        }

        public String status() {
            return node.get("status").asText();
        }

        public boolean profiled() {
            return node.get("profiled").asBoolean();
        }

        public boolean realised() {
            return evidence().get("realised").asBoolean();
        }

        public String kind() {
            return evidence().get("kind").asText();
        }

        /** Returns the reason; empty if it is null. */
        public String reason() {
            return evidence().path("reason").asText("");
        }

        public Optional<String> fix() {
            return Optional.ofNullable(evidence().path("fix").textValue());
        }

        public String notes() {
            return String.join(
                    "\n", all(evidence().get("notes")).map(JsonNode::asText).toList());
        }

        public Optional<String> failure() {
            return Optional.ofNullable(node.path("failure").textValue());
        }

        /** Returns the share of the heap on huge pages. */
        public double coverage() {
            return evidence().get("hugeBytes").asDouble()
                    / evidence().get("heapBytes").asDouble();
        }

        public List<String> jvmArgs() {
            return all(node.get("jvmArgs")).map(JsonNode::asText).toList();
        }

        public JsonNode counters() {
            return node.get("counters");
        }

        private JsonNode evidence() {
            return node.get("evidence");
        }
    }
}
