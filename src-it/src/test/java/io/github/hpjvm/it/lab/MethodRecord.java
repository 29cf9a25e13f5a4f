package io.github.hpjvm.it.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * The results of campaigns of {@code MethodIT}, in files that each call appends to, so that a long validation can be
 * made in pieces. {@code <name>-comparisons.tsv} has a line for each comparison (seed, variant, ratio, both ends of its
 * interval, verdict). {@code <name>-forks.tsv} has one for each fork in the order in which they ran (seed, round,
 * order, variant, its iterations). {@code <name>-slices.tsv} has the turns of forks that took turns, in picoseconds per
 * operation by wall and by CPU time. Simulations use the last two as recorded noise.
 */
public final class MethodRecord {
    private static final Path FOLDER = Path.of("target", "method");

    private final Path comparisons;
    private final Path forks;
    private final Path slices;
    private final long start = System.nanoTime();
    private final int before;

    /** Creates the record of that name, with the results of earlier calls. */
    public MethodRecord(String name) {
        comparisons = FOLDER.resolve(name + "-comparisons.tsv");
        forks = FOLDER.resolve(name + "-forks.tsv");
        slices = FOLDER.resolve(name + "-slices.tsv");
        before = size();
    }

    /** Prints a line and adds it to a file in {@code target/method}. */
    public static void note(String file, String line) throws IOException {
        System.out.println(line);
        Files.writeString(
                Files.createDirectories(FOLDER).resolve(file),
                line + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Returns the number of comparisons of all calls. */
    public int size() {
        return lines().size();
    }

    /** Returns how many of them have this verdict. */
    public long verdicts(String verdict) {
        return lines().stream().filter(line -> line[5].equals(verdict)).count();
    }

    /** Returns how many intervals do not contain this ratio. */
    public long without(double ratio) {
        return lines().stream()
                .filter(line -> Double.parseDouble(line[3]) > ratio || Double.parseDouble(line[4]) < ratio)
                .count();
    }

    /** Returns how many points are above 1. */
    public long above() {
        return lines().stream().filter(line -> Double.parseDouble(line[2]) > 1).count();
    }

    /** Adds a campaign, whole or not at all. */
    public void add(Results results) {
        String seed = results.root().get("seed").asText();
        List<String> lines = new ArrayList<>();
        for (JsonNode it : results.root().get("comparisons")) {
            lines.add(String.join(
                    "\t",
                    seed,
                    it.get("variant").asText(),
                    it.get("ratio").asText(),
                    it.get("ci95").get(0).asText(),
                    it.get("ci95").get(1).asText(),
                    it.get("verdict").asText()));
        }
        append(
                forks,
                results.runs().stream()
                        .map(Results.Run::node)
                        .sorted(Comparator.comparingInt(
                                        (JsonNode run) -> run.get("round").asInt())
                                .thenComparingInt(run -> run.get("order").asInt()))
                        .map(run -> String.join(
                                "\t",
                                seed,
                                run.get("round").asText(),
                                run.get("order").asText(),
                                run.get("variant").asText(),
                                iterations(run)))
                        .toList());
        append(
                slices,
                results.runs().stream()
                        .map(Results.Run::node)
                        .map(run -> turns(seed, run))
                        .toList());
        append(comparisons, lines);
    }

    /** Returns the turns. A fork that did not take turns is recorded by its iterations. */
    private static String turns(String seed, JsonNode run) {
        boolean sliced = !run.at("/timing/slices/turn").isEmpty();
        return String.join(
                "\t",
                sliced ? "slices" : "forks",
                seed + "-" + run.get("round").asText(),
                run.get("order").asText(),
                run.get("variant").asText(),
                sliced ? picosPerOperation(run, "wallNanos") : iterations(run),
                sliced ? picosPerOperation(run, "cpuNanos") : "-");
    }

    private static String picosPerOperation(JsonNode run, String clock) {
        JsonNode nanos = run.at("/timing/slices/" + clock);
        JsonNode operations = run.at("/timing/slices/operations");
        return IntStream.range(0, nanos.size())
                .mapToObj(i -> String.valueOf(Math.round(
                        1000 * nanos.get(i).asDouble() / operations.get(i).asDouble())))
                .collect(Collectors.joining(" "));
    }

    /** Returns a line for the console: progress, results so far, remaining time. */
    public String progress(String what, int wanted) {
        int done = size() - before;
        Duration spent = Duration.ofNanos(System.nanoTime() - start);
        Duration left = done == 0
                ? Duration.ZERO
                : spent.multipliedBy(Math.max(0, wanted - done)).dividedBy(done);
        return String.format(
                Locale.ROOT,
                "%s: %d of %d comparisons in %d min %02d s, about %d min %02d s to go; of all %d: %d FASTER, %d SLOWER",
                what,
                done,
                wanted,
                spent.toMinutes(),
                spent.toSecondsPart(),
                left.toMinutes(),
                left.toSecondsPart(),
                size(),
                verdicts("FASTER"),
                verdicts("SLOWER"));
    }

    private static String iterations(JsonNode run) {
        return StreamSupport.stream(run.get("iterations").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining(" "));
    }

    private List<String[]> lines() {
        try {
            return Files.exists(comparisons)
                    ? Files.readAllLines(comparisons).stream()
                            .map(line -> line.split("\t"))
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void append(Path file, List<String> lines) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
