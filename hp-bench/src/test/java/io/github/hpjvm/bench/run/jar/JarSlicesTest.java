package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Slicing;
import io.github.hpjvm.bench.run.slice.Look;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class JarSlicesTest {
    private static final BenchmarkListEntry ENTRY = entry("KnownCost.work");

    /** A benchmark of hp-bench by the end of its name. */
    static BenchmarkListEntry entry(String name) {
        return BenchmarkList.defaultList()
                .getAll(
                        OutputFormatFactory.createFormatInstance(
                                new java.io.PrintStream(java.io.OutputStream.nullOutputStream()), VerboseMode.SILENT),
                        List.of())
                .stream()
                .filter(it -> it.getUsername().endsWith(name))
                .findFirst()
                .orElseThrow();
    }

    private static JarSlices slices(Mode mode, String... words) {
        return slices(mode, Look.RUNS, words);
    }

    private static JarSlices slices(Mode mode, Look look, String... words) {
        return JarSlices.of(
                ENTRY.cloneWith(mode), JmhOptions.parse(List.of(words)).given(), look, Clock.CPU);
    }

    private static Look taking(double millis) {
        return Look.RUNS.taking(OptionalDouble.of(millis * 1e6));
    }

    @ParameterizedTest
    @CsvSource({"100, 3", "400, 5", "2000, 25", "5000, 62", "50000, 625", "1, 3"})
    void dividesTheTimeOfAllMeasuredIterations(long measuredMillis, int turns) {
        Slicing slicing = JarSlices.slicing(Duration.ofMillis(measuredMillis), Duration.ofMillis(4));
        assertEquals(Duration.ofMillis(20), slicing.iteration());
        assertFalse(slicing.shared());
        assertEquals(turns, slicing.turns());
        assertEquals(turns * 6 + 1, slicing.iterations());
    }

    /** Threads that the measuring thread starts would share its CPU, and work one after the other. */
    @Test
    void aBenchmarkWhoseWallTimeDecidesHasAllCpus() {
        JarSlices slices = JarSlices.of(ENTRY, JmhOptions.parse(List.of()).given(), Look.RUNS, Clock.WALL);
        assertFalse(slices.slicing().pinned());
        assertFalse(slices.slicing().checked().pinned());
        assertTrue(slices(Mode.AverageTime, Look.RUNS).slicing().checked().pinned());
    }

    /** JMH runs at least one operation per iteration: 3 751 iterations of 160 ms would be 10 minutes, instead of 50 s. */
    @ParameterizedTest
    @CsvSource({"4.1, 21, 595", "20, 101, 123", "160, 801, 15", "800, 4001, 3"})
    void slowOperationsHaveLongerIterations(double operationMillis, long iterationMillis, int turns) {
        JarSlices slices = slices(Mode.AverageTime, taking(operationMillis));
        assertEquals(Optional.empty(), slices.whyForks());
        assertEquals(Duration.ofMillis(iterationMillis), slices.slicing().iteration());
        assertEquals(turns, slices.slicing().turns());
        assertTrue(slices.slicing().total().toSeconds() < 2 * 50, slices.toString());
    }

    /** Two of six iterations of a turn are not measured, and long turns are added. */
    @Test
    void theExpectedTimeIsThatOfAllTurns() {
        var given = JmhOptions.parse(List.of("-wi", "2", "-w", "1", "-i", "5", "-r", "1"))
                .given();
        BenchmarkListEntry entry = ENTRY.cloneWith(Mode.AverageTime);
        JarSlices slices = JarSlices.of(entry, given, Look.RUNS, Clock.CPU);
        assertEquals(Duration.ofSeconds(7), JarSubject.expected(entry, given, Optional.empty()));
        Duration turns = JarSubject.expected(entry, given, Optional.of(JarMaker.slicing(slices, false)));
        assertEquals(Duration.ofMillis(2000 + (62 * 6 + 1) * 20), turns);
        Duration alone = JarSubject.expected(entry, given, Optional.of(JarMaker.slicing(slices, true)));
        assertEquals(Duration.ofMillis(3600), alone.minus(turns));
    }

    @Test
    void operationsThatAreTooSlowForTurnsRunInForks() {
        assertEquals(
                Optional.of("an operation takes 1000 ms, and the 50000 ms of all measured iterations have no room for"
                        + " 3 turns"),
                slices(Mode.AverageTime, taking(1000)).whyForks());
        assertEquals(
                Optional.of(Look.NO_TIME), slices(Mode.Throughput, Look.NOTHING).whyForks());
    }

    /** JMH's time of an operation is that of a part of a call, or of one of several threads. */
    @Test
    void anIterationEndsWithAWholeCallOfAllThreads() {
        int cpus = Runtime.getRuntime().availableProcessors();
        Duration whole = Duration.ofMillis(501);
        assertEquals(
                whole,
                slices(Mode.AverageTime, taking(10), "-opi", "10").slicing().iteration());
        for (String threads : List.of(String.valueOf(cpus), "max")) {
            assertEquals(
                    Duration.ofMillis(500 * cpus + 1),
                    slices(Mode.Throughput, taking(100), "-t", threads)
                            .slicing()
                            .iteration());
            assertEquals(
                    whole,
                    slices(Mode.AverageTime, taking(100), "-t", threads)
                            .slicing()
                            .iteration());
        }
    }

    @Test
    void prefersTheUsersTimeToTheAnnotation() {
        assertEquals(
                Duration.ofSeconds(3),
                JarSlices.measured(
                        ENTRY,
                        JmhOptions.parse(List.of("-i", "6", "-r", "500ms")).given()));
        assertEquals(
                Duration.ofSeconds(50),
                JarSlices.measured(ENTRY, JmhOptions.parse(List.of()).given()));
    }

    @Test
    void takesTurnsInModesWithIterations() {
        for (Mode mode : List.of(Mode.AverageTime, Mode.Throughput)) {
            assertEquals(Optional.empty(), slices(mode).whyForks());
        }
        for (Mode mode : List.of(Mode.SampleTime, Mode.SingleShotTime)) {
            assertTrue(slices(mode).whyForks().orElseThrow().contains(mode.shortLabel()));
        }
    }

    @Test
    void givesTheReasonForForks() {
        int cpus = Runtime.getRuntime().availableProcessors();
        assertEquals(
                Optional.empty(),
                slices(Mode.Throughput, "-t", String.valueOf(cpus)).whyForks());
        assertEquals(
                Optional.of((cpus + 1) + " benchmark threads exceed " + cpus + " CPUs"),
                slices(Mode.Throughput, "-t", String.valueOf(cpus + 1)).whyForks());
        assertEquals(
                Optional.empty(),
                slices(Mode.Throughput, "-prof", "gc").whyForks(),
                "profilers have a round of their own");
        assertEquals(
                Optional.of("it has fixtures of Level.Iteration, so its iterations must not be divided"),
                slices(Mode.Throughput, Look.RUNS.with(true)).whyForks());
        assertTrue(
                slices(Mode.Throughput, "-gc", "true").whyForks().orElseThrow().contains("-gc true"));
    }

    /** A name such as results-2026-11-30T10:30:00 is usual in CI. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "c:10:30", "a*b"})
    void theGateHasAPathThatAClassPathAllows(String name, @TempDir Path folder) throws Exception {
        Path gate = GateClasses.copyTo(Files.createDirectory(folder.resolve(name)));
        assertEquals(Optional.empty(), GateClasses.whyNot(gate));
        assertEquals(name.equals("plain"), gate.startsWith(folder));
        URL[] classPath = {gate.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            for (String copied : List.of("bench.fork.WorkerThread", "bench.reading.Turn")) {
                assertEquals(
                        loader,
                        Class.forName("io.github.hpjvm." + copied, false, loader)
                                .getClassLoader());
            }
        }
    }

    @Test
    void namesAPathThatAClassPathDoesNotAllow() {
        assertEquals(Optional.empty(), selection("/a b/c.jar", "/d.jar").whyForks());
        assertTrue(selection("/a b/c.jar", "/d:e.jar")
                .whyForks()
                .orElseThrow()
                .contains("the path /d:e.jar contains a colon"));
        assertEquals(Optional.empty(), GateClasses.whyNot(Path.of("/a b/c.jar")));
        assertTrue(GateClasses.whyNot(Path.of("/a"), Path.of("/a:b/c.jar"))
                .orElseThrow()
                .contains("/a:b/c.jar"));
    }

    private static JarSelection selection(String first, String second) {
        return new JarSelection(listed(first), Optional.of(listed(second)), List.of(), List.of(), Map.of());
    }

    private static JarSelection.Listed listed(String path) {
        return new JarSelection.Listed(new JmhJar(Path.of(path), "Main", List.of()), List.of());
    }
}
