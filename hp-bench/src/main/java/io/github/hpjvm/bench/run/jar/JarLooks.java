package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.run.DisturbanceProbe;
import io.github.hpjvm.bench.run.ForkFiles;
import io.github.hpjvm.bench.run.slice.Look;
import io.github.hpjvm.bench.run.slice.SlicedRound;
import io.github.hpjvm.bench.run.watch.Command;
import io.github.hpjvm.bench.run.watch.PreparedProgram;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.run.watch.StartedProcesses;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Short forks of the benchmarks of a jar, before the campaign: each shows whether CPU time is the cost of its benchmark, and
 * whether its time may be divided into turns.
 *
 * @param looks by name and mode of a benchmark
 * @param clocks lines for the user: the clock of the verdicts, with the reason
 */
public record JarLooks(Map<List<Object>, Look> looks, List<String> clocks) {
    /** No benchmark was looked at. */
    public static final JarLooks NONE = new JarLooks(Map.of(), List.of());

    /** A fork may fill a large heap before its first iteration. */
    private static final Duration LIMIT = Duration.ofSeconds(180);

    /** The largest number of forks that needs no lines of progress. */
    private static final int FEW = 5;

    private static final Duration POLL = Duration.ofMillis(20);

    /** A benchmark of a jar with one value for each of its parameters. */
    private record Shown(JmhJar jar, ListedBenchmark benchmark, Map<String, String> params) {
        /** The benchmark, its parameters, and its jar. */
        @Override
        public String toString() {
            return shortened(benchmark.entry())
                    + params.entrySet().stream()
                            .map(param -> " " + param.getKey() + "=" + param.getValue())
                            .collect(Collectors.joining())
                    + " of " + jar.file().getFileName();
        }
    }

    public JarLooks {
        looks = Map.copyOf(looks);
        clocks = List.copyOf(clocks);
    }

    Look of(BenchmarkListEntry entry) {
        return looks.getOrDefault(key(entry), Look.NOTHING);
    }

    private static List<Object> key(BenchmarkListEntry entry) {
        return List.of(entry.getUsername(), entry.getMode());
    }

    /**
     * Runs short forks of each benchmark that has iterations, with several combinations of its parameters: only some of
     * them may wait. If the user names the clock, the first and the last combination show the fixtures and the time of an
     * operation.
     *
     * @param known the findings of the campaign that this one continues
     */
    public static JarLooks of(
            BenchOptions options,
            JarOptions jar,
            TargetJvm jvm,
            JarSelection selection,
            JarLooks known,
            Interruption interruption,
            Consumer<String> say) {
        boolean clock = options.clock().isEmpty();
        Path folder = ForkFiles.folder(options);
        Path gate = GateClasses.copyTo(folder);
        JmhJar second = selection.second().orElse(selection.first()).jar();
        Optional<String> whyNot = GateClasses.whyNot(selection.first().jar().file(), second.file(), gate);
        boolean needed = clock || !options.interleave().equals(Optional.of(Interleave.FORKS));
        List<ListedBenchmark> chosen = selection.benchmarks().stream()
                .filter(one -> needed && whyNot.isEmpty() && hasIterations(one.entry()))
                .filter(one -> !known.looks.containsKey(key(one.entry())))
                .toList();
        List<List<List<Shown>>> all = chosen.stream()
                .map(one -> shown(one, jar, selection, options.seed()))
                .toList();
        int combinations = all.stream()
                .flatMap(List::stream)
                .mapToInt(it -> clock ? it.size() : Math.min(it.size(), 2))
                .sum();
        if (!chosen.isEmpty()) {
            ForkFiles.prepareLooks(options);
            say.accept("looking   short forks of each benchmark"
                    + (clock ? ", with combinations of its parameters, show whether it waits, and" : " show")
                    + " whether it has fixtures of an iteration, and how long an operation takes");
        }
        Map<List<Object>, Look> looks = new HashMap<>(known.looks);
        List<String> failed = new ArrayList<>();
        Variant baseline = Variants.baselineOf(options.variants());
        AtomicInteger forks = new AtomicInteger();
        long start = System.nanoTime();
        for (int i = 0; i < chosen.size(); i++) {
            if (i > 0 && combinations > FEW) {
                say.accept("looking   " + i + " of " + chosen.size() + " benchmarks done, by " + forks + " forks");
            }
            Set<Shown> late = new HashSet<>();
            Looking<Shown> seen = Looking.of(
                    all.get(i),
                    clock,
                    one -> interruption.requested()
                            ? Look.NOTHING
                            : look(one, jar, jvm, baseline, gate, folder, forks, late, interruption));
            boolean slow = seen.failed().stream().anyMatch(late::contains);
            looks.put(key(chosen.get(i).entry()), slow ? seen.look().taking(OptionalDouble.empty()) : seen.look());
            if (seen.look().measured()) {
                seen.failed().forEach(it -> failed.add(it.toString()));
            }
        }
        if (!chosen.isEmpty()) {
            say.accept(took(
                    forks.get(),
                    Duration.ofNanos(System.nanoTime() - start),
                    options.untilPrecise().isPresent()));
        }
        List<String> clocks = new ArrayList<>(known.clocks);
        if (clock) {
            clocks.addAll(clocks(
                    selection.benchmarks().stream()
                            .filter(one -> !known.looks.containsKey(key(one.entry())))
                            .toList(),
                    looks,
                    whyNot));
        }
        if (!failed.isEmpty()) {
            clocks.add("          these short forks failed, so the others decide: " + String.join(", ", failed));
        }
        return new JarLooks(looks, clocks);
    }

    /** @param budget whether the campaign has one: the time of these forks is part of it */
    static String took(int forks, Duration time, boolean budget) {
        return "looked    " + (forks == 1 ? "1 short fork took " : forks + " short forks took ")
                + Math.floor(time.toMillis() / 100.0) / 10 + " s" + (budget ? ", which the budget includes" : "");
    }

    /**
     * The findings of an earlier campaign on the benchmarks of which it has runs.
     *
     * @param clock of the benchmark; empty if the campaign has no runs of it
     * @param look what its runs show about the benchmark
     */
    public static JarLooks known(
            JarSelection selection,
            BiFunction<String, Mode, Optional<Clock>> clock,
            BiFunction<String, Mode, Look> look) {
        Map<List<Object>, Look> looks = new HashMap<>();
        Map<String, List<BenchmarkListEntry>> groups = new LinkedHashMap<>();
        for (ListedBenchmark one : selection.benchmarks()) {
            BenchmarkListEntry entry = one.entry();
            clock.apply(entry.getUsername(), entry.getMode()).ifPresent(it -> {
                looks.put(key(entry), look.apply(entry.getUsername(), entry.getMode()));
                groups.computeIfAbsent(
                                (it == Clock.CPU ? "CPU" : "wall")
                                        + " time decides, as in the campaign that is continued",
                                key -> new ArrayList<>())
                        .add(entry);
            });
        }
        return new JarLooks(looks, lines(groups));
    }

    private static boolean hasIterations(BenchmarkListEntry entry) {
        return entry.getMode() == Mode.AverageTime || entry.getMode() == Mode.Throughput;
    }

    /** Combinations of the parameters of a benchmark, in each jar. */
    private static List<List<Shown>> shown(ListedBenchmark one, JarOptions jar, JarSelection selection, long seed) {
        List<Map<String, String>> some =
                Looking.some(Case.combinations(JarSubject.params(one, jar.jmh().given())), seed);
        return Stream.concat(
                        Stream.of(new Shown(selection.first().jar(), one, Map.of())),
                        selection.second().stream()
                                .map(it ->
                                        new Shown(it.jar(), it.counterpart(one).orElseThrow(), Map.of())))
                .map(it -> some.stream()
                        .map(params -> new Shown(it.jar(), it.benchmark(), params))
                        .toList())
                .toList();
    }

    private static Look look(
            Shown shown,
            JarOptions jar,
            TargetJvm jvm,
            Variant baseline,
            Path gate,
            Path folder,
            AtomicInteger forks,
            Set<Shown> late,
            Interruption interruption) {
        Path fifos = folder.resolve("round0-look" + forks.getAndIncrement());
        List<String> command = command(shown, jar, jvm, baseline, gate, fifos);
        DisturbanceProbe probe = DisturbanceProbe.start();
        Look look = SlicedRound.look(fifos, () -> {
            if (!run(command, fifos, interruption)) {
                late.add(shown);
            }
        });
        return look.withoutSteal(probe.end().stealPercent().orElse(0) / 100);
    }

    private static List<String> command(
            Shown shown, JarOptions jar, TargetJvm jvm, Variant baseline, Path gate, Path fifos) {
        BenchmarkListEntry entry = shown.benchmark().entry();
        List<String> words = new ArrayList<>(List.of(
                jvm.java().toString(),
                "-Djmh.ignoreLock=true",
                "-cp",
                shown.jar().file() + ":" + gate,
                shown.jar().main(),
                "^" + Pattern.quote(entry.getUsername()) + "$",
                "-bm",
                entry.getMode().shortLabel(),
                "-f",
                "1",
                "-wf",
                "0",
                "-foe",
                "true"));
        shown.params().forEach((name, value) -> words.addAll(List.of("-p", name + "=" + value)));
        words.addAll(jar.jmh().brief());
        words.addAll(JarMaker.gateWords(fifos));
        words.addAll(ForkedJvm.of(entry, jar.jmh().given()).overridden(baseline, jvm));
        return words;
    }

    /** Runs a fork; one that fails shows nothing. Returns whether it ended by itself within the time limit. */
    private static boolean run(List<String> command, Path files, Interruption interruption) {
        StartedProcesses tree = new StartedProcesses();
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(Command.JVM_OPTION_VARIABLES);
        interruption.endsBy(tree::kill);
        long deadline = System.nanoTime() + Patience.with(LIMIT).toNanos();
        try (PreparedProgram program = PreparedProgram.prepare();
                Started started = program.start(command, environment, tree, files, line -> {})) {
            boolean ended = false;
            while (!ended && !interruption.requested() && System.nanoTime() < deadline) {
                ended = started.endsWithin(POLL);
            }
            return ended;
        } catch (IOException e) {
            throw new BenchException("cannot start " + command.get(0) + ": " + Started.reason(e), e);
        } finally {
            tree.kill();
            interruption.endsBy(null);
        }
    }

    /** The clock of the verdicts of each benchmark, with the reason. */
    static List<String> clocks(
            List<ListedBenchmark> benchmarks, Map<List<Object>, Look> looks, Optional<String> whyNot) {
        Map<String, List<BenchmarkListEntry>> groups = new LinkedHashMap<>();
        benchmarks.stream()
                .map(ListedBenchmark::entry)
                .forEach(it -> groups.computeIfAbsent(
                                why(it, looks.getOrDefault(key(it), Look.NOTHING), whyNot), key -> new ArrayList<>())
                        .add(it));
        return lines(groups);
    }

    private static String why(BenchmarkListEntry entry, Look look, Optional<String> whyNot) {
        if (!hasIterations(entry)) {
            return "wall time decides (mode " + entry.getMode().shortLabel() + " measures elapsed times)";
        }
        if (whyNot.isPresent()) {
            return "wall time decides (" + whyNot.get() + ")";
        }
        if (!look.measured()) {
            return "wall time decides (its short forks failed, so whether it waits is unknown)";
        }
        if (look.oneThread() && look.busy().isEmpty()) {
            return "wall time decides (its CPU time is unknown, or has that of fixtures, which JMH does not measure)";
        }
        return look.costsCpuTime()
                ? "CPU time decides (one thread, which does not wait)"
                : "wall time decides (several threads, or one that waits)";
    }

    /** The findings of the forks: a line for each clock and reason, and one for fixtures. */
    List<String> said(List<ListedBenchmark> benchmarks) {
        List<String> said = new ArrayList<>(clocks);
        Map<String, List<BenchmarkListEntry>> fixtures = new LinkedHashMap<>();
        benchmarks.stream()
                .map(ListedBenchmark::entry)
                .filter(it -> of(it).fixturesPerIteration())
                .forEach(it -> fixtures.computeIfAbsent(
                                "one fork after the other (fixtures of Level.Iteration)", key -> new ArrayList<>())
                        .add(it));
        said.addAll(lines(fixtures));
        return said;
    }

    private static List<String> lines(Map<String, List<BenchmarkListEntry>> groups) {
        List<String> lines = new ArrayList<>();
        groups.forEach((what, entries) -> lines.add("clock     " + what + ": "
                + entries.stream().map(JarLooks::shortened).distinct().sorted().collect(Collectors.joining(", "))));
        return lines;
    }

    private static String shortened(BenchmarkListEntry entry) {
        String name = entry.getUsername();
        return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    }
}
