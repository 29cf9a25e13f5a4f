package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.HostFiles;
import io.github.hpjvm.bench.host.PoolPlan;
import io.github.hpjvm.bench.host.Provisioner;
import io.github.hpjvm.bench.host.TouchProcess;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Brings free memory into the same state before each fork, so that no variant pays for what another left.
 *
 * <p>In a virtual machine the first touch of memory costs fifty times as much where the hypervisor has taken it back
 * meanwhile (free page reporting, Documentation/mm/free_page_reporting.rst) as where it has not, and the pages of a
 * hugetlb pool are never taken back. So before each fork as much as its heap takes is touched and given back, and as many
 * pages of a pool as the fork takes.
 *
 * <p>Where memory is to be fragmented, nearly all of it is put into the hugetlb pool, the rest is touched, and one base
 * page of each block of the size of a huge page is kept. The kernel repairs that for whoever faults a huge page and waits
 * for compaction; so it is looked at before each fork, and done again when it has got better.
 */
public final class MemoryPreparation implements AutoCloseable {
    private static final Path COMPACTION = Path.of("/proc/sys/vm/compaction_proactiveness");

    /** Beside the heap: the JVM itself, and its code cache. */
    private static final Bytes BESIDE_HEAP = Bytes.ofMiB(192);

    /** Must stay free for others: less, and the kernel would begin to reclaim. */
    private static final Bytes MARGIN = Bytes.ofMiB(512);

    /** What is touched at least to be fragmented. */
    private static final Bytes LEAST = Bytes.ofGiB(3);

    /** By so much the share of unusable memory may fall before it is fragmented again. */
    private static final double TOLERANCE = 0.02;

    private final Optional<TouchProcess> process;
    private final OptionalInt fragment;
    private double unusable;

    private MemoryPreparation(Optional<TouchProcess> process, OptionalInt fragment) {
        this.process = process;
        this.fragment = fragment;
    }

    /** Warms memory before each fork; where that cannot be, it leaves memory as it is. */
    public static MemoryPreparation warming() {
        try {
            return new MemoryPreparation(Optional.of(TouchProcess.start()), OptionalInt.empty());
        } catch (IOException e) {
            return none();
        }
    }

    /** Leaves memory as it is. */
    static MemoryPreparation none() {
        return new MemoryPreparation(Optional.empty(), OptionalInt.empty());
    }

    /**
     * Fragments free memory now, and again before each fork that would find it better.
     *
     * @param percent of the blocks that keep a page: not the index that comes of it
     * @param heap of the largest fork
     * @throws BenchException if the host has too little memory, or it does not come out fragmented
     */
    public static MemoryPreparation fragmenting(int percent, Bytes heap, Provisioner provisioner) throws IOException {
        Bytes left = LEAST.compareTo(heap.times(2)) < 0 ? heap.times(2).plus(MARGIN) : LEAST.plus(MARGIN);
        provisioner.apply(changes(left));
        MemoryPreparation preparation =
                new MemoryPreparation(Optional.of(TouchProcess.start()), OptionalInt.of(percent));
        try {
            preparation.fragment();
        } catch (IOException | RuntimeException e) {
            preparation.close();
            throw e;
        }
        return preparation;
    }

    /** The ballast, and no compaction in the background (sysctl/vm.rst; Linux 5.9 and newer). */
    private static List<HostChange> changes(Bytes left) throws IOException {
        List<HostChange> changes = new ArrayList<>();
        try {
            HostFiles.under(Path.of("/")).value(COMPACTION);
            changes.add(new HostChange(COMPACTION, "0"));
        } catch (IOException e) {
            // An older kernel compacts only when it is asked to.
        }
        Bytes available = HostReader.memory().getOrDefault("MemAvailable", Bytes.ZERO);
        HugePool pool = HostReader.defaultPool()
                .orElseThrow(() -> new BenchException("fragment: this kernel has no hugetlb pool to hold the ballast"));
        if (available.compareTo(left) < 0) {
            throw new BenchException("fragment: it takes " + left + " of memory beside what is in use, and " + available
                    + " are available");
        }
        long page = pool.pageSize().value();
        long ballast = pool.total() + available.minus(left).value() / page;
        changes.add(new HostChange(PoolPlan.file(page, page), String.valueOf(ballast)));
        return changes;
    }

    private void fragment() throws IOException {
        Bytes free = HostReader.memory().getOrDefault("MemFree", Bytes.ZERO);
        if (free.compareTo(MARGIN) > 0) {
            process.orElseThrow()
                    .fragment(
                            free.minus(MARGIN).value(),
                            fragment.orElseThrow(),
                            HostReader.pmdSize().value());
        }
        unusable = HostReader.freeMemory().map(Fragmentation.Share::unusable).orElse(1.0);
    }

    /** Prepares memory for this fork, and says how it is now. */
    MemoryMode prepare(Job job, TargetJvm jvm) {
        Workload workload = job.subject().workload();
        Optional<Bytes> heap = HostReader.heap(workload);
        if (process.isEmpty() || heap.isEmpty()) {
            return MemoryMode.AS_FOUND;
        }
        try {
            Map<Bytes, Long> pools = HostReader.bill(jvm, workload)
                    .map(bill -> job.variant().poolPages(bill, heap.get()))
                    .orElse(Map.of());
            for (Map.Entry<Bytes, Long> pool : pools.entrySet()) {
                warmPool(pool.getKey(), pool.getValue());
            }
            return fragment.isPresent() ? fragmented() : warm(heap.get());
        } catch (IOException e) {
            return MemoryMode.AS_FOUND;
        }
    }

    private MemoryMode fragmented() throws IOException {
        double now = HostReader.freeMemory().map(Fragmentation.Share::unusable).orElse(1.0);
        if (now < unusable - TOLERANCE) {
            double wanted = unusable;
            fragment();
            unusable = Math.max(unusable, wanted);
        }
        return MemoryMode.FRAGMENTED;
    }

    private MemoryMode warm(Bytes heap) throws IOException {
        Bytes bytes = heap.plus(BESIDE_HEAP);
        Bytes available = HostReader.memory().getOrDefault("MemAvailable", Bytes.ZERO);
        if (available.compareTo(bytes.plus(MARGIN)) < 0) {
            return MemoryMode.AS_FOUND;
        }
        process.orElseThrow().warm(bytes.value());
        return MemoryMode.WARM;
    }

    /** As many pages as the fork takes, if the pool has them: it hands out first what was given back last. */
    private void warmPool(Bytes pageSize, long pages) throws IOException {
        long usable = HostReader.pool(pageSize).map(HugePool::usable).orElse(0L);
        long touched = Math.min(usable, pages);
        if (touched > 0) {
            process.orElseThrow().warmPool(pageSize.times(touched).value(), pageSize.value());
        }
    }

    /** Gives back what is kept; call it before the host is put back. */
    @Override
    public void close() {
        process.ifPresent(TouchProcess::close);
    }
}
