package io.github.hpjvm.advisor.read.vm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** What {@code jcmd PID GC.heap_info} says on eight releases, with {@code -Xms64m -Xmx256m} and {@code -Xmx40g}. */
@Timeout(60)
class HeapInfoTest {

    private static final AddressRange LOW = new AddressRange(0xf0000000L, 0x100000000L);

    @TestFactory
    Stream<DynamicTest> everyReleaseAndCollector() {
        List<Path> files = Resources.files("heap_info");
        assertTrue(files.size() > 50, "samples are missing");
        return files.stream().map(f -> dynamicTest(f.getFileName().toString(), () -> check(f)));
    }

    private static void check(Path file) {
        String name = file.getFileName().toString();
        Optional<AddressRange> range = HeapInfo.range(Resources.text(file));
        if (name.contains("zgc")) {
            assertEquals(Optional.empty(), range);
        } else if (name.contains("epsilon")) {
            assertEquals(Bytes.ofMiB(64), range.orElseThrow().size());
        } else if (name.contains("40g")) {
            assertEquals(Bytes.ofGiB(40), range.orElseThrow().size());
        } else {
            assertEquals(Optional.of(LOW), range);
        }
    }

    @Test
    void oneGenerationIsNotTheHeap() {
        String text = Resources.text(Resources.folder("heap_info").resolve("17-parallel.txt"));
        int old = text.indexOf("ParOldGen");
        assertEquals(Optional.empty(), HeapInfo.range(text.substring(0, old)));
        assertEquals(Optional.empty(), HeapInfo.range(text.substring(old)));
        assertEquals(Optional.empty(), HeapInfo.range(text.substring(0, old + 60)));
        assertEquals(Optional.empty(), HeapInfo.range(""));
        assertEquals(Optional.empty(), HeapInfo.range("4242:\njava.lang.IllegalArgumentException: Unknown command\n"));
        assertEquals(Optional.empty(), HeapInfo.range("garbage-first heap total 1K [0x2, 0x1)"));
    }

    @Test
    void survivesDamage() {
        for (String name : List.of("8-g1", "28-parallel", "21-serial", "25-shenandoah", "11-epsilon")) {
            String text = Resources.text(Resources.folder("heap_info").resolve(name + ".txt"));
            Mutations.survive(text, HeapInfo::range);
        }
    }
}
