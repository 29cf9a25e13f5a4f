package io.github.hpjvm.bench.trial;

import static io.github.hpjvm.advisor.FactsSamples.denied;
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
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
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
        String ofSize = "echo inherit > " + thp + "hugepages-2048kB/shmem_enabled";
        assertRefused(modern(thp("always", "-", "advise")).withThpSettings(settings), zgc, "is never: " + ofSize);
        assertRefused(
                modern(thp("always", "-", "never")).withThpSettings(settings),
                zgc,
                "is never: echo advise > " + thp + "shmem_enabled; " + ofSize);
        assertEquals(Optional.empty(), refusal(modern(thp("never", "-", "advise")), zgc));
        assertEquals(
                Optional.empty(),
                TrialRefusals.of(facts(modern(thp("always", "-", "never")), zgc), zgc, List.of(RegionName.CODE)));
    }

    private static Fact<Map<String, Bytes>> available(Bytes size) {
        return known(Map.of("MemAvailable", size), "/proc/meminfo");
    }

    private static Fact<List<GroupLimit>> limited(String file, long usedMib) {
        GroupLimit limit = new GroupLimit(GIB, Optional.of(Bytes.ofMiB(usedMib)), "/app", "/sys/fs/cgroup/app/" + file);
        return known(List.of(limit), "/proc/1/cgroup");
    }

    /** 32 MiB beside the growth. */
    @Test
    void theHostNeedsRoom() {
        Fact<List<GroupLimit>> none = known(List.of(), "/proc/1/cgroup");
        long growth = Bytes.ofMiB(10).value();
        assertEquals(Optional.empty(), Room.lacking(growth, available(Bytes.ofMiB(42)), none));
        assertEquals(
                Optional.of("huge pages need 42 MiB of free memory, and this host has 41 MiB"),
                Room.lacking(growth, available(Bytes.ofMiB(41)), none));
        assertTrue(Room.lacking(growth, denied("/proc/meminfo"), none).isPresent());
    }

    @Test
    void eachGroupNeedsRoom() {
        assertEquals(Optional.empty(), Room.lacking(0, available(GIB), limited("memory.high", 992)));
        String why =
                Room.lacking(0, available(GIB), limited("memory.high", 993)).orElseThrow();
        assertTrue(why.contains("31 MiB left of its memory.high of 1 GiB"), why);
    }
}
