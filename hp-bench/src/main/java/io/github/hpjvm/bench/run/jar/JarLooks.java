package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.options.BenchOptions;
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
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Short forks of the benchmarks of a jar, before the campaign: each shows whether CPU time is the cost of its benchmark, and
 * whether its time may be divided into turns.
 *
 * @param looks by name and mode of a benchmark
 */
public record JarLooks(Map<List<Object>, Look> looks) {
    /** No benchmark was looked at. */
    public static final JarLooks NONE = new JarLooks(Map.of());

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(20);

    public JarLooks {
        looks = Map.copyOf(looks);
    }

    Look of(BenchmarkListEntry entry) {
        return looks.getOrDefault(key(entry), Look.NOTHING);
    }

    private static List<Object> key(BenchmarkListEntry entry) {
        return List.of(entry.getUsername(), entry.getMode());
    }

    /** Runs a short fork of each benchmark that has iterations. */
    public static JarLooks of(
            BenchOptions options,
            JarOptions jar,
            TargetJvm jvm,
            JarSelection selection,
            Interruption interruption,
            Consumer<String> say) {
        boolean decided = options.clock().isPresent() && options.interleave().equals(Optional.of(Interleave.FORKS));
        List<ListedBenchmark> chosen = selection.benchmarks().stream()
                .filter(one ->
                        one.entry().getMode() == Mode.AverageTime || one.entry().getMode() == Mode.Throughput)
                .toList();
        Path folder = ForkFiles.prepare(options);
        Path gate = GateClasses.copyTo(folder);
        if (decided
                || chosen.isEmpty()
                || GateClasses.whyNot(selection.first().jar().file(), gate).isPresent()) {
            return NONE;
        }
        say.accept("looking   a short fork of each benchmark shows whether it waits, and whether it has fixtures of an"
                + " iteration");
        Map<List<Object>, Look> looks = new HashMap<>();
        Variant baseline = Variants.baselineOf(options.variants());
        for (ListedBenchmark one : chosen) {
            if (!interruption.requested()) {
                Path fifos = folder.resolve("round0-look" + looks.size());
                List<String> command = command(one, jar, jvm, selection, baseline, gate, fifos);
                DisturbanceProbe probe = DisturbanceProbe.start();
                Look look = SlicedRound.look(fifos, () -> run(command, fifos, interruption));
                looks.put(
                        key(one.entry()),
                        look.withoutSteal(probe.end().stealPercent().orElse(0) / 100));
            }
        }
        return new JarLooks(looks);
    }

    private static List<String> command(
            ListedBenchmark one,
            JarOptions jar,
            TargetJvm jvm,
            JarSelection selection,
            Variant baseline,
            Path gate,
            Path fifos) {
        JmhJar file = selection.first().jar();
        List<String> words = new ArrayList<>(List.of(
                jvm.java().toString(),
                "-Djmh.ignoreLock=true",
                "-cp",
                file.file() + ":" + gate,
                file.main(),
                "^" + Pattern.quote(one.entry().getUsername()) + "$",
                "-bm",
                one.entry().getMode().shortLabel(),
                "-f",
                "1",
                "-wf",
                "0",
                "-foe",
                "true"));
        JarSubject.params(one, jar.jmh().given())
                .forEach((name, values) -> words.addAll(List.of("-p", name + "=" + values.get(0))));
        words.addAll(jar.jmh().brief());
        words.addAll(JarMaker.gateWords(fifos));
        words.addAll(ForkedJvm.of(one.entry(), jar.jmh().given()).overridden(baseline, jvm));
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

    /** What the forks have shown, a line for each clock, and one for fixtures. */
    List<String> said() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        looks.forEach((key, look) -> {
            String name = key.get(0).toString();
            String shorter = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
            groups.computeIfAbsent(
                            look.costsCpuTime()
                                    ? "CPU time decides (one thread, which does not wait): "
                                    : "wall time decides (several threads, or one that waits): ",
                            key2 -> new ArrayList<>())
                    .add(shorter);
            if (look.fixturesPerIteration()) {
                groups.computeIfAbsent(
                                "one fork after the other (fixtures of Level.Iteration): ", key2 -> new ArrayList<>())
                        .add(shorter);
            }
        });
        List<String> said = new ArrayList<>();
        groups.forEach((what, names) -> said.add(
                "clock     " + what + String.join(", ", names.stream().sorted().toList())));
        return said;
    }
}
