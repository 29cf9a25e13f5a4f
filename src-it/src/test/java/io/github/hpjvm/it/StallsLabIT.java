package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.ReadingJvm;
import io.github.hpjvm.it.lab.RemoteThp;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.TraceInstances;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code hp-cli stalls} on free and on fragmented memory, in each mode of {@code defrag}: its counts are those of the
 * kernel, and its times those of a program that measures its own faults. For a few seconds no block of the size of a huge
 * page is free; free memory itself stays free.
 */
class StallsLabIT {
    private static final int TOUCHED_MIB = 400;
    private static final int STEPS = TOUCHED_MIB / 2;
    private static final int HUGE_ORDER = 9;
    private static final int FIRST_ORDER = 4;
    private static final int PASSES = 5;
    private static final long FEW_BLOCKS = 30;
    private static final int MERGES = 15;

    /** Divisor of a zone's pages. */
    private static final int SHORT_LISTS = 100_000;

    /** A virtual machine takes some milliseconds for a block that it did not use before. */
    private static final Duration FRAGMENTING = Duration.ofMinutes(5);

    private static final Path COMPACT_MEMORY = Path.of("/proc/sys/vm/compact_memory");

    /** Events of other processes at either end of the trace. */
    private static final long OTHERS = 4;

    /** Largest difference of the times: 5 %. */
    private static final double TOLERANCE = 0.05;

    /** Huge pages that khugepaged has to make. */
    private static final int COLLAPSES = 12;

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

    /** Traces of the whole host and of the program alone, with the program's own figures. */
    private record Traced(JsonNode host, JsonNode own, long nanos, long huge) {
        long events(String name) {
            return StallsLabIT.events(own, name);
        }

        double sum(String name) {
            return histogram(own, name).get("sum").asDouble();
        }

        /** Returns whether the kernel clears pages where no trace point shows it (init_on_alloc). */
        boolean lacksClearing() {
            return lacks(own, "huge_fault_clearing");
        }

        @Override
        public String toString() {
            return "touched in " + nanos + " ns, " + huge + " huge; " + own + host;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"always", "defer", "defer+madvise", "madvise", "never"})
    void countsAndTimesAgree(String mode) throws IOException {
        HOST.set(HostState.ENABLED, "madvise");
        HOST.set(HostState.COMPACTION, 0);
        HOST.set(HostState.CPU_LISTS, SHORT_LISTS);
        HOST.set(HostState.DEFRAG, mode);
        Needs.that(mergeFreeMemory() > 2 * STEPS, 2 * STEPS + " free blocks of 2 MiB");
        Traced free = traced();
        System.out.println("stalls, defrag=" + mode + ", free memory: " + figures(free));
        assertCounts(mode, free);
        assertEquals(STEPS, free.huge(), free::toString);
        assertEquals(0, free.events("direct_compaction"), free::toString);
        if (!free.lacksClearing()) {
            assertEquals(1, free.sum("huge_fault") / free.nanos(), TOLERANCE, free::toString);
        }

        HOST.set(HostState.DEFRAG, "never");
        Traced fragmented;
        try {
            fragment();
            HOST.set(HostState.DEFRAG, mode);
            fragmented = traced();
        } finally {
            HOST.set(HostState.DEFRAG, "never");
            fragments.forEach(Program.Running::close);
        }
        System.out.println("stalls, defrag=" + mode + ", fragmented memory: " + figures(fragmented));
        assertCounts(mode, fragmented);
        boolean compacts = !mode.equals("defer") && !mode.equals("never");
        if (compacts) {
            assertTrue(fragmented.events("direct_compaction") > 0, fragmented::toString);
            double faults = fragmented.sum("huge_fault") + fragmented.sum("fallback_fault");
            if (!fragmented.lacksClearing()) {
                assertEquals(1, faults / fragmented.nanos(), TOLERANCE, fragmented::toString);
            }
        } else {
            assertEquals(0, fragmented.events("direct_compaction"), fragmented::toString);
            assertTrue(fragmented.events("fallback_fault") > 0, fragmented::toString);
        }
        assertEquals(List.of(), TraceInstances.all());
    }

    @Test
    void resultsOfKhugepagedEqualItsCounter() throws IOException {
        List<String> options = List.of(
                "-XX:+UseParallelGC", "-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages");
        try (Program.Running reads = ReadingJvm.start(folder, options)) {
            AddressRange heap = Jvms.read(Roots.host(), reads.pid(), Reach.full(Bytes.ofMiB(2)))
                    .region(RegionName.HEAP)
                    .location()
                    .known()
                    .orElseThrow()
                    .get(0);
            RemoteThp.split(reads.pid(), heap.start(), heap.end());
            JsonNode root;
            try (Program.Running stalls = stalls()) {
                long before = collapsed();
                HOST.set(HostState.PAGES_TO_SCAN, 65_536);
                HOST.set(HostState.SCAN_SLEEP, 100);
                Poll.until("khugepaged", () -> collapsed() >= before + COLLAPSES);
                // No collapse happens while the trace ends.
                HOST.set(HostState.SCAN_SLEEP, 600_000);
                LockSupport.parkNanos(SETTLE_NANOS);
                root = end(stalls);
            }
            System.out.println("stalls, khugepaged: " + root.get("checks") + histogram(root, "khugepaged_collapse"));
            long counted = check(root, "pages_collapsed").get("kernel").asLong();
            assertTrue(counted >= COLLAPSES, root::toString);
            assertEquals(counted, check(root, "pages_collapsed").get("traced").asLong(), root::toString);
            assertEquals(counted, succeeded(root, "khugepaged_scan"), root::toString);
            assertEquals(counted, succeeded(root, "khugepaged_collapse"), root::toString);
            assertTrue(histogram(root, "khugepaged_collapse").get("sum").asLong() > 0, root::toString);
            if (!lacks(root, "collapse_lock_hold")) {
                assertTrue(events(root, "collapse_lock_hold") >= counted, root::toString);
                assertTrue(
                        histogram(root, "collapse_lock_hold").get("max").asLong()
                                <= histogram(root, "khugepaged_collapse")
                                        .get("max")
                                        .asLong(),
                        root::toString);
            }
        }
        assertEquals(List.of(), TraceInstances.all());
    }

    private static void assertCounts(String mode, Traced traced) {
        assertEquals(0, traced.host().get("lost").asLong());
        assertEquals(0, traced.own().get("lost").asLong());
        assertTrue(traced.host().get("checks").size() >= 3, traced::toString);
        for (JsonNode check : traced.host().get("checks")) {
            assertEquals(
                    check.get("kernel").asLong(),
                    check.get("traced").asLong(),
                    OTHERS,
                    () -> mode + ": " + check + traced);
        }
        assertEquals(traced.huge(), traced.events("huge_fault"), traced::toString);
        assertEquals(STEPS - traced.huge(), traced.events("fallback_fault"), traced::toString);
        assertTrue(events(traced.host(), "huge_fault") >= traced.huge(), traced::toString);
        assertEquals(mode, traced.own().get("defrag").get("current").asText());
    }

    private static String figures(Traced traced) {
        return "program " + traced.nanos() + " ns; stalls "
                + Math.round(traced.sum("huge_fault") + traced.sum("fallback_fault")) + " ns; " + traced.huge()
                + " huge, " + traced.events("fallback_fault") + " fallbacks, " + traced.events("direct_compaction")
                + " compactions; " + traced.host().get("checks") + "; "
                + traced.own().get("verdict").asText();
    }

    /** Compacts memory until there are enough free blocks of 2 MiB, and returns their number. */
    private static long mergeFreeMemory() throws IOException {
        for (int i = 0; i < MERGES && freeBlocks() <= 2 * STEPS; i++) {
            Files.writeString(COMPACT_MEMORY, "1");
            LockSupport.parkNanos(SETTLE_NANOS);
        }
        return freeBlocks();
    }

    /** Takes every free block of 2 MiB apart. */
    private void fragment() throws IOException {
        Path fragment = compiled("fragment");
        for (int pass = 0; pass < PASSES && freeBlocks() > FEW_BLOCKS; pass++) {
            Program.Running running = Program.of(fragment.toString(), Long.toString(freeBlocks()))
                    .listening()
                    .start();
            fragments.add(running);
            Poll.untilFound(
                    "fragmented memory",
                    FRAGMENTING,
                    () -> Optional.of(running.outSoFar()).filter(said -> !said.isBlank()));
        }
        assertTrue(freeBlocks() < STEPS / 2, () -> freeBlocks() + " blocks are still free");
    }

    /** Runs the program beside a trace of the host and a trace of its own. */
    private Traced traced() throws IOException {
        try (Program.Running touch = Program.of(compiled("touch").toString(), Integer.toString(TOUCHED_MIB))
                        .listening()
                        .start();
                Program.Running host = stalls();
                Program.Running own = stalls("--pid", touch.pid())) {
            touch.say("go");
            String[] touched = touch.await().out().strip().split(" ");
            JsonNode ofOwn = Results.parse(own.await().out()).root();
            JsonNode ofHost = end(host);
            assertEquals(STEPS, Long.parseLong(touched[0]));
            return new Traced(ofHost, ofOwn, Long.parseLong(touched[1]), Long.parseLong(touched[3]));
        }
    }

    private static Program.Running stalls(Object... more) {
        Program.Running stalls = Cli.with("stalls", "--for", "2m", "--backend", "tracefs", "--format", "json")
                .with(more)
                .through("env", "--default-signal=INT,TERM")
                .start();
        Poll.until("the instance", () -> TraceInstances.of(stalls.pid()).isPresent());
        LockSupport.parkNanos(SETTLE_NANOS);
        return stalls;
    }

    private static JsonNode end(Program.Running stalls) {
        Signals.interrupt(stalls.handle());
        return Results.parse(stalls.await().out()).root();
    }

    private Path compiled(String name) throws IOException {
        Path program = folder.resolve(name);
        if (Files.exists(program)) {
            return program;
        }
        Path source = folder.resolve(name + ".c");
        try (InputStream in = StallsLabIT.class.getResourceAsStream("/stalls/" + name + ".c")) {
            Files.copy(in, source);
        }
        Program.Ended ended = Program.of(
                        Needs.program("cc").toString(), "-O2", "-o", program.toString(), source.toString())
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return program;
    }

    private static long collapsed() {
        return Long.parseLong(HostState.value(HostState.PAGES_COLLAPSED));
    }

    private static boolean lacks(JsonNode root, String name) {
        for (JsonNode one : root.get("unmeasured")) {
            if (one.get("name").asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static JsonNode check(JsonNode root, String counter) {
        for (JsonNode check : root.get("checks")) {
            if (check.get("counter").asText().equals(counter)) {
                return check;
            }
        }
        throw new AssertionError("no check of " + counter + " in " + root);
    }

    private static long events(JsonNode root, String name) {
        return histogram(root, name).get("count").asLong()
                + histogram(root, name).get("untimed").asLong();
    }

    private static long succeeded(JsonNode root, String name) {
        return histogram(root, name).get("results").path("succeeded").asLong();
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
