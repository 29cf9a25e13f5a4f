package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The regions beside heap and code, which {@link CollectorsIT} covers. The collector's tables and the archive of
 * classes have the addresses of the JVM's log. Metaspace and ZGC's heap have those of Native Memory Tracking.
 */
@Tag("jdks")
@Tag("beside")
class RegionsIT {
    private static final Reach FULL = Reach.full(Bytes.ofMiB(2));
    private static final String UNLOCK = "-XX:+UnlockExperimentalVMOptions";

    /** {@code Card Table: req_size=128K base=0x00007ff30ca6b000 page_size=4K alignment=4K size=128K}. */
    private static final Pattern TABLE =
            Pattern.compile("\\] (\\w[\\w ]* (?:Table|Bitmap)): .*base=0x([0-9a-f]+) .*?(?<=\\s)size=(\\d+[KMG])");

    /** {@code Mapped static  region #0 at base 0x00007ff293000000 top 0x00007ff293455000 (ReadWrite)}. */
    private static final Pattern ARCHIVE =
            Pattern.compile("Mapped static +region #\\d at base 0x([0-9a-f]+) top 0x([0-9a-f]+) \\(Read");

    /** {@code Reserved archive_space_rs [0x00007ff293000000 - 0x00007ff294000000]}. */
    private static final Pattern ARCHIVE_SPACE =
            Pattern.compile("archive_space_rs +\\[0x([0-9a-f]+) - 0x([0-9a-f]+)\\]");

    @TempDir
    private Path folder;

    private LiveJvm start(Jdk jdk, String collector, String... more) {
        List<String> options = new ArrayList<>(List.of("-Xms64m", "-Xmx64m", "-Xlog:pagesize=info,cds=info"));
        options.add("-XX:+Use" + collector);
        options.addAll(List.of(more));
        return LiveJvm.start(jdk, folder, options);
    }

    @ParameterizedTest(name = "JDK {0}, {1}")
    @CsvSource({"17, G1GC", "17, ParallelGC", "25, G1GC", "25, ParallelGC"})
    void regionsAreWhereTheLogSays(int feature, String collector) {
        try (LiveJvm live = start(Needs.jdk(feature), collector)) {
            Jvm jvm = Jvms.read(Roots.host(), live.pid(), FULL);
            String log = live.said();
            List<AddressRange> tables = tables(log, "Card Table|\\w+ Bitmap");
            assertTrue(tables.size() >= 2, log);
            assertEquals(merged(tables), ranges(jvm, RegionName.GC), log);
            assertArchive(jvm, log);
        }
    }

    @ParameterizedTest(name = "JDK {0}, {1}")
    @CsvSource({"17, G1GC", "17, ZGC", "25, G1GC", "25, ZGC"})
    void regionsCoverNativeMemoryTracking(int feature, String collector) {
        Jdk jdk = Needs.jdk(feature);
        Path jcmd = jdk.home().resolve("bin/jcmd");
        Needs.that(Files.isExecutable(jcmd), "the jcmd of " + jdk);
        try (LiveJvm live = start(jdk, collector, "-XX:NativeMemoryTracking=detail")) {
            Jvm jvm = Jvms.read(Roots.host(), live.pid(), FULL.with(Contact.allowed()));
            Program.Ended account = Program.of(jcmd.toString())
                    .with(live.pid(), "VM.native_memory", "detail")
                    .run();
            assertEquals(0, account.exitCode(), account.err());
            assertEquals(tracked(account.out(), "Metaspace|Class"), ranges(jvm, RegionName.METASPACE), account::out);
            assertArchive(jvm, live.said());
            List<AddressRange> gc = ranges(jvm, RegionName.GC);
            assertFalse(gc.isEmpty());
            List<AddressRange> tables = tables(live.said(), ".*");
            assertEquals(collector.equals("ZGC"), tables.isEmpty(), live::said);
            for (AddressRange table : tables) {
                assertTrue(isIn(table, gc), () -> table + " is not in " + gc);
            }
            List<AddressRange> heap = tracked(account.out(), "Java Heap");
            for (AddressRange range : ranges(jvm, RegionName.HEAP)) {
                assertTrue(isIn(range, heap), () -> range + " is not in " + heap);
            }
        }
    }

    /** VM.info prints whole MiB only: these JVMs get a command for the address of their heap. */
    @ParameterizedTest
    @ValueSource(strings = {"ShenandoahGC", "EpsilonGC", "SerialGC", "ParallelGC", "G1GC"})
    void heapThatIsNotAMultipleOfMiB(String collector) {
        Jdk jdk = Jdks.running();
        Path jcmd = jdk.home().resolve("bin/jcmd");
        Needs.that(Files.isExecutable(jcmd), "the jcmd of " + jdk);
        Program.Ended known = Program.of(jdk.java().toString(), UNLOCK, "-XX:+Use" + collector, "-version")
                .run();
        Needs.that(known.exitCode() == 0, collector + " in " + jdk);
        try (LiveJvm live = LiveJvm.start(jdk, folder, List.of(UNLOCK, "-XX:+Use" + collector, "-Xmx70400k"))) {
            Jvm jvm = Jvms.read(Roots.host(), live.pid(), FULL);
            String info = Program.of(jcmd.toString())
                    .with(live.pid(), "GC.heap_info")
                    .run()
                    .out();
            assertEquals(List.of(HeapInfo.range(info).orElseThrow()), ranges(jvm, RegionName.HEAP), info);
        }
    }

    /**
     * Compares the archive. It ends at the end of the last part. Before the first part, a release may keep an inaccessible
     * page.
     */
    private static void assertArchive(Jvm jvm, String log) {
        List<AddressRange> parts = found(ARCHIVE, log);
        List<AddressRange> spaces = found(ARCHIVE_SPACE, log);
        assertTrue(parts.size() == 2 && spaces.size() == 1, log);
        AddressRange all = new AddressRange(spaces.get(0).start(), parts.get(1).end());
        assertTrue(parts.get(0).start() - all.start() <= 4096, log);
        assertEquals(List.of(all), ranges(jvm, RegionName.CDS), log);
    }

    private static List<AddressRange> tables(String log, String names) {
        return TABLE.matcher(log)
                .results()
                .filter(line -> line.group(1).matches(names))
                .map(line -> {
                    long start = Long.parseUnsignedLong(line.group(2), 16);
                    return new AddressRange(
                            start, start + Bytes.parse(line.group(3)).value());
                })
                .toList();
    }

    /**
     * Returns the addresses in lines of VM.native_memory: {@code [0x0000a000 - 0x0000b000] reserved 4KB for Class
     * from}.
     */
    private static List<AddressRange> tracked(String account, String kinds) {
        String line = "\\[0x([0-9a-f]+) - 0x([0-9a-f]+)\\] reserved (?:and committed )?\\d+KB for (?:%s) from";
        List<AddressRange> found = found(Pattern.compile(String.format(Locale.ROOT, line, kinds)), account);
        assertFalse(found.isEmpty(), account);
        return merged(found);
    }

    private static List<AddressRange> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(line -> new AddressRange(
                        Long.parseUnsignedLong(line.group(1), 16), Long.parseUnsignedLong(line.group(2), 16)))
                .toList();
    }

    private static List<AddressRange> ranges(Jvm jvm, RegionName name) {
        return merged(jvm.region(name).location().known().orElseThrow());
    }

    /** Returns the ranges by address; adjacent ones are merged. */
    private static List<AddressRange> merged(List<AddressRange> ranges) {
        List<AddressRange> merged = new ArrayList<>();
        Stream<AddressRange> sorted = ranges.stream().sorted((a, b) -> Long.compareUnsigned(a.start(), b.start()));
        sorted.forEach(range -> {
            AddressRange last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && last.end() == range.start()) {
                merged.set(merged.size() - 1, new AddressRange(last.start(), range.end()));
            } else {
                merged.add(range);
            }
        });
        return merged;
    }

    private static boolean isIn(AddressRange range, List<AddressRange> all) {
        return all.stream().anyMatch(whole -> whole.contains(range));
    }
}
