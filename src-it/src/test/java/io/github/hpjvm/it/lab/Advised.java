package io.github.hpjvm.it.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** The output of {@code hp-cli advise}, as another program would read it. */
public record Advised(int exitCode, JsonNode root, String text) {
    /** Pattern of a numbered step, without its cost. */
    private static final Pattern STEP = Pattern.compile(" *\\d+\\. ((?:sudo|echo) .*?)(?: {3}\\(.*\\))?");

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Returns the advice on a process of this host. */
    public static Advised of(long pid) {
        return with("--pid", pid);
    }

    /** Runs it with these options in both formats, which must have the same exit code. */
    public static Advised with(Object... options) {
        Program.Ended json = Cli.with("advise", "--format", "json")
                .with(options)
                .limit(LIMIT)
                .run();
        Program.Ended text =
                Cli.with("advise", "--verbose").with(options).limit(LIMIT).run();
        if (json.exitCode() != text.exitCode()
                || !json.err().isEmpty()
                || !text.err().isEmpty() && text.exitCode() != 4) {
            throw new AssertionError(json + "\n" + text);
        }
        return new Advised(json.exitCode(), Results.parse(json.out()).root(), text.out());
    }

    private static List<JsonNode> all(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    /** Returns the outcome of a rule for a subject. */
    public JsonNode outcome(String rule, String subject) {
        return all(root.get("outcomes")).stream()
                .filter(outcome -> outcome.get("rule").asText().equals(rule)
                        && outcome.get("subject").asText().equals(subject))
                .findFirst()
                .orElseThrow(() -> new AssertionError(rule + " " + subject + " is not in " + root));
    }

    /** Returns FINDING, PASS, NOT_APPLICABLE or UNKNOWN. */
    public String status(String rule, String subject) {
        return outcome(rule, subject).get("status").asText();
    }

    public Optional<JsonNode> region(String name) {
        return all(root.get("regions")).stream()
                .filter(region -> region.get("name").asText().equals(name))
                .findFirst();
    }

    /** Returns the names of the facts that could not be read. */
    public List<String> unknowns() {
        return all(root.get("unknowns")).stream()
                .map(unknown -> unknown.get("fact").asText())
                .toList();
    }

    /** Returns the commands of the plan, as the text shows them, without those for the JVM. */
    public List<String> commands() {
        return text.lines()
                .map(STEP::matcher)
                .filter(Matcher::matches)
                .map(step -> step.group(1))
                .toList();
    }

    /** Executes all of them in a shell. */
    public void type(Path folder) {
        if (commands().isEmpty()) {
            throw new AssertionError("nothing to type in:\n" + text);
        }
        commands().forEach(command -> Shell.type(command, folder));
    }
}
