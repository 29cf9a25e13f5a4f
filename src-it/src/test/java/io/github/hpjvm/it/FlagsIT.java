package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.FakeJava;
import io.github.hpjvm.it.lab.ForkCopies;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.RemoteThp;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.WithoutThp;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A flag is a request. Changes of it before the start and after it are detected. */
class FlagsIT {
    private static final Pattern HEAP = Pattern.compile("0x([0-9a-f]+), 0x[0-9a-f]+(?:, 0x([0-9a-f]+))?\\)");

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    @Test
    @Tag("slow")
    void detectsJavaThatDropsPageFlags() {
        HOST.pool(700);
        Path home = FakeJava.thatDrops(
                folder.resolve("home"), Jdks.running(), "-XX:+UseTransparentHugePages", "-XX:+UseLargePages");
        Measured measured = bench().measure("--jvm", home);
        assertTrue(measured.run("baseline").realised());
        for (String variant : List.of("thp", "hugetlb")) {
            Run run = measured.run(variant);
            assertEquals("OK", run.status());
            assertFalse(run.realised(), variant);
            assertEquals("BASE", run.kind());
            assertTrue(run.reason().contains("did not reach the JVM"), run.reason());
            assertTrue(run.fix().isEmpty(), () -> "nothing on the host would help: " + run.fix());
        }
        assertTrue(measured.run("thp").reason().contains("-XX:+UseTransparentHugePages did not reach the JVM"));
        assertTrue(measured.run("hugetlb").reason().contains("-XX:+UseLargePages did not reach the JVM"));
    }

    @Test
    void callersVariablesDoNotReachForks() {
        Measured measured = bench().measure(bench().command("--variants", "baseline")
                .set("JAVA_TOOL_OPTIONS", "-XX:+UseTransparentHugePages -Dhp.it=tool.leaked")
                .set("JDK_JAVA_OPTIONS", "-XX:+UseTransparentHugePages -Dhp.it=jdk.leaked")
                .set("_JAVA_OPTIONS", "-XX:+UseTransparentHugePages -Dhp.it=last.leaked"));
        assertTrue(measured.run("baseline").realised(), measured.run("baseline")::reason);
        assertEquals(
                Jdks.running().feature(),
                measured.results().root().at("/jvm/release").asInt());
        List<String> arrived = bench().forks().arguments(1, "baseline");
        assertTrue(arrived.contains("-XX:-UseTransparentHugePages"), arrived::toString);
        assertFalse(arrived.contains("-XX:+UseTransparentHugePages"), arrived::toString);
        assertFalse(arrived.stream().anyMatch(it -> it.contains("leaked")), arrived::toString);
    }

    @Test
    void flagsOfTheParentDoNotReachForks() {
        Measured measured = bench().measure(bench().command("--variants", "baseline")
                .set("HP_CLI_OPTS", "-XX:+UseTransparentHugePages -Dhp.it=leaked"));
        assertTrue(measured.run("baseline").realised(), measured.run("baseline")::reason);
        List<String> arrived = bench().forks().arguments(1, "baseline");
        assertFalse(arrived.stream().anyMatch(it -> it.contains("leaked")), arrived::toString);
        assertFalse(arrived.contains("-XX:+UseSerialGC"), arrived::toString);
    }

    @Test
    @Tag("slow")
    void detectsSplitHugePages() {
        HOST.set(HostState.SCAN_SLEEP, 600_000);
        Program command = Cli.with("bench", "run", "--profile", "full", "--params", "size=1000", "--rounds", "1")
                .with("--variants", "thp", "-o", bench().out())
                .setAll(HOST.handOver());
        try (Program.Running running = command.start()) {
            String before = Poll.untilFound(
                    "the fork's copy before the first iteration",
                    () -> bench().forks()
                            .live(1, "thp")
                            .flatMap(text -> ForkCopies.section(text, "before GC.heap_info")
                                    .filter(heap -> ForkCopies.section(text, "before /proc/self/smaps")
                                            .filter(smaps -> smaps.contains("[vsyscall]"))
                                            .isPresent())));
            ProcessHandle fork =
                    bench().forks().running(running.handle(), 1, "thp").orElseThrow();
            Matcher heap = HEAP.matcher(before);
            assertTrue(heap.find(), before);
            long start = Long.parseUnsignedLong(heap.group(1), 16);
            RemoteThp.split(fork.pid(), start, start + (1L << 30));
            Program.Ended ended = running.await();
            assertEquals(0, ended.exitCode(), ended.err());
        }
        Results results = Results.in(bench().out());
        Run run = results.run("thp");
        assertEquals("OK", run.status());
        assertFalse(run.realised(), () -> run.node().toString());
        assertTrue(run.reason().contains("after the right pages before"), run.reason());
        assertTrue(results.run("baseline").realised());
        assertTrue(results.comparison("thp").get("ratio").isNull());
    }

    @Test
    void reportsPrctlOfTheCaller() {
        HOST.unlock();
        Program.Ended ended = bench().command().through(WithoutThp.launcher()).run();
        assertEquals(1, ended.exitCode(), ended.err());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertEquals("", ended.out());
        assertTrue(ended.err().contains("PR_SET_THP_DISABLE"), ended.err());
    }
}
