package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * The benchmarks that the user selects.
 *
 * @param second the jar to compare with; empty if there is one jar
 * @param benchmarks of the first jar; with a second jar, those in both
 * @param leftOut benchmarks and values of parameters that only one jar has, a line each
 * @param needs memory that a JVM needs, by its arguments; filled when needed
 */
public record JarSelection(
        Listed first,
        Optional<Listed> second,
        List<ListedBenchmark> benchmarks,
        List<String> leftOut,
        Map<List<String>, Optional<Workload.Need>> needs) {

    /**
     * Reads the jars, and runs each to list its benchmarks.
     *
     * @throws UsageException if a file is not a JMH jar, nothing matches, or a profiler cannot be created
     */
    public static JarSelection of(JarOptions jar, TargetJvm jvm) {
        List<String> leftOut = new ArrayList<>();
        Listed first = Listed.of(jar.jar(), jar.jmh(), jvm);
        Optional<Listed> second = jar.against().map(file -> Listed.of(file, jar.jmh(), jvm));
        return new JarSelection(
                first,
                second,
                second.map(it -> first.inBoth(it, leftOut)).orElse(first.benchmarks()),
                leftOut,
                new HashMap<>());
    }

    /** The reason why no benchmark can take turns with others; empty if there is none. */
    public Optional<String> whyForks() {
        return GateClasses.whyNot(first.jar().file(), second.orElse(first).jar().file());
    }

    /** A jar and the benchmarks in it that the user selects. */
    record Listed(JmhJar jar, List<ListedBenchmark> benchmarks) {
        static Listed of(Path path, JmhOptions options, TargetJvm jvm) {
            CommandLineOptions given = options.given();
            JmhJar jar = JmhJar.read(path);
            Set<String> names = jar.found(jvm.java(), given.getIncludes(), given.getExcludes());
            jar.requireProfilers(jvm.java(), options.profilers());
            return new Listed(
                    jar,
                    jar.benchmarks().stream()
                            .filter(one -> names.contains(one.entry().getUsername()))
                            .flatMap(one -> chosen(one, given))
                            .distinct()
                            .toList());
        }

        /** The benchmark of the same name and mode. */
        Optional<ListedBenchmark> counterpart(ListedBenchmark other) {
            return benchmarks.stream()
                    .filter(one -> key(one).equals(key(other)))
                    .findFirst();
        }

        private static List<Object> key(ListedBenchmark one) {
            return List.of(one.entry().getUsername(), one.entry().getMode());
        }

        /**
         * The benchmarks of both jars, with the parameter values of both.
         *
         * @param leftOut receives a line for each benchmark, and the values of its parameters, that only one jar has
         */
        List<ListedBenchmark> inBoth(Listed other, List<String> leftOut) {
            List<ListedBenchmark> both = new ArrayList<>();
            for (ListedBenchmark one : benchmarks) {
                Optional<ListedBenchmark> same = other.counterpart(one);
                Optional<ListedBenchmark> common = same.flatMap(it -> one.withValuesOf(it));
                common.ifPresentOrElse(
                        both::add,
                        () -> leftOut.add(one.entry().getUsername()
                                + (same.isEmpty()
                                        ? " is not in " + other.jar.file()
                                        : " has other parameters in " + other.jar.file())));
                common.ifPresent(it -> {
                    noteValues(one.valuesNotOf(it), one, other, leftOut);
                    noteValues(same.orElseThrow().valuesNotOf(it), one, this, leftOut);
                });
            }
            other.benchmarks.stream()
                    .filter(one -> counterpart(one).isEmpty())
                    .forEach(one -> leftOut.add(one.entry().getUsername() + " is not in " + jar.file()));
            if (both.isEmpty()) {
                throw new UsageException("against: " + jar.file() + " and " + other.jar.file()
                        + " have no selected benchmark in common");
            }
            return both;
        }
    }

    private static void noteValues(List<String> values, ListedBenchmark one, Listed without, List<String> leftOut) {
        if (!values.isEmpty()) {
            leftOut.add(one.entry().getUsername() + " with " + String.join(", ", values) + ", not in "
                    + without.jar().file());
        }
    }

    /**
     * A benchmark with the modes and the parameter values of its annotations, unless the user names others. Values of the
     * user are set before two jars are compared, so that those of their annotations may differ.
     */
    static Stream<ListedBenchmark> chosen(ListedBenchmark one, CommandLineOptions given) {
        Collection<Mode> modes =
                given.getBenchModes().isEmpty() ? List.of(one.entry().getMode()) : given.getBenchModes();
        return modes.stream()
                .flatMap(mode ->
                        mode == Mode.All ? Arrays.stream(Mode.values()).filter(it -> it != Mode.All) : Stream.of(mode))
                .map(mode -> new ListedBenchmark(one.entry().cloneWith(mode), JarSubject.params(one, given)));
    }
}
