package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class ProvisioningTest {
    private static final TargetJvm JVM = Samples.jvm("21.0.9");
    private static final Case SUBJECT = Samples.ofSize(1000);

    /** Baseline and a variant with these flags. */
    private static List<Variant> variants(String flags) {
        return Campaigns.options(Profile.OWN, Map.of("variant", "x=" + flags)).variants();
    }

    private static long pages(String flags) {
        Map<Bytes, Long> pages =
                Provisioning.pages(JVM, SUBJECT, variants(flags).get(1));
        return pages.values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void aVariantMayChooseTheCollector() {
        List<Case> cases = List.of(SUBJECT);
        assertTrue(Provisioning.heapIsShared(JVM, cases, variants("-XX:+UseZGC -XX:+UseTransparentHugePages")));
        assertFalse(Provisioning.heapIsShared(JVM, cases, variants("-XX:+UseTransparentHugePages")));
    }

    @Test
    void aVariantMaySetTheHeap() {
        List<Case> cases = List.of(SUBJECT);
        assertEquals(Bytes.ofGiB(4), Provisioning.heap(JVM, cases, variants("-Xmx4g")));
        assertEquals(Samples.HEAP, Provisioning.heap(JVM, cases, variants("-Xmx64m")));
    }

    @Test
    void thePoolIsForTheHeapOfTheVariant() {
        Assumptions.assumeTrue(HostReader.bill(JVM, SUBJECT).isPresent(), "this kernel has no pool");
        long usual = pages("-XX:+UseLargePages");
        long large = pages("-Xmx4g -XX:+UseLargePages");
        assertTrue(large > 3 * usual, large + " pages for 4 GiB, " + usual + " for 1 GiB");
        assertEquals(Samples.HEAP, Provisioning.heap(JVM, List.of(SUBJECT), variants("-Xmx4g -XX:+UseLargePages")));
    }

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
