package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ForeignJmh;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code hp-cli bench run --jar}: benchmarks of other projects, with the JMH in their jar. */
class JarIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    /** One of the benchmarks of JMH itself; its class has {@code @Fork(jvmArgsPrepend)} with the first of these. */
    private static final String BENCHMARK = "CompilerHintsBench.baseNI_baseline";

    private static final List<String> ITS_OWN = List.of("-XX:MaxInlineSize=0", "-XX:FreqInlineSize=0");

    private static final List<String> SHORT =
            List.of("-wi", "1", "-w", "200ms", "-i", "2", "-r", "200ms", "-jvmArgs", "-Xmx128m -XX:+AlwaysPreTouch");

    /** The same work on one thread, beside a thread that always works, and on the threads of a parallel stream. */
    private static final String THREADS = """
            package other;

            import java.io.IOException;
            import java.io.UncheckedIOException;
            import java.nio.file.Files;
            import java.nio.file.Paths;
            import java.nio.file.StandardOpenOption;
            import java.util.concurrent.TimeUnit;
            import java.util.stream.Collectors;
            import java.util.stream.IntStream;
            import org.openjdk.jmh.annotations.*;

            @BenchmarkMode(Mode.AverageTime)
            @OutputTimeUnit(TimeUnit.NANOSECONDS)
            public class Threads {
                static long work(long length) {
                    long sum = 1;
                    for (long i = 0; i < length; i++) {
                        sum = sum * 31 + i;
                    }
                    return sum;
                }

                @State(Scope.Benchmark)
                public static class Busy {
                    private volatile boolean ended;
                    private volatile long sum;
                    private Thread thread;

                    @Setup
                    public void start() {
                        thread = new Thread(() -> {
                            while (!ended) {
                                sum = work(1000);
                            }
                        });
                        thread.start();
                    }

                    /** A thread that the measuring thread starts writes on which CPUs it may run. */
                    @TearDown
                    public void end() throws InterruptedException {
                        ended = true;
                        thread.join();
                        Thread last = new Thread(() -> {
                            try {
                                Files.write(
                                        Paths.get(System.getenv("FILE_OF_CPUS")),
                                        Files.readAllLines(Paths.get("/proc/thread-self/status")).stream()
                                                .filter(line -> line.startsWith("Cpus_allowed_list"))
                                                .collect(Collectors.toList()),
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.APPEND);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
                        last.start();
                        last.join();
                    }
                }

                @Benchmark
                public long alone() {
                    return work(20_000);
                }

                @Benchmark
                public long beside(Busy other) {
                    return work(20_000);
                }

                @Benchmark
                public long stream() {
                    return IntStream.range(0, 400).parallel().mapToLong(i -> work(i + 20_000)).sum();
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path out() {
        return folder.resolve("out");
    }

    private Program run(Path jar, Object... options) {
        return Cli.with("bench", "run", "--jar", jar, "--rounds", "1", "--variants", "baseline,thp", "-o", out())
                .with(options)
                .setAll(HOST.handOver());
    }

    @Test
    @Tag("slow")
    void benchmarkKeepsItsArguments() {
        Path jar = ForeignJmh.benchmarks(folder);
        Program.Ended ended = run(jar, BENCHMARK, "--").with(SHORT.toArray()).run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        Results results = Results.in(out());
        assertEquals(3, results.runs().size());
        for (Run run : results.runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
            assertEquals(BENCHMARK, run.node().get("workload").asText());
            assertTrue(run.realised(), run::reason);
            assertEquals(run.variant().equals("thp") ? "THP" : "BASE", run.kind());
            assertTrue(run.jvmArgs().containsAll(ITS_OWN), run.jvmArgs()::toString);
            assertTrue(run.jvmArgs().contains("-Xmx128m"), run.jvmArgs()::toString);
            assertTrue(run.node().at("/jvms/0/flagsArrived").asBoolean(), run.node()::toString);
            assertEquals("ns/op", run.node().get("unit").asText());
            assertEquals("SLICES", run.node().at("/timing/interleave").asText());
            assertEquals(4, run.node().get("iterations").size(), "400 ms in turns of 80 ms, without the first");
            assertTrue(run.node().at("/timing/cpuNanosPerOp").asDouble() > 0, run.node()::toString);
            assertFalse(run.node().get("higherIsBetter").asBoolean());
        }
        String log = ForeignJmh.log(out(), "thp");
        assertTrue(log.contains("# VM options: ") && log.contains("-XX:MaxInlineSize=0"), log);
        assertTrue(Files.exists(out().resolve("report.html")));
    }

    @Test
    @Tag("slow")
    void wallTimeDecidesIfOtherThreadsWork() {
        wallTimeDecidesIfOtherThreadsWork(Jdks.running());
    }

    /** The kernel does not know the names of its threads. */
    @Test
    @Tag("slow")
    @Tag("jdks")
    void wallTimeDecidesIfOtherThreadsWorkOnJdk8() {
        Needs.that(Jdks.of(8).isPresent(), "a JDK 8");
        wallTimeDecidesIfOtherThreadsWork(Jdks.of(8).orElseThrow());
    }

    private void wallTimeDecidesIfOtherThreadsWork(Jdk jdk) {
        Needs.that(Runtime.getRuntime().availableProcessors() > 1, "two CPUs");
        Path jar = ForeignJmh.compiled(folder, "Threads", THREADS);
        Path allowed = folder.resolve("cpus.txt");
        Program.Ended ended = Cli.with("bench", "run", "--jar", jar, "--rounds", "1", "--variants", "baseline")
                .with("-o", out(), "--jvm", jdk.home(), "Threads", "--")
                .with(SHORT.toArray())
                .setAll(HOST.handOver())
                .setAll(Map.of("FILE_OF_CPUS", allowed.toString()))
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        String said = ended.err().replaceAll("\\s+", " ");
        Map<String, String> clocks = new TreeMap<>();
        Results.in(out())
                .root()
                .get("workloads")
                .forEach(it ->
                        clocks.put(it.get("name").asText(), it.get("clock").asText()));
        assertEquals(Map.of("Threads.alone", "CPU", "Threads.beside", "WALL", "Threads.stream", "WALL"), clocks, said);
        assertTrue(
                Pattern.compile("other threads of the process use CPU time\\): [^(]*Threads\\.beside")
                        .matcher(said)
                        .find(),
                said);
        List<String> cpus = lines(allowed);
        assertTrue(cpus.size() >= 4, () -> "two short forks, and two that take turns: " + cpus);
        assertTrue(cpus.stream().allMatch(it -> it.matches(".*[-,].*")), cpus::toString);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Tag("slow")
    void refusesOrOverridesContradictingFlags() {
        Path jar = ForeignJmh.benchmarks(folder);
        List<String> contradicting = List.of(
                "-wi",
                "1",
                "-w",
                "200ms",
                "-i",
                "1",
                "-r",
                "200ms",
                "-jvmArgs",
                "-Xmx128m -XX:+AlwaysPreTouch -XX:+UseTransparentHugePages");
        Program.Ended refused =
                run(jar, BENCHMARK, "--").with(contradicting.toArray()).run();
        assertEquals(2, refused.exitCode(), refused.err());
        assertTrue(
                refused.err()
                        .contains("-XX:+UseTransparentHugePages contradicts baseline, which sets"
                                + " -XX:-UseTransparentHugePages"),
                refused.err());
        Program.Ended ended = run(jar, "--override", BENCHMARK, "--")
                .with(contradicting.toArray())
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        Results results = Results.in(out());
        assertTrue(results.run("baseline").realised(), results.run("baseline")::reason);
        assertTrue(results.run("thp").realised(), results.run("thp")::reason);
    }

    @Test
    void refusesInvalidJarInOneLine() {
        Path jar = ForeignJmh.benchmarks(folder);
        refused(run(jar, "NoSuchBenchmark"), "no benchmark of");
        refused(run(jar, BENCHMARK, "--", "-f", "3"), "each round is one fork of each variant; type --rounds N");
        refused(run(folder.resolve("absent.jar")), "there is no such file");
        refused(run(Cli.tree().resolve("lib").resolve(ForeignJmh.anyJar(Cli.tree()))), "contains no JMH benchmarks");
        refused(run(jar, "--profile", "quick"), "does not apply to --jar");
        refused(Cli.with("bench", "run", "-o", out(), BENCHMARK).setAll(HOST.handOver()), "needs --jar FILE");
    }

    private static void refused(Program program, String said) {
        Program.Ended ended = program.run();
        assertEquals(2, ended.exitCode(), ended.out() + ended.err());
        assertEquals(1, ended.errLines().size(), ended.err());
        assertTrue(ended.err().contains(said), ended.err());
    }

    /** The oldest JMH that the documentation supports, with values of parameters as it writes them. */
    @Test
    void runsJmh121() {
        Needs.lab();
        Path jar = ForeignJmh.samples121(folder);
        Program.Ended ended = run(jar, "JMHSample_27_Params", "--", "-p", "arg=1,31", "-p", "certainty=32")
                .with(SHORT.toArray())
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        Results results = Results.in(out());
        assertEquals(6, results.runs().size(), "two cases, two variants and the twin");
        for (Run run : results.runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
            assertTrue(run.realised(), run::reason);
            assertEquals("32", run.node().at("/params/certainty").asText());
            assertEquals("SLICES", run.node().at("/timing/interleave").asText());
            assertTrue(run.node().at("/timing/cpuNanosPerOp").asDouble() > 0, run.node()::toString);
        }
    }
}
