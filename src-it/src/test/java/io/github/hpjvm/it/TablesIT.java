package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.table.TableReader;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import io.github.hpjvm.advisor.read.vm.Located;
import io.github.hpjvm.advisor.read.vm.VmFlags;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** HotSpot's tables, read from its memory, have the same facts as the answers of the JVM to jcmd. */
@Tag("jdks")
@Tag("beside")
class TablesIT {
    private static final Path PROC = Path.of("/proc");
    private static final long MILLIS = 5000;

    private static final List<List<String>> OPTIONS = List.of(
            List.of("-XX:+UseG1GC", "-XX:+UseTransparentHugePages"),
            List.of("-XX:+UseParallelGC", "-XX:MaxRAMPercentage=33.3"),
            List.of("-XX:+UseSerialGC", "-XX:-UseCompressedOops"),
            List.of("-XX:+UseConcMarkSweepGC"),
            List.of("-XX:+UseShenandoahGC"),
            List.of("-XX:+UseZGC"),
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC"),
            List.of("-XX:ObjectAlignmentInBytes=16", "-XX:+UnlockDiagnosticVMOptions", "-XX:-SegmentedCodeCache"));

    @TempDir
    private static Path folder;

    /** Each build of the lab with G1 and one other of these options; under {@code -Plab} with each of them. */
    static Stream<Arguments> jvms() {
        List<Arguments> jvms = new ArrayList<>();
        int others = OPTIONS.size() - 1;
        for (Jdk jdk : Jdks.all()) {
            int other = 1 + jvms.size() / 2 % others;
            for (int i = 0; i < OPTIONS.size(); i++) {
                if (i == 0 || i == other || Boolean.getBoolean("hp.lab")) {
                    jvms.add(Arguments.of(jdk, OPTIONS.get(i)));
                }
            }
        }
        return jvms.stream();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("jvms")
    void tablesEqualTheAnswersOfTheJvm(Jdk jdk, List<String> options) {
        Path jcmd = Jdks.running().home().resolve("bin/jcmd");
        Needs.that(jcmd.toFile().canExecute(), "a JDK with jcmd");
        Program probe =
                Program.of(jdk.java().toString()).with(options.toArray()).with("-version");
        if (probe.run().exitCode() != 0) {
            return; // This release does not have the collector or the flag.
        }
        List<String> words = Stream.concat(options.stream(), Stream.of("-Xmx160m", "-Dhp.test=a"))
                .toList();
        try (LiveJvm live = LiveJvm.start(jdk, folder, words)) {
            Fact<List<Vma>> maps = Maps.read(PROC, live.pid());
            VmTables tables = TableReader.read(PROC, live.pid(), VmSignature.library(maps), maps.known(), MILLIS)
                    .known()
                    .orElseThrow();
            assertEquals(words, tables.arguments());
            assertEquals("Waits", tables.command());
            assertFlags(VmFlags.parse(said(jcmd, live, "VM.flags", "-all")), tables);
            Optional<AddressRange> heap = HeapInfo.range(said(jcmd, live, "GC.heap_info"));
            String info = said(jcmd, live, "VM.info");
            boolean z = options.toString().contains("UseZGC");
            boolean epsilon = options.toString().contains("Epsilon");
            assertEquals(epsilon ? Located.heap(info) : heap, tables.heap().known());
            assertEquals(z, tables.heap().known().isEmpty());
            assertTrue(!tables.code().known().orElseThrow().isEmpty());
            if (jdk.feature() > 8) {
                assertEquals(Located.code(info), tables.code().known().orElseThrow());
                String metaspace = said(jcmd, live, "VM.metaspace", "vslist");
                assertEquals(
                        Located.metaspace(metaspace),
                        tables.metaspace().known().orElseThrow(() -> new AssertionError(tables.metaspace())));
                assertGc(Located.gc(info), tables, options);
                assertEquals(Located.cds(info), tables.cds().known().orElse(List.of()));
            }
        }
    }

    /** CMS has bitmaps that are not searched, and the collectors without a card table have none. */
    private static void assertGc(List<AddressRange> told, VmTables tables, List<String> options) {
        boolean searched = options.stream().anyMatch(option -> option.matches(".*(G1|Parallel|Serial)GC"))
                || options.toString().contains("ObjectAlignment");
        assertEquals(searched ? told : List.of(), tables.gc().known().orElse(List.of()), tables.gc()::toString);
    }

    /** All flags that the JVM prints, with value, kind and origin. 8 prints only whether a value was changed. */
    private static void assertFlags(Map<String, VmFlag> printed, VmTables tables) {
        Map<String, VmFlag> read = tables.flags().known().orElseThrow();
        assertTrue(printed.size() > 400, () -> printed.size() + " flags");
        printed.forEach((name, flag) -> {
            VmFlag found = read.get(name);
            assertEquals(flag.value(), found == null ? null : found.value(), name);
            assertEquals(flag.kind(), found.kind(), name);
            boolean changed = flag.origin().equals("changed");
            assertEquals(
                    changed ? "changed" : flag.origin(),
                    changed && !found.origin().equals("default") ? "changed" : found.origin(),
                    name);
        });
    }

    private static String said(Path jcmd, LiveJvm live, Object... command) {
        String out =
                Program.of(jcmd.toString()).with(live.pid()).with(command).run().out();
        return out.substring(out.indexOf('\n') + 1);
    }
}
