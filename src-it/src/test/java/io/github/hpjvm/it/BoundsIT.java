package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bound of {@code hp-cli advise --with FILE} beside the gain that {@code hp-cli try} measures, for six programs. The
 * file has results of TlbReach, which need no counters. The programs touch their whole heap before they are measured,
 * because the bound does not include page faults.
 */
class BoundsIT {
    private static final String SOURCE = """
            import java.lang.management.ManagementFactory;

            public class Bounded {
                static volatile long result;
                static int[] data;
                static Node list;
                static byte[][] live;

                static final class Node {
                    Node next;
                    long one;
                    long two;
                }

                static long random(long seed) {
                    int[] all = data;
                    long x = seed | 1;
                    long sum = 0;
                    for (int i = 0; i < 4096; i++) {
                        x ^= x << 13;
                        x ^= x >>> 7;
                        x ^= x << 17;
                        sum += all[(int) ((x >>> 1) % all.length)];
                    }
                    return sum;
                }

                static int from;

                static long sequential() {
                    int[] all = data;
                    int begin = from;
                    int end = Math.min(all.length, begin + 65536);
                    from = end == all.length ? 0 : end;
                    long sum = 0;
                    for (int i = begin; i < end; i++) {
                        sum += all[i];
                    }
                    return sum;
                }

                static long list() {
                    Node at = list;
                    long sum = 0;
                    for (int i = 0; i < 4096; i++) {
                        sum += at.one;
                        at = at.next;
                    }
                    list = at;
                    return sum;
                }

                static long allocate(long seed) {
                    byte[][] all = live;
                    for (int i = 0; i < 256; i++) {
                        int size = 64 + (int) ((seed + i * 37) & 1023);
                        all[(int) ((seed * 31 + i * 131) & (all.length - 1))] = new byte[size];
                    }
                    return all[(int) (seed & (all.length - 1))] == null ? 0 : 1;
                }

                static long step(String kind, long seed) {
                    switch (kind) {
                        case "random":
                            return random(seed * 0x9E3779B97F4A7C15L);
                        case "sequential":
                            return sequential();
                        case "list":
                            return list();
                        default:
                            return allocate(seed);
                    }
                }

                static void link(int count) {
                    Node[] nodes = new Node[count];
                    for (int i = 0; i < count; i++) {
                        nodes[i] = new Node();
                        nodes[i].one = i;
                    }
                    java.util.Random random = new java.util.Random(1);
                    for (int i = count - 1; i > 0; i--) {
                        int other = random.nextInt(i + 1);
                        Node kept = nodes[i];
                        nodes[i] = nodes[other];
                        nodes[other] = kept;
                    }
                    for (int i = 0; i < count; i++) {
                        nodes[i].next = nodes[(i + 1) % count];
                    }
                    list = nodes[0];
                }

                public static void main(String[] a) throws Exception {
                    String kind = a[0];
                    int bytes = Integer.parseInt(a[1]);
                    if (kind.equals("list")) {
                        link(bytes / 32);
                    } else if (kind.equals("allocate")) {
                        live = new byte[Integer.highestOneBit(bytes / 640)][];
                    } else {
                        data = new int[bytes / 4];
                    }
                    if (a[2].equals("hold")) {
                        System.out.println("ready");
                        Thread.sleep(600000);
                    }
                    long millis = Long.parseLong(a[2]);
                    com.sun.management.OperatingSystemMXBean process =
                            ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
                    long sum = 0;
                    long steps = 0;
                    long cpu = 0;
                    for (int phase = 0; phase < 2; phase++) {
                        long end = System.nanoTime() + millis * 1000000;
                        steps = 0;
                        cpu = process.getProcessCpuTime();
                        while (System.nanoTime() < end) {
                            for (int i = 0; i < 16; i++) {
                                sum += step(kind, ++steps);
                            }
                        }
                        cpu = process.getProcessCpuTime() - cpu;
                    }
                    result = sum;
                    System.out.println("ns per step = " + cpu / steps);
                }
            }
            """;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final String ROUNDS = "6";
    private static final Duration LONG = Duration.ofMinutes(30);
    private static final int MILLIS = 1500;

    /** Pages of 4 KiB: 64 KiB, 16 MiB, 256 MiB and 512 MiB. */
    private static final String SIZES = "pages=16,4096,65536,131072";

    @TempDir
    private Path folder;

    /**
     * A program.
     *
     * @param kind what it does
     * @param bytes the memory that it uses
     * @param heapMib its heap
     */
    private record Work(String kind, long bytes, int heapMib) {
        @Override
        public String toString() {
            return kind + " " + (bytes >= 1 << 20 ? (bytes >> 20) + " MB" : bytes + " B");
        }
    }

    /** A bound and a measured gain, as shares of the time. */
    private record Compared(Work work, double bound, double gain, double least, double most) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-16s bound %5.1f %%  gain %5.1f %% (%.1f to %.1f %%)",
                    work,
                    bound * 100,
                    gain * 100,
                    least * 100,
                    most * 100);
        }
    }

    private List<Object> command(Work work, Object mode) {
        List<Object> words = new ArrayList<>(List.of(
                Jdks.running().java(),
                "-Xms" + work.heapMib() + "m",
                "-Xmx" + work.heapMib() + "m",
                "-XX:+UseParallelGC",
                "-XX:+AlwaysPreTouch"));
        if (!work.kind().equals("allocate")) {
            words.add("-Xmn8m");
        }
        words.addAll(List.of(
                "-cp", JavaSource.compiled(folder, "Bounded", SOURCE, 11), "Bounded", work.kind(), work.bytes(), mode));
        return words;
    }

    private Path reach() {
        Path out = folder.resolve("reach");
        Program.Ended ended = Cli.with("bench", "run", "--workloads", "TlbReach\\.chase", "--params", SIZES)
                .with("--variants", "baseline,thp", "--rounds", ROUNDS, "-o", out)
                .setAll(HOST.handOver())
                .limit(LONG)
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        return out.resolve("results.json");
    }

    /** The bound for a running JVM; null if there is none. */
    private JsonNode bound(Work work, Path reach) {
        try (Program.Running held = Program.of(
                        command(work, "hold").stream().map(Object::toString).toList())
                .in(folder)
                .start()) {
            Poll.until(work + " is ready", () -> held.outSoFar().contains("ready"));
            Program.Ended ended = Cli.with("advise", held.pid(), "--fail-on", "never", "--format", "json")
                    .with("--with", reach)
                    .run();
            assertEquals(0, ended.exitCode(), ended.err());
            return Results.parse(ended.out()).root().path("gain").path("atMost");
        }
    }

    private Compared compared(Work work, Path reach) {
        Path out = folder.resolve(work.toString().replace(' ', '-'));
        Program.Ended ended = Cli.with("try", "--variants", "baseline,thp", "--rounds", ROUNDS, "-o", out)
                .with("--metric", "ns per step = ([0-9]+)", "--better", "lower", "--")
                .with(command(work, MILLIS).toArray())
                .setAll(HOST.handOver())
                .limit(LONG)
                .run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        JsonNode comparison = Results.in(out).comparison("thp");
        assertTrue(comparison.get("ci95").isArray(), comparison::toString);
        JsonNode bound = bound(work, reach);
        assertTrue(bound.isNumber(), () -> work + " has no bound");
        return new Compared(
                work,
                bound.asDouble(),
                1 - comparison.get("ratio").asDouble(),
                1 - comparison.get("ci95").get(1).asDouble(),
                1 - comparison.get("ci95").get(0).asDouble());
    }

    @Test
    void measuredGainsAreWithinTheBound() {
        Needs.lab();
        Needs.root();
        Path reach = reach();
        List<Work> works = List.of(
                new Work("random", 1 << 10, 16),
                new Work("random", 100 << 20, 160),
                new Work("random", 480 << 20, 512),
                new Work("sequential", 100 << 20, 160),
                new Work("list", 64 << 20, 160),
                new Work("allocate", 64 << 20, 256));
        List<Compared> table = new ArrayList<>();
        for (Work work : works) {
            table.add(compared(work, reach));
            System.out.println(table.get(table.size() - 1));
        }
        for (Compared one : table) {
            assertTrue(one.least() <= one.bound(), one::toString);
            assertTrue(one.bound() < 1, one::toString);
        }
        // A comparison of nothing but noise would show no error of the bound.
        assertTrue(
                table.stream().anyMatch(one -> one.least() > 0), () -> "THP are of no use on this machine: " + table);
        // Of 1 GB, TlbReach has not measured the cost of a load.
        assertTrue(bound(new Work("random", 1 << 30, 1100), reach).isNull());
    }
}
