package io.github.hpjvm.bench.run.jar;

import static java.util.stream.Collectors.joining;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.UntilPrecise;
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
        List<Variant> variants = new ArrayList<>(List.of(Variants.baselineOf(options.variants())));
        if (clock) {
            variants.addAll(Shown.ofOtherCollectors(options.variants(), jvm));
        }
        Optional<Duration> budget = options.untilPrecise().map(UntilPrecise::budget);
        List<List<List<Shown>>> all = Shown.all(
                chosen, jar, selection, variants, Looking.MOST, clock ? budget : Optional.empty(), options.seed());
        int combinations = Shown.count(all, clock ? Looking.MOST : Shown.FEWEST);
        if (!chosen.isEmpty()) {
            ForkFiles.prepareLooks(options);
            say.accept("looking   short forks of each benchmark"
                    + (clock ? ", with combinations of its parameters, show whether it waits, and" : " show")
                    + " whether it has fixtures of an iteration, and how long an operation takes: "
                    + Shown.expects(combinations, budget.isPresent()));
        }
        Map<List<Object>, Look> looks = new HashMap<>(known.looks);
        List<String> failed = new ArrayList<>();
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
                            : look(one, jar, jvm, gate, folder, forks, late, interruption));
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

    private static Look look(
            Shown shown,
            JarOptions jar,
            TargetJvm jvm,
            Path gate,
            Path folder,
            AtomicInteger forks,
            Set<Shown> late,
            Interruption interruption) {
        Path fifos = folder.resolve("round0-look" + forks.getAndIncrement());
        List<String> command = shown.command(jar, jvm, gate, fifos);
        DisturbanceProbe probe = DisturbanceProbe.start();
        Look look = SlicedRound.look(fifos, () -> {
            if (!run(command, shown.variant().environment(), fifos, interruption)) {
                late.add(shown);
            }
        });
        return look.withoutSteal(probe.end().stealPercent().orElse(0) / 100);
    }

    /** Runs a fork; one that fails shows nothing. Returns whether it ended by itself within the time limit. */
    private static boolean run(
            List<String> command, Map<String, String> variables, Path files, Interruption interruption) {
        StartedProcesses tree = new StartedProcesses();
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(Command.JVM_OPTION_VARIABLES);
        environment.putAll(variables);
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
        if (look.isBusy() && look.otherThreads()) {
            return "wall time decides (other threads of the process use CPU time)";
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
                + entries.stream().map(JarLooks::shortened).distinct().sorted().collect(joining(", "))));
        return lines;
    }

    static String shortened(BenchmarkListEntry entry) {
        String name = entry.getUsername();
        return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    }
}
