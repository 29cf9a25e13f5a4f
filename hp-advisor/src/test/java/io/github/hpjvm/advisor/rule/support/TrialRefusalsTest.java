package io.github.hpjvm.advisor.rule.support;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.policy;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialRefusalsTest {
    private static final List<RegionName> HEAP = List.of(RegionName.HEAP);
    private static final Bytes GIB = Bytes.ofGiB(1);

    private static Host modern(Host host) {
        return kernel(host, "6.12.0");
    }

    private static Optional<String> refusal(Host host, Jvm jvm) {
        return TrialRefusals.of(facts(host, jvm), jvm, HEAP);
    }

    private static void assertRefused(Host host, Jvm jvm, String part) {
        String why = refusal(host, jvm).orElseThrow();
        assertTrue(why.contains(part), why);
    }

    @Test
    void aHeapOnBasePagesIsAccepted() {
        assertEquals(Optional.empty(), refusal(modern(host()), JvmSamples.g1(17)));
        assertEquals(Optional.empty(), refusal(kernel(host(), "6.1.0-13-amd64"), JvmSamples.g1(21)));
    }

    /** The kernel ignores the mode in MADV_COLLAPSE of anonymous memory. */
    @ParameterizedTest
    @ValueSource(strings = {"always", "madvise", "never"})
    void theModeDoesNotMatterToAnonymousMemory(String mode) {
        assertEquals(Optional.empty(), refusal(modern(thp(mode, "-", "never")), JvmSamples.g1(17)));
    }

    /** The size is that of the host: 32 MiB with base pages of 16 KiB, 512 MiB with 64 KiB. */
    @ParameterizedTest
    @ValueSource(ints = {2, 32, 512})
    void aLargeHugePageIsRefused(int mib) {
        Host host = modern(with(
                host(),
                "thp",
                known(with(policy("madvise", "-", "never"), "pmdSize", Bytes.ofMiB(mib)), "/sys/kernel/mm")));
        if (mib == 2) {
            assertEquals(Optional.empty(), refusal(host, JvmSamples.g1(17)));
        } else {
            assertRefused(host, JvmSamples.g1(17), "a huge page of this host has " + mib + " MiB");
        }
    }

    @Test
    void anOlderKernelIsRefused() {
        assertRefused(kernel(host(), "6.0.19"), JvmSamples.g1(17), "must be 6.1 or newer, and this one is 6.0.19");
    }

    @Test
    void anotherVmIsRefused() {
        assertRefused(modern(host()), JvmSamples.other(VmKind.OPENJ9), "is not a HotSpot JVM");
    }

    @Test
    void anExcludedProcessIsRefused() {
        assertRefused(
                modern(host()), JvmSamples.status(JvmSamples.g1(17), "THP_enabled", "0"), "prctl(PR_SET_THP_DISABLE)");
        Jvm excluded = JvmSamples.status(JvmSamples.g1(17), "THP_enabled", "0");
        assertEquals(Optional.empty(), TrialRefusals.ofSplit(facts(modern(host()), excluded), excluded, HEAP));
        Jvm other = JvmSamples.other(VmKind.OPENJ9);
        assertTrue(
                TrialRefusals.ofSplit(facts(modern(host()), other), other, HEAP).isPresent());
    }

    @Test
    void aHeapOnHugetlbPagesIsRefused() {
        assertRefused(
                modern(host()),
                JvmSamples.heap(JvmSamples.g1(17), JvmSamples.on(PageKind.HUGETLB, GIB)),
                "the region heap is on hugetlb pages");
        assertRefused(
                modern(host()),
                JvmSamples.heap(JvmSamples.g1(17), JvmSamples.partly(PageKind.HUGETLB, GIB, GIB)),
                "hp-cli try");
    }

    @Test
    void theSharedMemoryOfZgcNeedsItsMode() {
        Jvm zgc = JvmSamples.jvm(25, Collector.ZGC_GENERATIONAL, GIB);
        assertRefused(modern(thp("always", "-", "never")), zgc, "shmem_enabled");
        assertRefused(modern(thp("always", "-", "deny")), zgc, "shmem_enabled");
        String thp = "/sys/kernel/mm/transparent_hugepage/";
        ThpSize never = with(FactsSamples.size(2048, "inherit"), "shmemEnabled", Optional.of("never"));
        Fact<ThpSettings> settings = known(new ThpSettings(Map.of(), Map.of(), List.of(never), List.of()), thp);
        String ofSize = "echo inherit | sudo tee " + thp + "hugepages-2048kB/shmem_enabled";
        assertRefused(modern(thp("always", "-", "advise")).withThpSettings(settings), zgc, "is never: " + ofSize);
        assertRefused(
                modern(thp("always", "-", "never")).withThpSettings(settings),
                zgc,
                "is never: echo advise | sudo tee " + thp + "shmem_enabled; " + ofSize);
        assertEquals(Optional.empty(), refusal(modern(thp("never", "-", "advise")), zgc));
        assertEquals(
                Optional.empty(), TrialRefusals.ofSplit(facts(modern(thp("always", "-", "never")), zgc), zgc, HEAP));
        assertEquals(
                Optional.empty(),
                TrialRefusals.of(facts(modern(thp("always", "-", "never")), zgc), zgc, List.of(RegionName.CODE)));
    }

    /** The mlockall of Elasticsearch; a library that locks a few pages does not matter. */
    @Test
    void aLockedHeapIsRefused() {
        List<AddressRange> parts = List.of(new AddressRange(0, Bytes.ofMiB(16).value()));
        assertEquals(Optional.empty(), TrialRefusals.locked(7, Optional.of(Bytes.ZERO), parts));
        assertEquals(Optional.empty(), TrialRefusals.locked(7, Optional.of(Bytes.ofMiB(15)), parts));
        String why =
                TrialRefusals.locked(7, Optional.of(Bytes.ofMiB(16)), parts).orElseThrow();
        assertTrue(why.startsWith("process 7 has locked 16 MiB of its memory (mlock"), why);
        assertTrue(TrialRefusals.locked(7, Optional.empty(), parts).isPresent());
        List<AddressRange> unknown = List.of();
        assertTrue(
                TrialRefusals.locked(7, Optional.of(Bytes.ofMiB(15)), unknown).isPresent());
        assertEquals(Optional.empty(), TrialRefusals.locked(7, Optional.of(Bytes.ZERO), unknown));
    }

    private static Host sizes(String mode64, String shared64) {
        ThpSize small = with(FactsSamples.size(64, mode64), "effectiveShmem", Optional.of(shared64));
        ThpSettings settings =
                new ThpSettings(Map.of(), Map.of(), List.of(small, FactsSamples.size(2048, "always")), List.of());
        return modern(thp("always", "-", "always")).withThpSettings(known(settings, "/sys/kernel/mm"));
    }

    private static List<Bytes> smaller(Host host, Jvm jvm) {
        return TrialRefusals.smallerPages(facts(host, jvm), jvm, HEAP);
    }

    /** A split leaves pages of 4 KiB where the kernel had given 64 KiB. */
    @Test
    void smallerHugePagesAreKnown() {
        List<Bytes> small = List.of(Bytes.ofKiB(64));
        Jvm g1 = JvmSamples.g1(21);
        Jvm declines = with(
                g1,
                "flags",
                known(Map.of("UseTransparentHugePages", new VmFlag("false", "product", "default")), "jcmd"));
        assertEquals(List.of(), smaller(modern(host()), g1));
        assertEquals(List.of(), smaller(sizes("never", "always"), g1));
        assertEquals(small, smaller(sizes("always", "never"), declines));
        assertEquals(small, smaller(sizes("madvise", "never"), g1));
        assertEquals(List.of(), smaller(sizes("madvise", "never"), declines));
        // 22 and newer give no advice while the mode is always (JDK-8319969).
        assertEquals(List.of(), smaller(sizes("madvise", "never"), JvmSamples.g1(25)));
        Jvm zgc = JvmSamples.jvm(25, Collector.ZGC_GENERATIONAL, GIB);
        assertEquals(List.of(), smaller(sizes("always", "never"), zgc));
        assertEquals(small, smaller(sizes("never", "advise"), zgc));
    }

    /** The further needs of a trial: pages that can be split, and that come back as they were. */
    @Test
    void aTrialIsRefusedWhereItsPagesCannotComeBack() {
        Jvm g1 = JvmSamples.g1(21);
        assertEquals(Optional.empty(), TrialRefusals.ofTrial(facts(modern(host()), g1), g1));
        Jvm locked = JvmSamples.status(g1, "VmLck", "1048576 kB");
        assertEquals(
                Optional.of("the process has locked 1 GiB of its memory"),
                TrialRefusals.ofTrial(facts(modern(host()), locked), locked));
        Host small = sizes("always", "never");
        assertTrue(TrialRefusals.ofTrial(facts(small, g1), g1).orElseThrow().contains("64 KiB"));
        Jvm zgc = JvmSamples.jvm(21, Collector.ZGC, GIB);
        assertTrue(TrialRefusals.ofTrial(facts(modern(thp("always", "-", "advise")), zgc), zgc)
                .orElseThrow()
                .contains("maps its heap several times"));
    }
}
