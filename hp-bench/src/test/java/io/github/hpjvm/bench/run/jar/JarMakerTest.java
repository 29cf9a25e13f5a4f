package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.variant.Variant;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;

class JarMakerTest {
    @TempDir
    private Path folder;

    private final Map<List<String>, Optional<Workload.Need>> needs = new HashMap<>(Map.of(List.of(), Optional.empty()));

    /** A benchmark of a jar, with its unit of time. */
    private static BenchmarkListEntry entry(TimeUnit unit, String... jvmArgs) {
        var none = org.openjdk.jmh.util.Optional.<Integer>none();
        var time = org.openjdk.jmh.util.Optional.<org.openjdk.jmh.runner.options.TimeValue>none();
        var texts = org.openjdk.jmh.util.Optional.<Collection<String>>none();
        return new BenchmarkListEntry(
                "a.Some",
                "a.generated.Some_work",
                "work",
                Mode.SingleShotTime,
                none,
                new int[] {1},
                texts,
                none,
                time,
                none,
                none,
                time,
                none,
                none,
                none,
                org.openjdk.jmh.util.Optional.none(),
                org.openjdk.jmh.util.Optional.of(Arrays.asList(jvmArgs)),
                texts,
                texts,
                org.openjdk.jmh.util.Optional.none(),
                org.openjdk.jmh.util.Optional.of(unit),
                none,
                time);
    }

    private static JarSelection.Listed listed(String jar, BenchmarkListEntry entry) {
        return new JarSelection.Listed(
                new JmhJar(Path.of(jar), "Main", List.of()), List.of(new ListedBenchmark(entry, Map.of())));
    }

    /** A campaign that compares a benchmark of two jars. */
    private JarSubject subject(
            BenchOptions options, JarOptions jar, BenchmarkListEntry first, BenchmarkListEntry second) {
        JarSelection.Listed one = listed("/base.jar", first);
        return JarSubject.of(
                options,
                jar,
                Samples.jvm("21"),
                new JarSelection(one, Optional.of(listed("/head.jar", second)), one.benchmarks(), List.of(), needs),
                JarLooks.NONE);
    }

    private static JarOptions jar(String... words) {
        return JarOptions.parse("/base.jar", Optional.of("/head.jar"), List.of(words), Optional.empty(), false);
    }

    private BenchOptions options(JarOptions jar) {
        return BenchOptions.parse(Map.of("out", folder.toString()), Profile.OWN, 1, jar.program());
    }

    @Test
    void theOptionCheckAloneAddsLongTurns() {
        for (Map<String, String> more : List.of(Map.<String, String>of(), Map.of("check-alone", "true"))) {
            JarOptions jar = jar();
            Map<String, String> given = new HashMap<>(more);
            given.put("out", folder.toString());
            BenchOptions options = BenchOptions.parse(given, Profile.OWN, 1, jar.program());
            JarSubject subject = subject(options, jar, entry(TimeUnit.SECONDS), entry(TimeUnit.SECONDS));
            assertEquals(
                    more.isEmpty() ? 0 : 3,
                    ((JarMaker) subject.maker()).slicing(subject.cases().get(0)).longTurns());
        }
    }

    /** Turns need the memory of both heaps at once. */
    @Test
    void theForksOfTheSecondJarHaveItsHeap() {
        needs.put(List.of("-Xmx1g"), Optional.of(new Workload.Need(Bytes.ofMiB(1024), Optional.empty())));
        needs.put(List.of("-Xmx6g"), Optional.of(new Workload.Need(Bytes.ofMiB(6144), Optional.empty())));
        needs.put(List.of("-Xmx7x"), Optional.empty());
        assertEquals(List.of(Optional.of(Bytes.ofMiB(1024)), Optional.of(Bytes.ofMiB(6144))), heaps("-Xmx6g"));
        assertEquals(List.of(Optional.of(Bytes.ofMiB(1024)), Optional.empty()), heaps("-Xmx7x"));
    }

    private List<Optional<Bytes>> heaps(String second) {
        JarOptions jar = jar();
        BenchOptions options = options(jar);
        JarSubject subject = subject(options, jar, entry(TimeUnit.SECONDS, "-Xmx1g"), entry(TimeUnit.SECONDS, second));
        return options.variants().stream()
                .map(variant -> subject.maker().heap(subject.cases().get(0), variant))
                .toList();
    }

    private List<String> units(TimeUnit second, String... words) {
        JarOptions jar = jar(words);
        BenchOptions options = options(jar);
        JarSubject subject = subject(options, jar, entry(TimeUnit.NANOSECONDS), entry(second));
        return options.variants().stream()
                .map(variant -> unit(subject, variant))
                .toList();
    }

    private static String unit(JarSubject subject, Variant variant) {
        Job job = new Job(1, 1, subject.cases().get(0), variant, Optional.empty());
        List<String> command = ((JarMaker) subject.maker()).command(job, Path.of("/r.json"), List.of());
        assertEquals(1, Collections.frequency(command, "-tu"), command.toString());
        return command.get(command.indexOf("-tu") + 1);
    }

    /** 100 ns/op beside 0.1 us/op would be a ratio of 0.001. */
    @Test
    void bothJarsReportInTheUnitOfTheFirst() {
        assertEquals(List.of("ns", "ns"), units(TimeUnit.MICROSECONDS));
        assertEquals(List.of("ns", "ns"), units(TimeUnit.NANOSECONDS));
        assertEquals(List.of("ms", "ms"), units(TimeUnit.MICROSECONDS, "-tu", "ms"), "that of the user");
    }
}
