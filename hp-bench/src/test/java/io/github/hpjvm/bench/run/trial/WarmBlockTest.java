package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WarmBlockTest {
    private static final int COUNT = 8;

    @Test
    void touchesAHugePageEachTimeAndKeepsNone() throws IOException {
        try (WarmBlock block = WarmBlock.of(2 << 20)) {
            long before = faults();
            long resident = anonHuge();
            // The kernel may be busy with the page, and refuse.
            for (int i = 0; i < 10 * COUNT && faults() < before + COUNT; i++) {
                block.warm();
            }
            assertTrue(faults() >= before + COUNT, before + " huge pages before, " + faults() + " after");
            long after = anonHuge();
            assertTrue(after < resident + COUNT * 2048, resident + " kB before, " + after + " kB after");
        }
    }

    /** To fill 512 MiB takes longer than any copy. */
    @Test
    void aBlockOf512MiBIsNotTouched() throws IOException {
        long resident = number(Path.of("/proc/self/status"), "VmHWM:");
        try (WarmBlock block = WarmBlock.of(512L << 20)) {
            block.warm();
        }
        assertTrue(number(Path.of("/proc/self/status"), "VmHWM:") < resident + (256 << 10));
    }

    private static long faults() throws IOException {
        Path counters = Path.of("/proc/vmstat");
        return number(counters, "thp_fault_alloc ")
                + number(counters, "thp_collapse_alloc ")
                + number(counters, "thp_collapse_alloc_failed ");
    }

    private static long anonHuge() throws IOException {
        return number(Path.of("/proc/self/smaps_rollup"), "AnonHugePages:");
    }

    private static long number(Path file, String name) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow();
    }
}
