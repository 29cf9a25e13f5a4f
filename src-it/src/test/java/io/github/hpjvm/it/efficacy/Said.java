package io.github.hpjvm.it.efficacy;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * The output of {@code hp-cli advise} for a JVM, as another program would read it.
 *
 * @param root the document
 */
record Said(JsonNode root) {
    /** Rules that put a heap on huge pages, in addition to rules with this prefix. */
    private static final String PAGES = "HP-1";

    private static final String GROWTH_OF_SHENANDOAH = "HP-401";

    /**
     * Asks for advice.
     *
     * @param options other options of {@code advise}
     */
    static Said of(long pid, String... options) {
        List<Object> words = new ArrayList<>(List.of("advise", "--pid", pid, "--format", "json", "--fail-on", "never"));
        words.addAll(List.of(options));
        Program.Ended ended = Cli.with(words.toArray()).run();
        if (ended.exitCode() != 0 && ended.exitCode() != 4) {
            throw new AssertionError(ended.toString());
        }
        return new Said(Results.parse(ended.out()).root());
    }

    private static List<JsonNode> all(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private List<JsonNode> findings() {
        return all(root.path("outcomes")).stream()
                .filter(outcome -> outcome.path("status").asText().equals("FINDING"))
                .toList();
    }

    private static String name(JsonNode finding) {
        return finding.path("rule").asText() + " " + finding.path("subject").asText();
    }

    private static boolean isDealtWith(JsonNode finding) {
        return !finding.path("actions").isEmpty();
    }

    private String of(String finding, String field) {
        return findings().stream()
                .filter(one -> name(one).equals(finding))
                .map(one -> one.path(field).asText())
                .findFirst()
                .orElse("not found");
    }

    /** Returns the severity of a finding such as {@code HP-101 heap}. */
    String severity(String finding) {
        return of(finding, "severity");
    }

    /** Returns the summary of a finding. */
    String summary(String finding) {
        return of(finding, "summary");
    }

    /** Returns the status of the answer of a rule, such as {@code UNKNOWN}. */
    String status(String rule) {
        return all(root.path("outcomes")).stream()
                .filter(outcome -> outcome.path("rule").asText().equals(rule))
                .map(outcome -> outcome.path("status").asText())
                .findFirst()
                .orElse("not found");
    }

    /** Returns rule and subject of all findings. */
    List<String> found() {
        return findings().stream().map(Said::name).toList();
    }

    /** Returns rule and subject of the findings that the plan resolves. */
    List<String> dealtWith() {
        return findings().stream().filter(Said::isDealtWith).map(Said::name).toList();
    }

    /** Returns rule and subject of the findings with severity WARNING or above. */
    List<String> warned() {
        return findings().stream()
                .filter(finding -> !finding.path("severity").asText().equals("INFO"))
                .map(Said::name)
                .toList();
    }

    /** Lists findings that an earlier plan should have resolved, and warnings that are new. */
    List<String> unresolvedSince(Said earlier) {
        List<String> lines = new ArrayList<>();
        List<String> still = new ArrayList<>(found());
        still.retainAll(earlier.dealtWith());
        if (!still.isEmpty()) {
            lines.add("found again: " + still);
        }
        List<String> anew = new ArrayList<>(warned());
        anew.removeAll(earlier.found());
        if (!anew.isEmpty()) {
            lines.add("warned of since: " + anew);
        }
        return lines;
    }

    /** Returns the recommended alternative, if it is the plan. */
    Optional<String> recommended() {
        return all(root.path("ways")).stream()
                .filter(way -> way.path("recommended").asBoolean())
                .map(way -> way.path("kind").asText())
                .filter(kind -> promises())
                .findFirst();
    }

    /** Returns whether the plan says that it puts the heap on huge pages. */
    boolean promises() {
        boolean dealt = findings().stream()
                .filter(Said::isDealtWith)
                .filter(finding -> finding.path("subject").asText().equals("heap"))
                .map(finding -> finding.path("rule").asText())
                .anyMatch(rule -> rule.startsWith(PAGES) || rule.equals(GROWTH_OF_SHENANDOAH));
        boolean instead = all(root.path("ways")).stream()
                .filter(way -> way.path("recommended").asBoolean())
                .flatMap(way -> all(way.path("actions")).stream())
                .anyMatch(wanted -> actions().stream()
                        .anyMatch(action -> action.path("kind").equals(wanted.path("kind"))
                                && action.path("add").equals(wanted.path("add"))
                                && !wanted.path("kind").asText().equals("RESTART_JVM")));
        return dealt || instead;
    }

    List<JsonNode> actions() {
        return all(root.path("plan"));
    }

    /** Returns whether an action of that kind is in the plan. */
    boolean plans(String kind) {
        return actions().stream()
                .anyMatch(action -> action.path("kind").asText().equals(kind));
    }

    /** Returns the host's files that the plan writes, each with its value. */
    Map<Path, String> files() {
        Map<Path, String> files = new TreeMap<>();
        for (JsonNode action : actions()) {
            switch (action.path("kind").asText()) {
                case "SYSCTL" ->
                    files.put(
                            Path.of("/proc/sys", action.path("key").asText().replace('.', '/')),
                            action.path("value").asText());
                case "FILE" ->
                    files.put(
                            Path.of(action.path("path").asText()),
                            action.path("value").asText());
                case "CGROUP" ->
                    files.put(
                            Path.of(action.path("file").asText()),
                            action.path("value").asText());
                default -> {
                    // This action changes nothing on this host.
                }
            }
        }
        return files;
    }

    private JsonNode heap() {
        return all(root.path("regions")).stream()
                .filter(region -> region.path("name").asText().equals("heap"))
                .findFirst()
                .orElse(root.path("no heap"));
    }

    /** Returns when the heap gets the predicted pages. */
    String when() {
        return heap().at("/expected/when").asText();
    }

    /** Returns text such as {@code THP AT_FAULT}. */
    String expected() {
        return heap().at("/expected/kind").asText() + " " + when();
    }

    /** Returns why a finding was left out of the plan. */
    List<String> leftOut() {
        List<String> why = new ArrayList<>();
        all(root.path("notPlanned"))
                .forEach(one -> why.add(
                        one.path("rule").asText() + " " + one.path("why").asText()));
        return why;
    }
}
