package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The variants beside the first three, with the pages that a host really has. */
class VariantsIT {
    private static final Path SMALL = Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled");
    private static final Path COMPACTION = Path.of("/proc/sys/vm/compaction_proactiveness");

    /**
     * Required share: half of the free memory must be unusable, or the preparation had no effect; on a quiet host it is
     * nine tenths.
     */
    private static final double CLEARLY = 0.5;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Measured measure(Object... options) {
        return new Bench(HOST, folder.resolve("out")).measure(options);
    }

    @Test
    @Tag("slow")
    void eachVariantGetsItsPagesAndRestoresTheHost() {
        Needs.root();
        String small = Files.exists(SMALL) ? ",mthp-64k" : "";
        String before = HostState.value(HostState.ENABLED) + HostState.value(HostState.DEFRAG);
        Measured measured = measure(
                "--provision",
                "--variants",
                "thp-always,thp-defrag-defer,thp-defrag-defer+madvise,thp-defrag-never,malloc-hugetlb,pretouch-off,"
                        + "thp-pretouch-off,hugetlb-pretouch-off"
                        + small);
        for (Run run : measured.results().runs()) {
            assertEquals("OK", run.status(), () -> run.variant() + " " + run.failure());
            if (!run.variant().startsWith("thp-defrag")) {
                assertTrue(run.realised(), () -> run.variant() + ": " + run.reason());
            }
        }
        assertTrue(measured.run("thp-defrag-never").notes().contains("forked with never in")
                || measured.run("thp-defrag-never").reason().contains("defrag=never"));
        assertEquals(before, HostState.value(HostState.ENABLED) + HostState.value(HostState.DEFRAG));
    }

    @Test
    @Tag("slow")
    void printsCommandWithoutProvision() {
        Measured measured = measure("--variants", "thp-always");
        Run run = measured.run("thp-always");
        assertEquals("NOT_STARTED", run.status());
        assertEquals(
                "echo always | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
                run.fix().orElseThrow());
    }

    @Test
    @Tag("slow")
    void memoryIsWarmBeforeEachFork() {
        List<Run> forked = measure("--interleave", "forks").results().runs().stream()
                .filter(run -> run.status().equals("OK"))
                .toList();
        assertFalse(forked.isEmpty());
        for (Run run : forked) {
            assertEquals(
                    "WARM", run.node().get("memory").asText(), () -> run.node().toString());
        }
    }

    /** Takes nearly all memory of the host for a few seconds. */
    @Test
    void fragmentsMemoryForEachForkAndReleasesItAfterwards() {
        Needs.lab();
        Needs.root();
        String compaction = HostState.value(COMPACTION);
        Measured measured = measure("--provision", "--fragment", "100", "--variants", "thp-defrag-never");
        for (JsonNode run : measured.results().root().get("runs")) {
            assertEquals("FRAGMENTED", run.get("memory").asText());
            assertTrue(
                    run.at("/disturbance/unusableFreeIndex").asDouble() > CLEARLY,
                    () -> run.get("disturbance").toString());
        }
        Run never = measured.run("thp-defrag-never");
        assertFalse(never.realised(), "there was no memory for it, and no compaction");
        assertTrue(never.reason().contains("with defrag=never a page fault does not compact memory"), never.reason());
        assertEquals(compaction, HostState.value(COMPACTION));
        assertEquals("0", HostState.value(HostState.POOL));
        assertEquals(100, measured.results().root().at("/rules/fragment").asInt());
    }
}
