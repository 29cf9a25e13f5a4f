package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Short forks of the benchmarks of a jar, before the campaign: each shows whether CPU time is the cost of its benchmark, and
 * whether its time may be divided into turns.
 *
 * @param looks by name and mode of a benchmark
 * @param clocks lines for the user: what decides verdicts, and why
 */
public record JarLooks(Map<List<Object>, Look> looks, List<String> clocks) {
    /** No benchmark was looked at. */
    public static final JarLooks NONE = new JarLooks(Map.of(), List.of());

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(20);

    /** A benchmark of a jar with one value for each of its parameters. */
    private record Shown(JmhJar jar, ListedBenchmark benchmark, Map<String, String> params) {}

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
     * Runs a short fork of each benchmark that has iterations, with each combination of its parameters: only some of them may
     * wait. If the user names the clock, one combination shows the fixtures.
     */
    public static JarLooks of(
            BenchOptions options,
            JarOptions jar,
            TargetJvm jvm,
            JarSelection selection,
            Interruption interruption,
            Consumer<String> say) {
        boolean clock = options.clock().isEmpty();
        Path folder = ForkFiles.prepare(options);
        Path gate = GateClasses.copyTo(folder);
        JmhJar second = selection.second().orElse(selection.first()).jar();
        Optional<String> whyNot = GateClasses.whyNot(selection.first().jar().file(), second.file(), gate);
        boolean needed = clock || !options.interleave().equals(Optional.of(Interleave.FORKS));
        List<ListedBenchmark> chosen = selection.benchmarks().stream()
                .filter(one -> needed && whyNot.isEmpty() && hasIterations(one.entry()))
                .toList();
        if (!chosen.isEmpty()) {
            say.accept("looking   a short fork of each benchmark"
                    + (clock ? ", with each combination of its parameters, shows whether it waits, and" : " shows")
                    + " whether it has fixtures of an iteration");
        }
        Map<List<Object>, Look> looks = new HashMap<>();
        Variant baseline = Variants.baselineOf(options.variants());
        int forks = 0;
        for (ListedBenchmark one : chosen) {
            Optional<Look> all = Optional.empty();
            for (Shown shown : shown(one, jar, selection)) {
                boolean enough = all.filter(it -> it.measured() && !(clock && it.costsCpuTime()))
                        .isPresent();
                if (!enough && !interruption.requested()) {
                    Path fifos = folder.resolve("round0-look" + forks++);
                    List<String> command = command(shown, jar, jvm, baseline, gate, fifos);
                    Look look = look(command, fifos, interruption);
                    all = Optional.of(all.map(it -> it.and(look)).orElse(look));
                }
            }
            all.ifPresent(it -> looks.put(key(one.entry()), it));
        }
        return new JarLooks(looks, clock ? clocks(selection.benchmarks(), looks, whyNot) : List.of());
    }

    private static boolean hasIterations(BenchmarkListEntry entry) {
        return entry.getMode() == Mode.AverageTime || entry.getMode() == Mode.Throughput;
    }

    /** The combinations of the parameters of a benchmark, in both jars if there are two. */
    private static List<Shown> shown(ListedBenchmark one, JarOptions jar, JarSelection selection) {
        List<Shown> all = new ArrayList<>();
        for (Map<String, String> params :
                Case.combinations(JarSubject.params(one, jar.jmh().given()))) {
            all.add(new Shown(selection.first().jar(), one, params));
            selection
                    .second()
                    .ifPresent(it ->
                            all.add(new Shown(it.jar(), it.counterpart(one).orElseThrow(), params)));
        }
        return all;
    }

    private static Look look(List<String> command, Path fifos, Interruption interruption) {
        DisturbanceProbe probe = DisturbanceProbe.start();
        Look look = SlicedRound.look(fifos, () -> run(command, fifos, interruption));
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

    /** Runs a fork; one that fails shows nothing. */
    private static void run(List<String> command, Path files, Interruption interruption) {
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
        } catch (IOException e) {
            throw new BenchException("cannot start " + command.get(0) + ": " + Started.reason(e), e);
        } finally {
            tree.kill();
            interruption.endsBy(null);
        }
    }

    /** What decides the verdicts of each benchmark, with the reason. */
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
            return "wall time decides (its short fork failed, so whether it waits is unknown)";
        }
        return look.costsCpuTime()
                ? "CPU time decides (one thread, which does not wait)"
                : "wall time decides (several threads, or one that waits)";
    }

    /** What the forks have shown: a line for each clock and reason, and one for fixtures. */
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
