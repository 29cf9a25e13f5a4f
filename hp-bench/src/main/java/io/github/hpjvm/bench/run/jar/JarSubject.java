package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.advisor.facts.OptionMask;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.ExpectedTimes;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Slicing;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.run.command.Conflicts;
import io.github.hpjvm.bench.run.command.Conflicts.Conflict;
import io.github.hpjvm.bench.run.command.NeedPrediction;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The benchmarks of a jar as the subject of a campaign.
 *
 * @param cases a benchmark in one mode with one value for each of its parameters
 * @param maker runs forks of them
 * @param perRun expected time of one fork
 * @param said lines that describe the jar for the user
 */
public record JarSubject(List<Case> cases, Maker maker, ExpectedTimes.OfFork perRun, List<String> said) {
    /** Start time of the two JVMs of each fork: JMH's own, and the measured one. */
    private static final Duration STARTS = Duration.ofSeconds(2);

    public JarSubject {
        cases = List.copyOf(cases);
        said = List.copyOf(said);
    }

    /**
     * Its cases and, for each benchmark, the arguments and heaps in both jars, the division and the expected time of a fork,
     * and its unit of time.
     */
    private record Parts(
            List<Case> cases,
            Map<Workload, ForkedJvm> arguments,
            Map<Workload, ForkedJvm> otherArguments,
            Map<Workload, Bytes> otherHeaps,
            Map<Workload, JarSlices> slices,
            Map<Workload, Map<Interleave, Duration>> times,
            Map<Workload, List<String>> units) {}

    /**
     * The cases to measure.
     *
     * @throws UsageException if the flags of the jar contradict those of a variant
     */
    public static List<Case> cases(BenchOptions options, JarOptions jar, TargetJvm jvm, JarSelection selection) {
        return parts(options, jar, jvm, selection, JarLooks.NONE).cases();
    }

    /**
     * Prepares the campaign.
     *
     * @param looks what short forks have shown
     */
    public static JarSubject of(
            BenchOptions options, JarOptions jar, TargetJvm jvm, JarSelection selection, JarLooks looks) {
        Parts parts = parts(options, jar, jvm, selection, looks);
        JarProgram program = new JarProgram(selection.first().jar(), parts.arguments(), Map.of());
        List<String> said = new ArrayList<>(said(jar, parts.arguments()));
        selection.leftOut().forEach(it -> said.add("          left out: " + it));
        said.addAll(looks.said(selection.benchmarks()));
        return new JarSubject(
                parts.cases(),
                new JarMaker(
                        jar,
                        jvm,
                        program,
                        selection
                                .second()
                                .map(it -> new JarProgram(it.jar(), parts.otherArguments(), parts.otherHeaps()))
                                .orElse(program),
                        parts.slices(),
                        parts.units(),
                        options),
                (subject, how, profiled) -> time(parts, subject, profiled ? Interleave.FORKS : how),
                said);
    }

    private static Duration time(Parts parts, Case subject, Interleave how) {
        Map<Interleave, Duration> times = Objects.requireNonNull(parts.times().get(subject.workload()));
        return Objects.requireNonNull(times.get(how)).plus(Patience.with(STARTS));
    }

    private static Parts parts(
            BenchOptions options, JarOptions jar, TargetJvm jvm, JarSelection selection, JarLooks looks) {
        CommandLineOptions given = jar.jmh().given();
        List<BenchmarkListEntry> chosen =
                selection.benchmarks().stream().map(ListedBenchmark::entry).toList();
        Parts parts = new Parts(
                new ArrayList<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>());
        for (ListedBenchmark one : selection.benchmarks()) {
            BenchmarkListEntry entry = one.entry();
            ForkedJvm forked = ForkedJvm.of(entry, given);
            Map<String, List<String>> params = params(one, given);
            Workload workload = new Workload(
                    name(entry, chosen),
                    entry.getUsername(),
                    entry.getMode(),
                    forked.all(),
                    params,
                    params,
                    Workload.Selection.BY_NAME,
                    Optional.empty(),
                    need(selection, jvm, forked),
                    options.clock().orElse(looks.of(entry).costsCpuTime() ? Clock.CPU : Clock.WALL));
            parts.arguments().put(workload, forked);
            ForkedJvm other = selection
                    .second()
                    .map(it -> ForkedJvm.of(it.counterpart(one).orElseThrow().entry(), given))
                    .orElse(forked);
            parts.otherArguments().put(workload, other);
            need(selection, jvm, other).ifPresent(it -> parts.otherHeaps().put(workload, it.heap()));
            JarSlices slices = JarSlices.of(entry, given, looks.of(entry), workload.clock());
            parts.slices().put(workload, slices);
            Slicing turns = JarMaker.slicing(slices, options.checkAlone());
            parts.times()
                    .put(
                            workload,
                            Map.of(
                                    Interleave.SLICES, expected(entry, given, Optional.of(turns)),
                                    Interleave.FORKS, expected(entry, given, Optional.empty())));
            parts.units().put(workload, jar.jmh().unit(entry));
            parts.cases().addAll(Case.all(workload, params));
        }
        refuseConflicts(parts.arguments(), options, jar, jvm);
        return parts;
    }

    private static Optional<Workload.Need> need(JarSelection selection, TargetJvm jvm, ForkedJvm forked) {
        return selection.needs().computeIfAbsent(forked.all(), it -> NeedPrediction.of(jvm, it));
    }

    private static List<String> said(JarOptions jar, Map<Workload, ForkedJvm> arguments) {
        List<String> said = new ArrayList<>();
        jar.against()
                .ifPresent(other ->
                        said.add("programs  baseline is " + jar.jar() + ", " + JarOptions.SECOND + " is " + other));
        said.add("jar       " + jar.jar() + ": its own JMH runs the forks, with "
                + (jar.jmh().words().isEmpty()
                        ? "no further options"
                        : String.join(" ", jar.jmh().words())));
        said.add("          if forks take turns, the time of all measured iterations is divided into turns");
        Set<List<String>> own = arguments.values().stream()
                .map(ForkedJvm::all)
                .filter(it -> !it.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        own.forEach(it -> said.add("          the variant's arguments follow the jar's own JVM arguments: "
                + String.join(" ", OptionMask.masked(it))));
        return said;
    }

    /** Class and method, with the parts that distinguish benchmarks of the same name. */
    private static String name(BenchmarkListEntry entry, List<BenchmarkListEntry> all) {
        String shorter = shortened(entry);
        boolean alone = all.stream()
                .filter(other -> shortened(other).equals(shorter))
                .allMatch(other -> other.getUsername().equals(entry.getUsername()));
        boolean oneMode = all.stream()
                .filter(other -> other.getUsername().equals(entry.getUsername()))
                .allMatch(other -> other.getMode() == entry.getMode());
        return (alone ? shorter : entry.getUsername())
                + (oneMode ? "" : " " + entry.getMode().shortLabel());
    }

    private static String shortened(BenchmarkListEntry entry) {
        String type = entry.getUserClassQName();
        return type.substring(type.lastIndexOf('.') + 1) + entry.getUsername().substring(type.length());
    }

    static Map<String, List<String>> params(ListedBenchmark one, CommandLineOptions given) {
        Map<String, List<String>> params = new LinkedHashMap<>();
        one.params().forEach((name, values) -> {
            var other = given.getParameter(name);
            List<String> chosen = other.hasValue() ? List.copyOf(other.get()) : values;
            chosen.stream().filter(value -> value.contains(",")).findFirst().ifPresent(value -> {
                throw new UsageException("params: the value '" + value + "' of " + name + " in "
                        + one.entry().getUsername()
                        + " contains a comma, which separates values on JMH's command line");
            });
            params.put(name, chosen);
        });
        return params;
    }

    private static void refuseConflicts(
            Map<Workload, ForkedJvm> arguments, BenchOptions options, JarOptions jar, TargetJvm jvm) {
        if (jar.override()) {
            return;
        }
        arguments.forEach((workload, forked) -> {
            List<Conflict> conflicts = Conflicts.find(
                    forked.all(),
                    options.variants().stream()
                            .filter(variant -> !variant.replaces())
                            .toList(),
                    jvm);
            if (!conflicts.isEmpty()) {
                throw new UsageException("the jar has flags that contradict a variant, in " + workload.name()
                        + ": " + conflicts.stream().map(Conflict::toString).collect(Collectors.joining("; "))
                        + "; name other --variants, or add --override so that the variant's flags win");
            }
        });
    }

    /** Expected time: iterations of the user, else of the annotation, else JMH's default. In turns a third is lead-in. */
    static Duration expected(BenchmarkListEntry entry, CommandLineOptions given, Optional<Slicing> turns) {
        boolean single = entry.getMode() == Mode.SingleShotTime;
        int warmups = given.getWarmupIterations()
                .orElse(entry.getWarmupIterations()
                        .orElse(single ? Defaults.WARMUP_ITERATIONS_SINGLESHOT : Defaults.WARMUP_ITERATIONS));
        int measured = given.getMeasurementIterations()
                .orElse(entry.getMeasurementIterations()
                        .orElse(single ? Defaults.MEASUREMENT_ITERATIONS_SINGLESHOT : Defaults.MEASUREMENT_ITERATIONS));
        if (single) {
            return Duration.ZERO;
        }
        Duration warmup = time(given.getWarmupTime(), entry.getWarmupTime(), Defaults.WARMUP_TIME);
        Duration measurement = time(given.getMeasurementTime(), entry.getMeasurementTime(), Defaults.MEASUREMENT_TIME);
        return warmup.multipliedBy(warmups).plus(turns.map(Slicing::total).orElse(measurement.multipliedBy(measured)));
    }

    private static Duration time(
            org.openjdk.jmh.util.Optional<TimeValue> given,
            org.openjdk.jmh.util.Optional<TimeValue> annotated,
            TimeValue otherwise) {
        return Duration.ofNanos(
                given.orElse(annotated.orElse(otherwise)).convertTo(java.util.concurrent.TimeUnit.NANOSECONDS));
    }
}
