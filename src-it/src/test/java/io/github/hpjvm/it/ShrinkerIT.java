package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ControlGroup;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The THP shrinker of the kernel on a touched heap, in a control group that page cache fills: with {@code max_ptes_none} 0 the
 * kernel takes the heap, and with the value of the plan of {@code advise} it does not.
 */
class ShrinkerIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final int HEAP_MIB = 512;
    private static final int LIMIT_MIB = HEAP_MIB + 144;
    private static final String ALERT = "\"cause\":\"SHRINKER\"";
    private static final int LEAST_WRITES = 16;
    private static final int MOST_WRITES = 48;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static final List<String> HEAP = List.of(
            "-XX:+UseG1GC",
            "-Xms" + HEAP_MIB + "m",
            "-Xmx" + HEAP_MIB + "m",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseTransparentHugePages");

    @TempDir
    private Path folder;

    private ControlGroup group;

    @BeforeEach
    void groupOfMemory() {
        Needs.lab();
        Needs.root();
        Needs.that(Files.exists(HostState.SHRINK_UNDERUSED), "a kernel with a THP shrinker");
        Optional<ControlGroup> possible = ControlGroup.of(
                "memory", "hp-shrinker-" + ProcessHandle.current().pid());
        Needs.that(possible.isPresent(), "a control group for memory");
        group = possible.orElseThrow();
        group.maxMemory(LIMIT_MIB);
    }

    /** The kernel decides when it scans huge pages: in a quarter of the runs it splits none, and the run is skipped. */
    @RepeatedTest(10)
    void advisedValueKeepsTheHeapThatZeroLoses(RepetitionInfo run) throws IOException {
        HOST.set(HostState.SHRINK_UNDERUSED, 1);
        HOST.set(HostState.MAX_PTES_NONE, 0);
        String value;
        long left;
        int writes;
        try (Running jvm =
                        inGroup(LiveJvm.program(Jdks.running(), folder, HEAP)).start();
                Running watch = Cli.with("watch", "--pid", jvm.pid(), "--interval", 1, "--format", "json")
                        .start()) {
            Poll.until("two readings", () -> watch.outSoFar().lines().count() >= 2);
            long before = splitPages();
            writes = fillPageCache(MOST_WRITES, () -> watch.outSoFar().contains(ALERT));
            Needs.that(
                    splitPages() > before,
                    "a kernel that splits underused huge pages in " + writes + " writes of page cache");
            Poll.until("an alert", () -> watch.outSoFar().contains(ALERT));
            JsonNode advice = advice(jvm.pid());
            left = hugeMib(advice);
            // The kernel scans its list in parts: at the time of the alert it has taken 240 MiB or more.
            assertTrue(left < HEAP_MIB * 3 / 4, () -> "on huge pages: " + hugeMib(advice) + " MiB");
            JsonNode finding = finding(advice, "HP-112").orElseThrow();
            assertEquals("WARNING", finding.path("severity").asText());
            JsonNode step = advice.at("/plan/0");
            assertEquals(HostState.MAX_PTES_NONE.toString(), step.path("path").asText());
            value = step.path("value").asText();
        }
        HOST.set(HostState.MAX_PTES_NONE, value);
        try (Running jvm =
                inGroup(LiveJvm.program(Jdks.running(), folder, HEAP)).start()) {
            Poll.until("the heap", () -> hugeMib(advice(jvm.pid())) >= HEAP_MIB - 4);
            fillPageCache(Math.max(LEAST_WRITES, writes), () -> false);
            JsonNode advice = advice(jvm.pid());
            System.out.println("shrinker, run " + run.getCurrentRepetition() + ": of a heap of " + HEAP_MIB + " MiB, "
                    + left + " MiB are on huge pages with max_ptes_none 0, and " + hugeMib(advice) + " MiB with "
                    + value);
            assertTrue(hugeMib(advice) >= HEAP_MIB - 4, advice::toString);
            assertEquals(Optional.empty(), finding(advice, "HP-112"));
        }
    }

    private static long splitPages() throws IOException {
        return Files.readAllLines(Path.of("/proc/vmstat")).stream()
                .filter(line -> line.startsWith("thp_underused_split_page "))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    @AfterEach
    void removeGroup() {
        if (group != null) {
            group.close();
        }
    }

    private Program inGroup(Program program) {
        return program.through("sh", "-c", "echo $$ > " + group.procs() + " && exec \"$@\"", "sh");
    }

    /**
     * Writes a file until that happens, at most so often: its dirty pages fill the group, so that the kernel reclaims memory of
     * the group. The kernel decides at which of the writes it scans huge pages: mostly at one of the first four. Returns the
     * number of writes.
     */
    private int fillPageCache(int most, BooleanSupplier done) throws IOException {
        Path file = folder.resolve("file");
        int writes = 0;
        for (; writes < most && !done.getAsBoolean(); writes++) {
            Program.Ended ended = inGroup(
                            Program.of("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + LIMIT_MIB * 3 / 2)
                                    .limit(LIMIT))
                    .run();
            assertEquals(0, ended.exitCode(), ended::toString);
        }
        Files.delete(file);
        return writes;
    }

    private static JsonNode advice(long pid) {
        return Results.parse(Cli.with("advise", "--pid", pid, "--format", "json", "--fail-on", "never")
                        .run()
                        .out())
                .root();
    }

    private static Optional<JsonNode> finding(JsonNode advice, String rule) {
        for (JsonNode finding : advice.path("findings")) {
            if (finding.path("rule").asText().equals(rule)) {
                return Optional.of(finding);
            }
        }
        return Optional.empty();
    }

    private static long hugeMib(JsonNode advice) {
        for (JsonNode region : advice.path("regions")) {
            if (region.path("name").asText().equals("heap")) {
                long bytes = 0;
                for (JsonNode pages : region.at("/observed/backing")) {
                    bytes += pages.path("kind").asText().equals("THP")
                            ? pages.path("bytes").asLong()
                            : 0;
                }
                return bytes >> 20;
            }
        }
        return 0;
    }
}
