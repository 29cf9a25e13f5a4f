package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.read.memory.CostBudget;
import io.github.hpjvm.advisor.read.memory.FillCost;
import io.github.hpjvm.advisor.read.memory.ZeroScan;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What huge pages cost in memory, measured in programs whose use of memory is known: a base page in each block of the size of a
 * huge page, and 3 of 8 base pages of huge pages.
 */
class MemoryCostIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final Path PMD_SIZE = Path.of("/sys/kernel/mm/transparent_hugepage/hpage_pmd_size");
    private static final double WITHIN = 0.02;
    private static final double MIB = 1 << 20;

    /** Its arguments: heap, touch or fill; MiB; the size of a base page and of a huge page. */
    private static final String JAVA = """
            public class Sparse {
                static byte[] kept;

                public static void main(String[] arguments) throws Exception {
                    long bytes = Long.parseLong(arguments[1]) << 20;
                    int page = Integer.parseInt(arguments[2]);
                    long huge = Long.parseLong(arguments[3]);
                    if (arguments[0].equals("heap")) {
                        kept = new byte[(int) bytes];
                        for (int i = 0; i < bytes / page; i++) {
                            if (i % 8 < 3) {
                                kept[i * page + 100] = 1;
                            }
                        }
                    } else {
                        Class<?> type = Class.forName("sun.misc.Unsafe");
                        java.lang.reflect.Field field = type.getDeclaredField("theUnsafe");
                        field.setAccessible(true);
                        Object unsafe = field.get(null);
                        java.lang.reflect.Method set =
                                type.getMethod("setMemory", long.class, long.class, byte.class);
                        long address =
                                (Long) type.getMethod("allocateMemory", long.class).invoke(unsafe, bytes);
                        long step = arguments[0].equals("fill") ? bytes : huge;
                        for (long at = 0; at < bytes; at += step) {
                            set.invoke(unsafe, address + at, step == bytes ? bytes : 1, (byte) 1);
                        }
                    }
                    System.out.println("ready");
                    Thread.sleep(600000);
                }
            }
            """;

    /** Two areas: one on huge pages with 3 of 8 base pages in use, one on base pages with one of them in use for each block. */
    private static final String PYTHON = """
            import ctypes, mmap, sys, time
            page, huge, blocks = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
            def area(advice):
                memory = mmap.mmap(-1, (blocks + 1) * huge, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
                memory.madvise(advice)
                address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
                return memory, address, -address % huge
            on_huge, first, skip = area(14)
            for at in range(skip, skip + blocks * huge, page):
                if (at - skip) // page % 8 < 3:
                    on_huge[at + 7] = 1
            on_base, second, gap = area(15)
            for block in range(blocks):
                on_base[gap + block * huge + block % 5 * page] = 1
            print(first + skip, second + gap, 'ready', flush=True)
            time.sleep(600)
            """;

    private long page;
    private long huge;

    @TempDir
    private Path folder;

    @BeforeEach
    void sizes() throws IOException {
        Needs.root();
        Needs.that(Files.exists(PMD_SIZE), "transparent huge pages");
        page = Long.parseLong(Program.of("getconf", "PAGESIZE").run().out().strip());
        huge = Long.parseLong(Files.readString(PMD_SIZE).strip());
    }

    private Running java(List<String> options, Object... arguments) {
        List<String> command = new ArrayList<>(List.of(Jdks.running().java().toString()));
        command.addAll(options);
        command.addAll(
                List.of("-cp", JavaSource.compiled(folder, "Sparse", JAVA).toString(), "Sparse"));
        return ready(Program.of(command)
                .in(folder)
                .with(arguments)
                .with(page, huge)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"));
    }

    private static Running ready(Program program) {
        Running running = program.start();
        Poll.until("the program is ready", () -> running.outSoFar().contains("ready") || !running.isAlive());
        return running;
    }

    private static JsonNode advised(Running jvm, Object... options) {
        Program.Ended ended = Cli.with("advise", jvm.pid(), "--format", "json", "--fail-on", "never")
                .with(options)
                .run();
        return Results.parse(ended.out()).root();
    }

    private static JsonNode named(JsonNode array, String key, String name) {
        return StreamSupport.stream(array.spliterator(), false)
                .filter(one -> one.path(key).asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + array));
    }

    private static String resident(Running process) throws IOException {
        List<String> kept = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/smaps_rollup"))) {
            if (line.startsWith("Rss:") || line.startsWith("Anon") || line.startsWith("Swap:")) {
                kept.add(line);
            }
        }
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith("VmPTE:") || line.startsWith("VmRSS:")) {
                kept.add(line);
            }
        }
        return String.join("\n", kept);
    }

    /** All of it, and a sample; and the process keeps its memory as it was. */
    @Test
    void plainProgram() throws IOException {
        HOST.set(HostState.ENABLED, "madvise");
        int blocks = 64;
        String python = Needs.program("python3").toString();
        try (Running program = ready(Program.of(python, "-c", PYTHON).with(page, huge, blocks))) {
            String[] addresses = program.outSoFar().strip().split(" ");
            long onHuge = Long.parseLong(addresses[0]);
            long onBase = Long.parseLong(addresses[1]);
            Bytes size = Bytes.of(blocks * huge);
            Backing backing = new Backing(size, List.of(new Pages(PageKind.THP, Bytes.of(huge), size, size)));
            String before = resident(program);
            ZeroFilled all = zeros(program, onHuge, backing, CostBudget.all(511));
            ZeroFilled sample =
                    zeros(program, onHuge, backing, new CostBudget(Bytes.of(huge * 8), Bytes.ZERO, 5000, 511));
            Bytes fill = FillCost.of(
                            Path.of("/proc"),
                            program.pid(),
                            List.of(new AddressRange(onBase, onBase + size.value())),
                            Bytes.of(page),
                            Bytes.of(huge),
                            false)
                    .orElseThrow();
            String after = resident(program);

            assertEquals(size.value() / 8 * 5, all.bytes().value(), "3 of 8 base pages are in use");
            assertTrue(all.exact(), all.toString());
            assertEquals(blocks * huge / page, all.compared());
            assertEquals(size.value() / 8.0 * 5, sample.bytes().value(), size.value() / 8.0 * 5 * WITHIN);
            assertTrue(
                    sample.min().compareTo(all.bytes()) <= 0 && sample.max().compareTo(all.bytes()) >= 0,
                    sample.toString());
            assertEquals(8 * huge / page, sample.compared());
            assertEquals(blocks * (huge - page), fill.value(), "one base page of each block is in use");
            assertEquals(before, after, "reading changes no memory");
        }
    }

    private ZeroFilled zeros(Running program, long address, Backing backing, CostBudget budget) {
        AddressRange range =
                new AddressRange(address, address + backing.reserved().value());
        return new ZeroScan(Path.of("/proc"), program.pid(), Bytes.of(page), Bytes.of(huge), budget)
                .of(Map.of(RegionName.HEAP, new ZeroScan.Target(List.of(range), backing)))
                .get(RegionName.HEAP)
                .known()
                .orElseThrow();
    }

    /** An array of 440 MiB in a heap of 512 MiB. The objects of the JVM itself are in the 8 MiB of the young generation. */
    @Test
    void javaHeap() throws IOException {
        HOST.set(HostState.ENABLED, "madvise");
        List<String> options = List.of(
                "-XX:+UseSerialGC",
                "-Xms512m",
                "-Xmx512m",
                "-Xmn8m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseTransparentHugePages");
        try (Running jvm = java(options, "heap", 440)) {
            String before = resident(jvm);
            JsonNode heap = named(advised(jvm).get("regions"), "name", "heap");
            JsonNode zeros = heap.get("zeroFilled");
            double truth = (440 * 5 / 8.0 + 512 - 440 - 4) * MIB;
            assertTrue(zeros.get("hugeBytes").asLong() >= 0.99 * 512 * MIB, heap::toString);
            assertEquals(truth, zeros.get("bytes").asDouble(), truth * WITHIN, heap::toString);
            assertTrue(zeros.get("bytesBounds").get(0).asDouble() >= truth * 0.96, heap::toString);
            assertTrue(zeros.get("bytesBounds").get(1).asDouble() <= truth * 1.04, heap::toString);
            JsonNode exact = named(advised(jvm, "--exact").get("regions"), "name", "heap")
                    .get("zeroFilled");
            assertTrue(exact.get("bytesBounds").isNull(), exact::toString);
            assertEquals(truth, exact.get("bytes").asDouble(), truth * WITHIN, exact::toString);
            assertEquals(huge(before), huge(resident(jvm)), "the huge pages stay");
        }
    }

    private static String huge(String resident) {
        return resident.lines()
                .filter(line -> line.startsWith("AnonHugePages"))
                .findFirst()
                .orElseThrow();
    }

    /** malloc in always mode: HP-203 says what it costs, and is silent where all of it is in use. */
    @Test
    @Tag("slow")
    void nativeMemory() throws IOException {
        HOST.set(HostState.ENABLED, "always");
        List<String> options = List.of("-Xmx64m", "-XX:+UseSerialGC");
        try (Running sparse = java(options, "touch", 512);
                Running full = java(options, "fill", 512)) {
            JsonNode advice = advised(sparse);
            double zeros = named(advice.get("regions"), "name", "native")
                    .at("/zeroFilled/bytes")
                    .asDouble();
            // The allocation begins and ends within a block, and malloc's own pages are few.
            double truth = 512 / (double) (huge >> 20) * (huge - page);
            assertEquals(truth, zeros, truth * WITHIN + huge, advice::toString);
            JsonNode finding = named(advice.get("outcomes"), "rule", "HP-203");
            assertEquals("FINDING", finding.get("status").asText(), finding::toString);
            assertTrue(finding.get("summary").asText().contains("of them are zeros"), finding::toString);
            JsonNode pass = named(advised(full).get("outcomes"), "rule", "HP-203");
            assertEquals("PASS", pass.get("status").asText(), pass::toString);
            assertTrue(pass.get("summary").asText().contains("are zeros"), pass::toString);
        }
    }

    /** The same in madvise mode: what huge pages would fill. */
    @Test
    @Tag("slow")
    void nativeMemoryOnBasePages() throws IOException {
        HOST.set(HostState.ENABLED, "madvise");
        List<String> options = List.of("-Xmx64m", "-XX:+UseSerialGC");
        try (Running none = java(options, "touch", 4);
                Running sparse = java(options, "touch", 1024)) {
            double more = fill(sparse) - fill(none);
            double truth = 1020 / (double) (huge >> 20) * (huge - page);
            assertEquals(truth, more, truth * WITHIN);
        }
    }

    private static double fill(Running jvm) {
        return named(advised(jvm).get("regions"), "name", "native")
                .get("memoryCostBytes")
                .asDouble();
    }
}
