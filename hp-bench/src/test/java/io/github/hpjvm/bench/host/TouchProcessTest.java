package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TouchProcessTest {
    private static final long MIB = 1 << 20;
    private static final long BLOCK = 2 * MIB;
    private static final long PAGE =
            KernelFiles.readBasePage(Path.of("/proc")).known().map(Bytes::value).orElseThrow();

    @Test
    void touchesMemoryAndEndsOnClose() throws IOException {
        Set<Long> before = children();
        try (TouchProcess process = TouchProcess.start(() -> false)) {
            process.warm(8 * MIB);
            process.fragment(16 * MIB, 50, BLOCK, PAGE);
            process.fragment(8 * MIB, 100, BLOCK, PAGE);
            process.warm(3 * MIB);
            assertEquals(1, childrenSince(before).size());
        }
        assertEquals(Set.of(), childrenSince(before));
    }

    /** On a kernel with base pages of 64 KiB madvise(2) refuses to free a block from its second 4 KiB on. */
    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    void keepsThePageOfThatSizeInEachBlock(int pages) throws IOException {
        Set<Long> before = children();
        try (TouchProcess process = TouchProcess.start(() -> false)) {
            process.fragment(16 * MIB, 100, BLOCK, pages * PAGE);
            long pid = childrenSince(before).iterator().next();
            Vma held = Smaps.parse(Files.readString(Path.of("/proc/" + pid + "/smaps"))).stream()
                    .filter(vma -> vma.vmFlags().contains("nh"))
                    .findFirst()
                    .orElseThrow();
            long outside = held.range().size().value() - blocks(held.range()) * BLOCK;
            assertEquals(Bytes.of(outside + blocks(held.range()) * pages * PAGE), held.rss());
        }
    }

    /** The number of whole blocks at addresses that are multiples of their size. */
    private static long blocks(AddressRange range) {
        return range.end() / BLOCK - (range.start() + BLOCK - 1) / BLOCK;
    }

    /** Children that were not there before. A child of an earlier test may end meanwhile. */
    private static Set<Long> childrenSince(Set<Long> before) {
        Set<Long> now = new HashSet<>(children());
        now.removeAll(before);
        return now;
    }

    /** As Ctrl-C does while the heap of a large fork is touched. */
    @Test
    @Timeout(30)
    void endsWhileItTouchesMemory() throws IOException {
        Set<Long> before = children();
        AtomicInteger asked = new AtomicInteger();
        try (TouchProcess process = TouchProcess.start(() -> asked.incrementAndGet() > 2)) {
            IOException stopped = assertThrows(IOException.class, () -> {
                while (true) {
                    process.warm(64 * MIB);
                }
            });
            assertEquals("stopped while memory was touched", stopped.getMessage());
            assertThrows(IOException.class, () -> process.warm(MIB), "it was killed");
        }
        assertEquals(Set.of(), childrenSince(before));
    }

    @Test
    void reportsMemoryThatCannotBeAllocatedAndContinues() throws IOException {
        try (TouchProcess process = TouchProcess.start(() -> false)) {
            String why = assertThrows(IOException.class, () -> process.warm(1L << 60))
                    .getMessage();
            assertTrue(why.startsWith("memory could not be allocated: warm"), why);
            process.warm(MIB);
        }
    }

    @Test
    void reportsAnEndedProcess() throws IOException {
        TouchProcess process = TouchProcess.start(() -> false);
        process.close();
        assertThrows(IOException.class, () -> process.warm(MIB));
        process.close();
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
