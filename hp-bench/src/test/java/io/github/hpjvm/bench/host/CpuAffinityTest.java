package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CpuAffinityTest {
    private static final int NO_SUCH_THREAD = 0x3fff_fffe;

    @Test
    void letsAThreadRunOnOneCpuOnly() throws Exception {
        CompletableFuture<BitSet> pinned = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
                int number = Integer.parseInt(self.getFileName().toString());
                int last = CpuAffinity.of(number).orElseThrow().length() - 1;
                assertTrue(CpuAffinity.pin(number, last));
                BitSet now = CpuAffinity.of(number).orElseThrow();
                assertEquals(1, now.cardinality());
                assertTrue(now.get(last));
                pinned.complete(now);
            } catch (Exception | AssertionError e) {
                pinned.completeExceptionally(e);
            }
        });
        thread.start();
        assertEquals(1, pinned.get().cardinality());
    }

    @Test
    void failsForAnEndedThread() {
        assertEquals(Optional.empty(), CpuAffinity.of(NO_SUCH_THREAD));
        assertFalse(CpuAffinity.pin(NO_SUCH_THREAD, 0));
    }
}
