package io.github.hpjvm.advisor.read.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import io.github.hpjvm.advisor.term.Bytes;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** The JVM that runs the tests, seen through our own readers. */
class OwnProcessTest {

    private static final Path PROC = Path.of("/proc");

    @Test
    void seesItsOwnHeap() throws Exception {
        assumeTrue(Files.exists(PROC.resolve("self/smaps")), "no smaps");
        String heapInfo = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcHeapInfo",
                        new Object[] {null},
                        new String[] {String[].class.getName()});
        Optional<AddressRange> heap = HeapInfo.range(heapInfo);
        assumeTrue(heap.isPresent(), "this collector does not say where its heap is");
        List<Vma> vmas = Smaps.read(PROC, ProcessHandle.current().pid()).known().orElseThrow();
        Backing backing = Backing.of(heap.get(), vmas, Bytes.ofMiB(2));
        assertTrue(backing.complete(), backing.toString());
        assertTrue(backing.residentMin().compareTo(Bytes.ofMiB(1)) > 0, backing.toString());
        long max = Runtime.getRuntime().maxMemory();
        assertTrue(backing.reserved().value() >= max, backing + " for " + max);
    }

    @Test
    void seesItsOwnStatus() {
        assumeTrue(Files.exists(PROC.resolve("self/status")), "no status");
        ProcStatus status =
                StatusFile.read(PROC, ProcessHandle.current().pid()).known().orElseThrow();
        assertEquals(false, status.isZombie());
        assertTrue(status.rss().orElseThrow().compareTo(Bytes.ofMiB(1)) > 0);
        assertTrue(status.uid().isPresent());
    }
}
