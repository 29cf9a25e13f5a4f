package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The counters of JVMs that ran with {@code -Xms64m -Xmx256m}. */
@Timeout(60)
class PerfDataTest {

    private static final Map<String, Collector> COLLECTORS = Map.of(
            "g1", Collector.G1,
            "cms", Collector.CMS,
            "serial", Collector.SERIAL,
            "parallel", Collector.PARALLEL,
            "shenandoah", Collector.SHENANDOAH,
            "zgcgen", Collector.ZGC_GENERATIONAL);

    @TestFactory
    Stream<DynamicTest> everyRelease() {
        List<Path> files = Resources.files("jvm/hsperf");
        assertTrue(files.size() > 12, "samples are missing");
        return files.stream().map(f -> dynamicTest(f.getFileName().toString(), () -> check(f)));
    }

    private static void check(Path file) throws IOException {
        String[] name = file.getFileName().toString().replace(".bin", "").split("-");
        PerfData data = PerfData.parse(Files.readAllBytes(file));
        VmIdentity vm = Identity.of(data);
        int release = Integer.parseInt(name[0]);
        assertEquals(release, vm.release().orElseThrow().feature());
        assertEquals("Debian", vm.vendor());
        assertTrue(vm.version().startsWith(release == 8 ? "1.8.0_504-b" : name[0]), vm.version());
        if (!name[1].equals("zgc")) {
            assertEquals(Optional.of(COLLECTORS.get(name[1])), vm.gc());
            assertEquals(Optional.of(Bytes.ofMiB(256)), vm.maxHeap());
        } else if (release >= 17) {
            assertEquals(Optional.of(release >= 24 ? Collector.ZGC_GENERATIONAL : Collector.ZGC), vm.gc());
        }
        assertEquals(Optional.of("Sleeper"), data.text("sun.rt.javaCommand"));
        assertTrue(data.whole("java.rt.vmArgs").orElseThrow().startsWith("-Xms64m -Xmx256m"));
        assertEquals(Optional.of(""), data.whole("java.rt.vmFlags"));
        assertTrue(data.text("sun.rt.jvmCapabilities").orElseThrow().startsWith("1"));
    }

    @Test
    void aTextThatTheJvmCutIsNotWhole() {
        PerfData cut =
                new PerfData(Map.of("a", "x".repeat(1023), "b", "x".repeat(1022), "c", "\u00e9".repeat(511)), Map.of());
        assertEquals(Optional.empty(), cut.whole("a"));
        assertTrue(cut.whole("b").isPresent());
        assertTrue(cut.whole("c").isPresent());
        assertTrue(cut.text("a").isPresent());
    }

    @Test
    void anythingElseIsRefused() {
        assertThrows(MalformedTextException.class, () -> PerfData.parse(new byte[0]));
        assertThrows(MalformedTextException.class, () -> PerfData.parse(new byte[100]));
    }

    @Test
    void survivesDamage() throws IOException {
        long seed = Long.getLong("hp.seed", 20261);
        SplittableRandom random = new SplittableRandom(seed);
        byte[] whole = Files.readAllBytes(Resources.folder("jvm/hsperf/25-g1.bin"));
        long end = System.nanoTime() + Mutations.millis(400) * 1_000_000;
        for (long i = 0; System.nanoTime() < end; i++) {
            byte[] bytes = random.nextInt(4) == 0
                    ? java.util.Arrays.copyOf(whole, random.nextInt(whole.length))
                    : whole.clone();
            for (int n = random.nextInt(1, 8); n > 0 && bytes.length > 0; n--) {
                int at = random.nextInt(3) == 0
                        ? random.nextInt(Math.min(bytes.length, 200))
                        : random.nextInt(bytes.length);
                bytes[at] = (byte)
                        (random.nextBoolean()
                                ? random.nextInt(256)
                                : List.of(0, -1, 127, -128).get(random.nextInt(4)));
            }
            try {
                Identity.of(PerfData.parse(bytes));
            } catch (MalformedTextException e) {
                continue;
            } catch (RuntimeException e) {
                fail("seed " + seed + ", mutation " + i, e);
            }
        }
    }
}
