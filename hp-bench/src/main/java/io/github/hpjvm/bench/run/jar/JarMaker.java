package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.advisor.facts.OptionMask;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.fork.SliceGate;
import io.github.hpjvm.bench.host.Denial;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Slicing;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.DisturbanceProbe;
import io.github.hpjvm.bench.run.Fork;
import io.github.hpjvm.bench.run.ForkFiles;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.run.slice.SlicedRound;
import io.github.hpjvm.bench.run.watch.Command;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.process.Interruption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Runs one fork of a benchmark by the JMH in its jar, in a separate process, and examines the forked JVM from outside:
 * when the first measured iteration begins, and in the last one.
 */
final class JarMaker implements Maker {
    private final JarOptions options;
    private final TargetJvm jvm;
    private final JarProgram first;
    private final JarProgram second;
    private final Map<Workload, JarSlices> slices;
    private final Map<Workload, List<String>> units;
    private final BenchOptions campaign;
    private final Path folder;
    private final Path gate;

    /**
     * @param first the jar of all variants but one
     * @param second the jar of the variant {@link JarOptions#SECOND}; the same if there is one jar
     * @param units options for the unit of time of each benchmark, the same for both jars
     */
    JarMaker(
            JarOptions options,
            TargetJvm jvm,
            JarProgram first,
            JarProgram second,
            Map<Workload, JarSlices> slices,
            Map<Workload, List<String>> units,
            BenchOptions campaign) {
        this.options = options;
        this.jvm = jvm;
        this.first = first;
        this.second = second;
        this.slices = Map.copyOf(slices);
        this.units = Map.copyOf(units);
        this.campaign = campaign;
        this.folder = ForkFiles.folder(campaign);
        this.gate = GateClasses.copyTo(folder);
    }

    @Override
    public List<String> arguments(Job job) {
        return OptionMask.masked(job.variant().after(forked(job).all(), jvm));
    }

    @Override
    public Optional<String> whyForks(Case subject) {
        return whyNoGate().or(() -> slices(subject).whyForks());
    }

    @Override
    public Optional<Bytes> heap(Case subject, Variant variant) {
        return variant.name().equals(JarOptions.SECOND) && options.against().isPresent()
                ? Optional.ofNullable(second.heaps().get(subject.workload()))
                : Maker.super.heap(subject, variant);
    }

    private JarSlices slices(Case subject) {
        return Objects.requireNonNull(
                slices.get(subject.workload()), subject.workload().name());
    }

    /** The division of a round. */
    Slicing slicing(Case subject) {
        return slicing(slices(subject), campaign.checkAlone());
    }

    /** @param alone whether each fork also runs alone for long turns */
    static Slicing slicing(JarSlices slices, boolean alone) {
        return alone ? slices.slicing().checked() : slices.slicing();
    }

    private Optional<String> whyNoGate() {
        return GateClasses.whyNot(first.jar().file(), second.jar().file(), gate);
    }

    @Override
    public Run run(Fork fork, MemoryMode memory, Interruption interruption) {
        return Denial.during(fork.denyThp(), () -> alone(fork, memory, interruption));
    }

    private Run alone(Fork alone, MemoryMode memory, Interruption interruption) {
        Job job = alone.job();
        Path fifos = folder.resolve(job.fileName());
        DisturbanceProbe probe = DisturbanceProbe.start();
        boolean profiled = job.profiler().isPresent();
        List<String> more =
                profiled ? options.jmh().profilers(fifos) : whyNoGate().isEmpty() ? gateWords(fifos) : List.of();
        try (JarFork fork = fork(alone, more, 1)) {
            interruption.endsBy(fork::kill);
            Supplier<JarFork.End> call = () -> fork.run(interruption);
            SlicedRound.Played<JarFork.End> played = profiled || more.isEmpty()
                    ? new SlicedRound.Played<>(call.get(), Timing.NONE)
                    : SlicedRound.alone(fifos, call);
            interruption.endsBy(null);
            return fork.finished(played.result(), memory, probe.end(), played.timing());
        } finally {
            interruption.endsBy(null);
        }
    }

    @Override
    public List<Run> together(List<Fork> forks, MemoryMode memory, Interruption interruption) {
        Slicing slicing = slicing(forks.get(0).job().subject());
        DisturbanceProbe probe = DisturbanceProbe.start();
        List<JarFork> all = new ArrayList<>();
        List<SlicedRound.Seat<JarFork.End>> seats = new ArrayList<>();
        try {
            for (Fork one : forks) {
                Path fifos = folder.resolve(one.job().fileName());
                List<String> more = new ArrayList<>(gateWords(fifos));
                more.addAll(List.of(
                        "-i",
                        String.valueOf(slicing.iterations()),
                        "-r",
                        slicing.iteration().toMillis() + "ms"));
                JarFork fork = fork(one, more, forks.size());
                all.add(fork);
                seats.add(new SlicedRound.Seat<>(
                        fifos,
                        one.denyThp(),
                        () -> fork.run(interruption),
                        fork::started,
                        fork::sampleNow,
                        fork::timeOut));
            }
            interruption.endsBy(() -> all.forEach(JarFork::kill));
            Job first = forks.get(0).job();
            List<SlicedRound.Played<JarFork.End>> played = SlicedRound.play(
                    seats, slicing, options.timeout(), first.random(campaign.seed()), interruption::requested);
            Disturbance disturbance = probe.end();
            List<Run> runs = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                runs.add(all.get(i)
                        .finished(
                                played.get(i).result(),
                                memory,
                                disturbance,
                                played.get(i).timing()));
            }
            return runs;
        } finally {
            interruption.endsBy(null);
            all.forEach(JarFork::close);
        }
    }

    /**
     * Prepares a fork.
     *
     * @param together forks that run in turns: a fork also waits for the others
     */
    private JarFork fork(Fork fork, List<String> more, int together) {
        Path files = folder.resolve(fork.job().fileName());
        Path result = files.resolveSibling(files.getFileName() + ".json");
        return new JarFork(
                fork,
                fork.job().variant().jvm(jvm),
                command(fork.job(), result, more),
                environment(fork.job()),
                arguments(fork.job()),
                files,
                result,
                options.timeout(),
                together);
    }

    static List<String> gateWords(Path fifos) {
        return List.of("-prof", SliceGate.class.getName() + ":" + SliceGate.line(false, fifos.toString()));
    }

    /** The command line of one fork. JMH fails if an option is given twice, so replaced options are left out. */
    List<String> command(Job job, Path result, List<String> more) {
        Workload workload = job.subject().workload();
        JmhJar jar = programOf(job).jar();
        List<String> words = new ArrayList<>(List.of(
                job.variant().jvm(jvm).java().toString(),
                // JMH would lock a file in a world-writable folder; the campaign has its own lock.
                "-Djmh.ignoreLock=true"));
        words.addAll(
                (more.isEmpty() || job.profiler().isPresent())
                                && job.variant().classPath().isEmpty()
                        ? List.of("-jar", jar.file().toString())
                        : List.of("-cp", classPath(job, jar), jar.main()));
        words.addAll(List.of(
                "^" + Pattern.quote(workload.benchmark()) + "$",
                "-bm",
                workload.mode().shortLabel(),
                "-f",
                "1",
                "-wf",
                "0",
                "-foe",
                "true",
                "-rf",
                "json",
                "-rff",
                result.toString()));
        job.subject().params().forEach((name, value) -> words.addAll(List.of("-p", name + "=" + value)));
        words.addAll(options.jmh().words(more.contains("-i")));
        words.addAll(units.getOrDefault(workload, List.of()));
        words.addAll(more);
        ForkedJvm arguments = forked(job);
        words.addAll(
                options.override() ? arguments.overridden(job.variant(), jvm) : arguments.options(job.variant(), jvm));
        return words;
    }

    private String classPath(Job job, JmhJar jar) {
        List<String> entries = new ArrayList<>();
        job.variant().classPath().forEach(entry -> entries.add(entry.toString()));
        entries.add(jar.file().toString());
        entries.add(gate.toString());
        return String.join(":", entries);
    }

    private JarProgram programOf(Job job) {
        return job.variant().name().equals(JarOptions.SECOND) ? second : first;
    }

    private ForkedJvm forked(Job job) {
        return Objects.requireNonNull(
                programOf(job).forked().get(job.subject().workload()),
                job.subject().workload().name());
    }

    private Map<String, String> environment(Job job) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(Command.JVM_OPTION_VARIABLES);
        environment.putAll(job.variant().environment());
        return environment;
    }
}
