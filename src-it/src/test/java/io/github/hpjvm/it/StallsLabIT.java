package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.TraceInstances;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code hp-cli stalls} on fragmented memory, in each mode of {@code defrag}: its counts are those of the kernel, and its
 * times those of a program that measures its own faults. For a few seconds no block of the size of a huge page is free;
 * free memory itself stays free.
 */
class StallsLabIT {
    private static final int TOUCHED_MIB = 400;
    private static final int HUGE_ORDER = 9;
    private static final int FIRST_ORDER = 4;
    private static final int PASSES = 5;
    private static final long FEW_BLOCKS = 30;

    /** Events of other processes at either end of the trace. */
    private static final long OTHERS = 4;

    /** The trace begins shortly after its instance exists. */
    private static final long SETTLE_NANOS = 2_000_000_000L;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private final List<Program.Running> fragments = new ArrayList<>();

    @BeforeEach
    void labNeedsRootAndACompiler() {
        Needs.lab();
        Needs.root();
        Needs.program("cc");
        Needs.that(TraceInstances.isAvailable(), "tracefs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"always", "defer", "defer+madvise", "madvise", "never"})
    void countsAndTimesAgree(String mode) throws IOException {
        HOST.set(HostState.ENABLED, "madvise");
        HOST.set(HostState.COMPACTION, 0);
        HOST.set(HostState.DEFRAG, "never");
        Path fragment = compiled("fragment");
        Path touch = compiled("touch");
        Program.Ended ended;
        String[] touched;
        try {
            for (int pass = 0; pass < PASSES && freeBlocks() > FEW_BLOCKS; pass++) {
                Program.Running running = Program.of(fragment.toString(), Long.toString(freeBlocks()))
                        .listening()
                        .start();
                fragments.add(running);
                Poll.until("fragmented memory", () -> !running.outSoFar().isBlank());
            }
            HOST.set(HostState.DEFRAG, mode);
            try (Program.Running stalls = Cli.with("stalls", "--for", "2m", "--backend", "tracefs", "--format", "json")
                    .through("env", "--default-signal=INT,TERM")
                    .start()) {
                Poll.until("the instance", () -> TraceInstances.of(stalls.pid()).isPresent());
                LockSupport.parkNanos(SETTLE_NANOS);
                touched = Program.of(touch.toString(), Integer.toString(TOUCHED_MIB))
                        .run()
                        .out()
                        .strip()
                        .split(" ");
                Signals.interrupt(stalls.handle());
                ended = stalls.await();
            }
        } finally {
            HOST.set(HostState.DEFRAG, "never");
            fragments.forEach(Program.Running::close);
        }
        JsonNode root = new ObjectMapper().readTree(ended.out());
        System.out.println("stalls, defrag=" + mode + ": touched " + String.join(" ", touched) + "; "
                + root.get("checks") + "; " + root.get("verdict"));
        assertEquals(0, root.get("lost").asLong());
        for (JsonNode check : root.get("checks")) {
            assertEquals(check.get("kernel").asLong(), check.get("traced").asLong(), OTHERS, () -> mode + ": " + check);
        }
        long steps = Long.parseLong(touched[0]);
        long huge = Long.parseLong(touched[3]);
        long traced = count(root, "huge_fault") + count(root, "fallback_fault");
        assertTrue(traced >= steps, () -> mode + ": " + root);
        if (huge == steps && traced == steps) {
            double ratio = (double) sum(root, "huge_fault") / Long.parseLong(touched[1]);
            assertEquals(1, ratio, 0.05, () -> mode + ": " + root);
        }
        boolean compacts = !mode.equals("defer") && !mode.equals("never");
        if (!compacts) {
            assertEquals(0, count(root, "direct_compaction"), () -> mode + ": " + root);
        }
        assertEquals(mode, root.get("defrag").get("current").asText());
        assertEquals(List.of(), TraceInstances.all());
    }

    private Path compiled(String name) throws IOException {
        Path source = folder.resolve(name + ".c");
        try (InputStream in = StallsLabIT.class.getResourceAsStream("/stalls/" + name + ".c")) {
            Files.copy(in, source);
        }
        Path program = folder.resolve(name);
        Program.Ended ended = Program.of(
                        Needs.program("cc").toString(), "-O2", "-o", program.toString(), source.toString())
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return program;
    }

    private static long count(JsonNode root, String name) {
        return histogram(root, name).get("count").asLong()
                + histogram(root, name).get("untimed").asLong();
    }

    private static long sum(JsonNode root, String name) {
        return histogram(root, name).get("sum").asLong();
    }

    private static JsonNode histogram(JsonNode root, String name) {
        for (JsonNode histogram : root.get("histograms")) {
            if (histogram.get("name").asText().equals(name)) {
                return histogram;
            }
        }
        throw new AssertionError("no histogram " + name + " in " + root);
    }

    /** Free blocks of 2 MiB or more, in units of 2 MiB ({@code /proc/buddyinfo}). */
    private static long freeBlocks() {
        long blocks = 0;
        for (String line : HostState.value(Path.of("/proc/buddyinfo")).split("\n")) {
            String[] words = line.strip().split("\\s+");
            for (int order = HUGE_ORDER; FIRST_ORDER + order < words.length; order++) {
                blocks += Long.parseLong(words[FIRST_ORDER + order]) << (order - HUGE_ORDER);
            }
        }
        return blocks;
    }
}
