package io.github.hpjvm.bench.run.jar;

import static java.util.stream.Collectors.joining;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.variant.Collectors;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.os.time.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** The subject of a short fork: a benchmark of a jar with one value for each of its parameters, under a variant. */
record Shown(JmhJar jar, ListedBenchmark benchmark, Map<String, String> params, Variant variant) {
    /** Combinations of each benchmark that always run: the first and the last. */
    static final int FEWEST = 2;

    /** The usual time of a fork: the start of two JVMs, and 1.2 s of iterations. */
    private static final Duration USUAL = Duration.ofSeconds(3);

    /** The inverse of the part of a budget within which more combinations are looked at. */
    private static final int PART = 4;

    /**
     * What is looked at of each benchmark: combinations of its parameters in each jar, and the last one under each further
     * variant.
     *
     * @param variants baseline, then further ones
     * @param most the largest number of combinations, unless they would take more than a quarter of the budget
     */
    static List<List<List<Shown>>> all(
            List<ListedBenchmark> chosen,
            JarOptions jar,
            JarSelection selection,
            List<Variant> variants,
            int most,
            Optional<Duration> budget,
            long seed) {
        List<List<List<Shown>>> all = chosen.stream()
                .map(one -> of(one, jar, selection, variants, most, seed))
                .toList();
        return most > FEWEST
                        && budget.filter(it -> isLong(count(all, most), it)).isPresent()
                ? all(chosen, jar, selection, variants, FEWEST, budget, seed)
                : all;
    }

    /** Returns whether so many forks take more than a quarter of the budget. */
    static boolean isLong(int forks, Duration budget) {
        return expected(forks).multipliedBy(PART).compareTo(budget) > 0;
    }

    private static List<List<Shown>> of(
            ListedBenchmark one, JarOptions jar, JarSelection selection, List<Variant> variants, int most, long seed) {
        List<Map<String, String>> some =
                Looking.some(Case.combinations(JarSubject.params(one, jar.jmh().given())), most, seed);
        Variant baseline = variants.get(0);
        JmhJar first = selection.first().jar();
        List<List<Shown>> all = new ArrayList<>();
        all.add(some.stream()
                .map(params -> new Shown(first, one, params, baseline))
                .toList());
        selection.second().ifPresent(it -> {
            ListedBenchmark same = it.counterpart(one).orElseThrow();
            all.add(some.stream()
                    .map(params -> new Shown(it.jar(), same, params, baseline))
                    .toList());
        });
        Map<String, String> last = some.get(some.size() - 1);
        variants.stream().skip(1).forEach(it -> all.add(List.of(new Shown(first, one, last, it))));
        return all;
    }

    /** The variants whose flags choose a collector: it may work beside the program where that of baseline does not. */
    static List<Variant> ofOtherCollectors(List<Variant> variants, TargetJvm jvm) {
        return variants.stream()
                .filter(it -> it instanceof OwnVariant)
                .filter(it -> it.arguments(jvm).stream().anyMatch(Collectors::isChoice))
                .toList();
    }

    /** The number of forks of all benchmarks, of which each jar has so many at most. */
    static <T> int count(List<List<List<T>>> all, int most) {
        return all.stream()
                .flatMap(List::stream)
                .mapToInt(it -> Math.min(it.size(), most))
                .sum();
    }

    private static Duration expected(int forks) {
        return Patience.with(USUAL).multipliedBy(forks);
    }

    /**
     * The expected number and time of forks. Fewer suffice if one waits; one that waits is run again.
     *
     * @param budget whether the campaign has one: the time of these forks is part of it
     */
    static String expects(int forks, boolean budget) {
        return "about " + forks + (forks == 1 ? " fork and " : " forks and ")
                + expected(forks).toSeconds() + " s" + (budget ? " of the budget" : "");
    }

    /** The command line of JMH for the fork. */
    List<String> command(JarOptions options, TargetJvm jvm, Path gate, Path fifos) {
        BenchmarkListEntry entry = benchmark.entry();
        List<Path> path = new ArrayList<>(variant.classPath());
        path.addAll(List.of(jar.file(), gate));
        List<String> words = new ArrayList<>(List.of(
                variant.jvm(jvm).java().toString(),
                "-Djmh.ignoreLock=true",
                "-cp",
                path.stream().map(Path::toString).collect(joining(":")),
                jar.main(),
                "^" + Pattern.quote(entry.getUsername()) + "$",
                "-bm",
                entry.getMode().shortLabel(),
                "-f",
                "1",
                "-wf",
                "0",
                "-foe",
                "true"));
        params.forEach((name, value) -> words.addAll(List.of("-p", name + "=" + value)));
        words.addAll(options.jmh().brief());
        words.addAll(JarMaker.gateWords(fifos));
        ForkedJvm forked = ForkedJvm.of(entry, options.jmh().given());
        words.addAll(options.override() ? forked.overridden(variant, jvm) : forked.options(variant, jvm));
        return words;
    }

    /** The benchmark, its parameters, its jar, and its variant unless that is baseline. */
    @Override
    public String toString() {
        return JarLooks.shortened(benchmark.entry())
                + params.entrySet().stream()
                        .map(param -> " " + param.getKey() + "=" + param.getValue())
                        .collect(joining())
                + " of " + jar.file().getFileName()
                + (variant instanceof OwnVariant ? " under " + variant.name() : "");
    }
}
