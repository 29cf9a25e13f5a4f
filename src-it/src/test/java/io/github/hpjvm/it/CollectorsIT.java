package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every collector of every release that has it: the regions have the addresses of the JVM's own log. */
@Tag("jdks")
@Tag("beside")
class CollectorsIT {
    private static final Reach FULL = Reach.full(Bytes.ofMiB(2));
    private static final Bytes HEAP = Bytes.ofMiB(160);

    /** Line at the start: {@code Heap address: 0x00000000fa000000, size: 160 MB}. */
    private static final Pattern HEAP_LINE = Pattern.compile("[Hh]eap address: 0x([0-9a-f]+), size: (\\d+) MB");

    /**
     * Line at the end: {@code bounds [0x00007f1, 0x00007f2, 0x00007f3]}, the last of which is the end of the reserved
     * range.
     */
    private static final Pattern CODE_LINE = Pattern.compile("bounds \\[0x([0-9a-f]+), 0x[0-9a-f]+, 0x([0-9a-f]+)\\]");

    /** Line of ZGC 11: {@code Pre-mapping: 60M}. */
    private static final Pattern PREMAPPED = Pattern.compile("Pre-mapping: (\\d+M)");

    @TempDir
    private Path folder;

    private static List<String> options(int feature, Collector collector) {
        List<String> options = new ArrayList<>(List.of(
                "-Xms" + HEAP.value(),
                "-Xmx" + HEAP.value(),
                "-XX:+AlwaysPreTouch",
                "-XX:+PrintCodeCache",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+UnlockDiagnosticVMOptions"));
        options.add(feature == 8 ? "-XX:+PrintCompressedOopsMode" : "-Xlog:gc+heap+coops=debug,gc+init");
        options.add(
                switch (collector) {
                    case SERIAL -> "-XX:+UseSerialGC";
                    case PARALLEL -> "-XX:+UseParallelGC";
                    case CMS -> "-XX:+UseConcMarkSweepGC";
                    case G1 -> "-XX:+UseG1GC";
                    case ZGC, ZGC_GENERATIONAL -> "-XX:+UseZGC";
                    case SHENANDOAH -> "-XX:+UseShenandoahGC";
                    case EPSILON -> "-XX:+UseEpsilonGC";
                });
        if (collector == Collector.ZGC_GENERATIONAL && feature < 24) {
            options.add("-XX:+ZGenerational");
        }
        return options;
    }

    @ParameterizedTest(name = "JDK {0}, {1}")
    @CsvSource({
        "8,  SERIAL",
        "8,  PARALLEL",
        "8,  CMS",
        "8,  G1",
        "11, SERIAL",
        "11, PARALLEL",
        "11, CMS",
        "11, G1",
        "11, ZGC",
        "11, SHENANDOAH",
        "11, EPSILON",
        "17, SERIAL",
        "17, PARALLEL",
        "17, G1",
        "17, ZGC",
        "17, SHENANDOAH",
        "17, EPSILON",
        "21, SERIAL",
        "21, PARALLEL",
        "21, G1",
        "21, ZGC",
        "21, ZGC_GENERATIONAL",
        "21, SHENANDOAH",
        "21, EPSILON",
        "25, SERIAL",
        "25, PARALLEL",
        "25, G1",
        "25, ZGC_GENERATIONAL",
        "25, SHENANDOAH",
        "25, EPSILON"
    })
    void regionsEqualTheLogOfTheJvm(int feature, Collector collector) {
        Jdk jdk = Needs.jdk(feature);
        try (LiveJvm live = LiveJvm.start(jdk, folder, options(feature, collector))) {
            assertTrue(live.isAlive(), live::said);
            Jvm jvm = Jvms.read(Roots.host(), live.pid(), FULL);
            assertEquals(
                    Optional.of(collector), jvm.identity().known().orElseThrow().gc());
            live.handle().destroy();
            Poll.until("it has ended", () -> !live.isAlive());
            String log = live.said();
            assertHeap(jvm, log, collector);
            assertEquals(inLog(CODE_LINE, log), bounds(ranges(jvm, RegionName.CODE)), log);
        }
    }

    /**
     * Compares the heap. ZGC's heap is not one range of that size, and its log does not give its address: then only the
     * size is compared.
     */
    private static void assertHeap(Jvm jvm, String log, Collector collector) {
        Backing heap = jvm.region(RegionName.HEAP).backing().known().orElseThrow();
        Bytes expected = HEAP;
        if (collector.isZ()) {
            // ZGC of 11 reserves a part of the heap for its own copies.
            expected = PREMAPPED
                    .matcher(log)
                    .results()
                    .map(line -> Bytes.parse(line.group(1)))
                    .findFirst()
                    .orElse(HEAP);
            assertEquals(expected, heap.reserved(), log);
            assertEquals(expected, jvm.region(RegionName.HEAP).reserved());
        } else {
            MatchResult line = HEAP_LINE.matcher(log).results().findFirst().orElseThrow(() -> new AssertionError(log));
            long start = Long.parseUnsignedLong(line.group(1), 16);
            Bytes size = Bytes.ofMiB(Long.parseLong(line.group(2)));
            assertEquals(List.of(new AddressRange(start, start + size.value())), ranges(jvm, RegionName.HEAP), log);
        }
        assertTrue(heap.residentMax().compareTo(expected) <= 0, heap::toString);
        assertTrue(heap.residentMin().compareTo(expected.minus(Bytes.ofMiB(2))) >= 0, heap::toString);
    }

    private static List<AddressRange> ranges(Jvm jvm, RegionName name) {
        return jvm.region(name).location().known().orElseThrow();
    }

    /** Returns the range from the lowest address of all code heaps to the highest. */
    private static AddressRange inLog(Pattern pattern, String log) {
        List<AddressRange> ranges = pattern.matcher(log)
                .results()
                .map(line -> new AddressRange(
                        Long.parseUnsignedLong(line.group(1), 16), Long.parseUnsignedLong(line.group(2), 16)))
                .toList();
        assertFalse(ranges.isEmpty(), log);
        return bounds(ranges);
    }

    private static AddressRange bounds(List<AddressRange> ranges) {
        return new AddressRange(
                ranges.stream().mapToLong(AddressRange::start).min().orElseThrow(),
                ranges.stream().mapToLong(AddressRange::end).max().orElseThrow());
    }
}
