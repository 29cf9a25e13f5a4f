package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.host.Buddyinfo;
import io.github.hpjvm.advisor.read.host.HugePools;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.vm.HeapInfo;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole captured hosts, from the files to what stands behind the heap. */
class CapturedHostsTest {

    private static final long PID = 4242;

    private static Path host(String name) {
        return Resources.folder("hosts").resolve(name);
    }

    @ParameterizedTest
    @CsvSource({
        "jdk8-parallel-base, BASE, 0, 0",
        "jdk17-parallel-hugetlb, HUGETLB, 1, 134217728",
        "jdk21-g1-thp, THP, 1, 0",
        "jdk25-g1-short-pool, BASE, 0, 0",
        "fragmented, BASE, 0, 0"
    })
    void theHeap(String name, PageKind kind, double coverage, long hugetlb) {
        Path proc = host(name).resolve("proc");
        List<Vma> vmas = Smaps.read(proc, PID).known().orElseThrow();
        AddressRange heap = HeapInfo.range(Resources.text(proc.resolve("4242/heap_info.txt")))
                .orElseThrow();
        ThpPolicy policy = ThpFiles.read(host(name).resolve("sys")).known().orElseThrow();
        Backing backing = Backing.of(heap, vmas, policy.pmdSize());
        assertTrue(backing.complete());
        assertEquals(Optional.of(kind), backing.kind(), backing.toString());
        assertEquals(coverage, backing.coverage().orElseThrow(), 0.02, backing.toString());
        assertTrue(backing.residentMin().compareTo(Bytes.ofMiB(120)) > 0, backing.toString());
        assertEquals(
                Bytes.of(hugetlb),
                vmas.stream()
                        .filter(v -> heap.contains(v.range()))
                        .map(Vma::hugetlb)
                        .reduce(Bytes.ZERO, Bytes::plus));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk8-parallel-base",
                "jdk17-parallel-hugetlb",
                "jdk21-g1-thp",
                "jdk25-g1-short-pool",
                "fragmented"
            })
    void theSumOfMappingsIsTheStatus(String name) {
        Path proc = host(name).resolve("proc");
        List<Vma> vmas = Smaps.read(proc, PID).known().orElseThrow();
        ProcStatus status = StatusFile.read(proc, PID).known().orElseThrow();
        Bytes rss = vmas.stream().map(Vma::rss).reduce(Bytes.ZERO, Bytes::plus);
        Bytes hugetlb = vmas.stream().map(Vma::hugetlb).reduce(Bytes.ZERO, Bytes::plus);
        assertEquals(status.hugetlb().orElseThrow(), hugetlb);
        assertEquals(status.rss().orElseThrow().value(), rss.value(), 512 * 1024.0);
        assertEquals(Optional.of(true), status.thpEnabled());
        assertEquals(Optional.of("java"), status.name());
    }

    @Test
    void thePolicy() {
        Fact<ThpPolicy> fact = ThpFiles.read(host("jdk21-g1-thp").resolve("sys"));
        assertEquals(
                Optional.of(new ThpPolicy(
                        "madvise", Optional.of("inherit"), "madvise", Optional.of("never"), Bytes.ofMiB(2))),
                fact.known());
        assertTrue(fact.source().excerpt().contains("enabled=madvise"), fact.toString());
    }

    @Test
    void thePools() {
        List<HugePool> pools = HugePools.read(host("jdk17-parallel-hugetlb").resolve("sys"))
                .known()
                .orElseThrow();
        assertEquals(
                List.of(Bytes.ofMiB(2), Bytes.ofGiB(1)),
                pools.stream().map(HugePool::pageSize).toList());
        HugePool pool = pools.get(0);
        assertEquals(200, pool.total());
        assertEquals(184, pool.inUseOrPromised(), "a heap of 64 pages and a code cache of 120");
        assertEquals(16, pool.usable());
        HugePool shortPool = HugePools.read(host("jdk25-g1-short-pool").resolve("sys"))
                .known()
                .orElseThrow()
                .get(0);
        assertEquals(150, shortPool.total());
        assertTrue(shortPool.inUseOrPromised() >= 121, "the code cache took its share, and the heap found too little");
    }

    @Test
    void theMemory() {
        Path proc = host("jdk21-g1-thp").resolve("proc");
        assertTrue(MemInfo.read(proc).known().orElseThrow().get("MemAvailable").compareTo(Bytes.ofGiB(1)) > 0);
        assertTrue(Buddyinfo.read(proc).known().orElseThrow().freeBlocks(9) > 100);
    }

    /** More than two GiB are free, and no huge page can be made of them but a few in the smaller zones. */
    @Test
    void theFragmentation() {
        Fragmentation.Share worn = HostFacts.read(Roots.under(host("fragmented")))
                .fragmentation()
                .known()
                .orElseThrow()
                .total();
        assertTrue(worn.freePages() > Bytes.ofGiB(1).value() / 4096, worn.toString());
        assertTrue(worn.unusable() > 0.9, worn.toString());
        assertTrue(worn.hugePages() < 64, worn.toString());
        Fragmentation.Share fresh = HostFacts.read(Roots.under(host("madvise-default")))
                .fragmentation()
                .known()
                .orElseThrow()
                .total();
        assertTrue(fresh.unusable() < 0.5, fresh.toString());
    }

    @Test
    void aHostWithoutAnything(@TempDir Path folder) {
        Path nothing = folder.resolve("none");
        for (Fact<?> fact : List.of(
                ThpFiles.read(nothing),
                HugePools.read(nothing),
                MemInfo.read(nothing),
                Buddyinfo.read(nothing),
                Smaps.read(nothing, PID),
                StatusFile.read(nothing, PID))) {
            assertEquals(Reason.NOT_PRESENT, ((Fact.Absent<?>) fact).reason(), fact.toString());
        }
    }

    @Test
    void aProcessThatIsNotThere() {
        Path proc = host("jdk21-g1-thp").resolve("proc");
        assertEquals(Reason.VANISHED, ((Fact.Absent<?>) Smaps.read(proc, 1)).reason());
        assertEquals(Reason.VANISHED, ((Fact.Absent<?>) StatusFile.read(proc, 1)).reason());
    }

    @Test
    void anOldKernelAndADamagedOne(@TempDir Path sys) throws IOException {
        Path thp = Files.createDirectories(sys.resolve("kernel/mm/transparent_hugepage"));
        Files.writeString(thp.resolve("enabled"), "[always] madvise never\n");
        Files.writeString(thp.resolve("defrag"), "[always] madvise never\n");
        ThpPolicy old = ThpFiles.read(sys).known().orElseThrow();
        assertEquals(new ThpPolicy("always", Optional.empty(), "always", Optional.empty(), Bytes.ofMiB(2)), old);
        Files.writeString(thp.resolve("hpage_pmd_size"), "12345\n");
        Fact.Absent<ThpPolicy> damaged = (Fact.Absent<ThpPolicy>) ThpFiles.read(sys);
        assertEquals(Reason.MALFORMED, damaged.reason());
        assertTrue(damaged.source().path().endsWith("hpage_pmd_size"), damaged.toString());
        Path pool = Files.createDirectories(sys.resolve("kernel/mm/hugepages/hugepages-2048kB"));
        Files.writeString(pool.resolve("nr_hugepages"), "x\n");
        assertEquals(Reason.MALFORMED, ((Fact.Absent<?>) HugePools.read(sys)).reason());
        Files.writeString(pool.resolve("nr_hugepages"), "1\n");
        assertEquals(Reason.NOT_PRESENT, ((Fact.Absent<?>) HugePools.read(sys)).reason());
    }
}
