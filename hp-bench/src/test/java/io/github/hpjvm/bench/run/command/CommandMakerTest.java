package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.host.ThpDisable;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.run.Fork;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandMakerTest {
    private static final String THP_OF_IT = "grep THP_enabled /proc/self/status";
    private static final Job JOB = new Job(1, 1, Samples.ofSize(1), Samples.variant("baseline"), Optional.empty());

    @TempDir
    private Path folder;

    private static HostView host(boolean denyThp) {
        return new HostView(
                Samples.noThp(),
                Samples.thpSettings("inherit"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                denyThp);
    }

    private CommandMaker maker(TryOptions options) {
        return new CommandMaker(
                options,
                Samples.jvm("21"),
                OptionVariable.JDK_JAVA_OPTIONS,
                System.getenv(),
                Optional.empty(),
                1,
                folder);
    }

    private Run run(boolean denyThp, List<String> command, Map<String, String> options) {
        return maker(TryOptions.parse(command, options))
                .run(new Fork(JOB, host(denyThp), denyThp), MemoryMode.AS_FOUND, new Interruption());
    }

    /** The work of a program that prints its rate need not be the same in each run, so its CPU time is no cost. */
    @Test
    void aMetricHasNoOtherClock() {
        Ending ended = Ending.ok(List.of(5.0), OptionalLong.empty());
        Usage usage = new Usage(2000, OptionalLong.of(1500), OptionalLong.empty(), OptionalLong.empty());
        List<String> command = List.of("./bench.sh");
        TryOptions metric = TryOptions.parse(command, Map.of("metric", "rate ([0-9]+)", "better", "higher"));
        assertEquals(Timing.NONE, CommandMaker.timing(metric, ended, usage));
        Timing ofTime = CommandMaker.timing(TryOptions.parse(command, Map.of()), ended, usage);
        assertEquals(OptionalDouble.of(1.5e9), ofTime.cpuPerOperation());
        assertEquals(OptionalDouble.of(2e9), ofTime.wallPerOperation());
    }

    /** The program has the flag, the results do not have its value. */
    @Test
    void aCredentialInAFlagReachesTheProgramOnly() throws Exception {
        Variant variant = BenchOptions.parse(Map.of("variant", "b=-Ddb.password=canary"), Profile.OWN, 1)
                .variants()
                .get(1);
        Job job = new Job(1, 1, Samples.ofSize(1), variant, Optional.empty());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of("sh", "-c", java + " -version; echo \"$JDK_JAVA_OPTIONS\"");
        Run run = maker(TryOptions.parse(command, Map.of()))
                .run(new Fork(job, host(false), false), MemoryMode.AS_FOUND, new Interruption());
        assertEquals(List.of("-Ddb.password=***"), run.jvmArgs());
        String out = Files.readString(folder.resolve(job.fileName() + ".out"));
        assertTrue(out.contains("-Ddb.password=canary"), out);
    }

    /** Otherwise it would be in no table, and no line would say so. */
    @Test
    void aFurtherMetricThatIsNotPrintedEndsTheCampaign() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of("sh", "-c", java + " -version 2>&1; echo p50 5");
        String message = assertThrows(
                        BenchException.class,
                        () -> run(
                                false,
                                command,
                                Map.of("metric", "p50=p50 ([0-9]+)\np99=p99 ([0-9]+)", "better", "lower")))
                .getMessage();
        assertTrue(
                message.startsWith(
                        "no line of its output contains the metric 'p99 ([0-9]+)'; correct or omit it; full"),
                message);
    }

    @Test
    void theLoadMayUseTheHugePagesThatTheServerMayNot() throws Exception {
        assumeTrue(
                Files.readString(Path.of("/proc/self/status")).contains("THP_enabled:") && !ThpDisable.isSet(),
                "a process that may use transparent huge pages, and a kernel that shows it");
        Run run = run(
                true,
                List.of("sh", "-c", THP_OF_IT + "; echo ready; exec sleep 60"),
                Map.of("until", "ready", "load", THP_OF_IT, "metric", "THP_enabled:\\s+([01])", "better", "lower"));
        assertEquals(List.of(1.0), run.iterations(), run::toString);
        assertEquals("THP_enabled:\t0\nready\n", Files.readString(folder.resolve(JOB.fileName() + ".out")));
        assertTrue(!ThpDisable.isSet());
    }

    private static List<String> k6(Path file) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String summary = "{\"metrics\":{\"http_req_duration\":{\"med\":1.2,\"p(95)\":3}}}";
        return List.of("sh", "-c", java + " -version 2>&1; echo '" + summary + "' > " + file);
    }

    /** A figure that the user named is a metric like any other. */
    @Test
    void aNamedFigureThatTheFileLacksEndsTheCampaign() {
        Path file = folder.resolve("k6.json");
        String message = assertThrows(
                        BenchException.class,
                        () -> run(
                                false,
                                k6(file),
                                Map.of("metric", "k6:" + file + "#p95\nk6:" + file + "#p99", "better", "lower")))
                .getMessage();
        assertTrue(
                message.startsWith("no file that the command wrote has the figure k6:" + file
                        + "#http_req_duration.p99 (http_req_duration has only med, p(95)); correct or omit it; full"),
                message);
    }

    @Test
    void aFileMayLackUsualFiguresAndTheRunSaysSo() {
        Path file = folder.resolve("k6.json");
        Run run = run(false, k6(file), Map.of("metric", "k6:" + file, "better", "lower"));
        assertEquals(Set.of("p50", "p95"), run.readings().keySet());
        assertTrue(
                run.evidence().notes().contains("no value of p75, p98, p99, mean, max, min"), run.evidence()::toString);
    }

    /** Servers that take turns begin a campaign together. */
    @Test
    void aServerInTurnsMustHaveEachMetric() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        TryOptions options = TryOptions.parse(
                List.of("sh", "-c", java + " -version 2>&1; echo ready {port}; exec sleep 60"),
                Map.of(
                        "until",
                        "ready",
                        "load",
                        "echo {port} p50 5",
                        "repeat-load",
                        "1",
                        "metric",
                        "p50=p50 ([0-9]+)\np99=p99 ([0-9]+)",
                        "better",
                        "lower"));
        String message = assertThrows(
                        BenchException.class,
                        () -> maker(options)
                                .together(
                                        List.of(new Fork(JOB, host(false), false)),
                                        MemoryMode.AS_FOUND,
                                        new Interruption()))
                .getMessage();
        assertTrue(
                message.startsWith("no line of its output contains the metric 'p99 ([0-9]+)' (output of the load);"
                        + " correct or omit it; full"),
                message);
    }
}
