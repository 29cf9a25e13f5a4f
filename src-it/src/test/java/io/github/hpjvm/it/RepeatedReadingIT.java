package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.jvm.RepeatedReader;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The second reading of a JVM, as metrics and watch make it, beside a full reading, after the heap has grown. */
@Tag("beside")
class RepeatedReadingIT {
    private static final Reach FULL = Reach.full(Bytes.ofMiB(2));
    private static final Bytes MORE = Bytes.ofMiB(64);

    /** The JVM touches some memory of its own between two readings, but none of its heap. */
    private static final Bytes WITHIN = Bytes.ofKiB(256);

    private static final String SOURCE = """
            public class Grows {
                static java.util.List<byte[]> kept = new java.util.ArrayList<>();

                public static void main(String[] arguments) throws Exception {
                    System.out.println("ready");
                    while (System.in.read() >= 0) {
                        for (int i = 0; i < 64; i++) {
                            kept.add(new byte[1 << 20]);
                        }
                        System.out.println("grown");
                    }
                }
            }
            """;

    /** Facts of the start are kept for as long as the JVM was old when they were read. */
    private static final Duration OLD_ENOUGH = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    @Test
    void theSecondReadingSeesWhatAFullOneSees() {
        Needs.that(PagemapScan.isKnown(Path.of("/proc")), "a kernel with PAGEMAP_SCAN");
        Program program = Program.of(List.of(
                        Jdks.running().java().toString(),
                        "-XX:+UseSerialGC",
                        "-XX:-UseTransparentHugePages",
                        "-Xint",
                        "-Xms512m",
                        "-Xmn400m",
                        "-Xmx512m",
                        "-cp",
                        JavaSource.compiled(folder, "Grows", SOURCE).toString(),
                        "Grows"))
                .in(folder)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .listening();
        RepeatedReader reader = new RepeatedReader(Roots.host());
        try (Running running = program.start()) {
            said(running, "ready");
            Instant started = running.handle().info().startInstant().orElseThrow();
            Poll.until("its age", () -> Instant.now().isAfter(started.plus(OLD_ENOUGH)) || !running.isAlive());
            Jvm first = reader.read(running.pid(), FULL);
            running.say("");
            said(running, "grown");
            Jvm second = reader.read(running.pid(), FULL);
            Jvm full = Jvms.read(Roots.host(), running.pid(), FULL);

            assertFalse(isScanned(first), "the first reading is a full one");
            assertTrue(isScanned(second), "the second one scans the regions again");
            assertTrue(
                    heap(second)
                                    .residentMin()
                                    .compareTo(heap(first).residentMin().plus(MORE))
                            >= 0,
                    () -> heap(first) + " grew by " + MORE + ": " + heap(second));
            assertEquals(first.regions().stream().map(Region::name).toList(), names(second));
            for (RegionName name : List.of(RegionName.HEAP, RegionName.CODE, RegionName.METASPACE, RegionName.GC)) {
                assertNear(name, backing(full, name), backing(second, name));
            }
        }
    }

    private static List<RegionName> names(Jvm jvm) {
        return jvm.regions().stream().map(Region::name).toList();
    }

    private static void said(Running running, String word) {
        Poll.until(word, () -> running.outSoFar().contains(word) || !running.isAlive());
    }

    private static boolean isScanned(Jvm jvm) {
        return jvm.region(RegionName.HEAP).backing().source().path().contains("PAGEMAP_SCAN");
    }

    private static Backing heap(Jvm jvm) {
        return backing(jvm, RegionName.HEAP);
    }

    private static Backing backing(Jvm jvm, RegionName name) {
        return jvm.region(name).backing().known().orElseThrow(() -> new AssertionError(jvm.region(name)));
    }

    private static void assertNear(RegionName name, Backing full, Backing again) {
        String both = name + ": " + full + ", again " + again;
        assertEquals(full.reserved(), again.reserved(), both);
        assertEquals(full.kind(), again.kind(), both);
        assertEquals(full.hugeMin(), again.hugeMin(), both);
        long within = name == RegionName.HEAP ? 0 : WITHIN.value();
        assertEquals(full.residentMin().value(), again.residentMin().value(), within, both);
    }
}
