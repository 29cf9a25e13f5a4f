package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.host.HostChange;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProvisioningTest {
    @Test
    void theLastCollectorFlagCounts() {
        assertTrue(Provisioning.heapIsShared(List.of("-Xmx1g", "-XX:+UseZGC")));
        assertTrue(Provisioning.heapIsShared(List.of("-XX:-UseZGC", "-XX:+UseZGC")));
        assertFalse(Provisioning.heapIsShared(List.of("-XX:+UseZGC", "-XX:-UseZGC")));
        assertFalse(Provisioning.heapIsShared(List.of("-XX:+UseG1GC")));
        assertFalse(Provisioning.heapIsShared(List.of()));
    }

    @Test
    void aSharedHeapNeedsTheShmemMode() {
        assertEquals(
                List.of(new HostChange(Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled"), "advise")),
                Provisioning.shared(
                        Samples.policy("madvise", "inherit"),
                        Samples.thpSettings("inherit").known()));
        assertEquals(
                List.of(),
                Provisioning.shared(
                        Samples.policy("madvise", "inherit"),
                        Samples.thpSettings("advise").known()));
    }
}
