package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.HostFiles;
import io.github.hpjvm.bench.host.PoolPlan;
import io.github.hpjvm.bench.host.Priority;
import io.github.hpjvm.bench.host.Provisioner;
import io.github.hpjvm.bench.host.TouchProcess;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.run.host.AvailableMemory;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Brings free memory into the same state before each fork, so that no variant pays for the state that another one left.
 *
 * <p>In a virtual machine the first touch of memory is fifty times as expensive if the hypervisor has reclaimed it
 * (free page reporting, Documentation/mm/free_page_reporting.rst), and the pages of a hugetlb pool are never reclaimed.
 * So before each fork that runs alone this class touches and frees as much memory as the fork's heap takes, and as many
 * pages of a pool as the fork takes. Pages of a pool that were touched before are omitted ({@link TouchedPools}). Memory
 * is touched each time: the kernel may report it at any moment after the last fork freed it, because the delay of
 * mm/page_reporting.c begins with the first free block since the last report.
 *
 * <p>To fragment memory, nearly all of it is put into the hugetlb pool, the rest is touched, and one base page of each
 * block of the size of a huge page is kept ({@link FragmentedMemory}). Direct compaction repairs the fragmentation at
 * huge-page faults; so it is checked before each fork, and repeated when it has decreased.
 */
public final class MemoryPreparation implements AutoCloseable {
    private static final Path COMPACTION = Path.of("/proc/sys/vm/compaction_proactiveness");

    /** Memory beside the heap: the JVM itself, and its code cache. */
    private static final Bytes BESIDE_HEAP = Bytes.ofMiB(192);

    /** Minimum of memory that is touched to fragment it. */
    private static final Bytes LEAST = Bytes.ofGiB(3);

    private final Optional<TouchProcess> process;
    private final Optional<FragmentedMemory> fragmented;
    private final TouchedPools touchedPools = new TouchedPools();

    private MemoryPreparation(Optional<TouchProcess> process, Optional<FragmentedMemory> fragmented) {
        this.process = process;
        this.fragmented = fragmented;
    }

    /**
     * Warms memory before each fork; leaves memory unchanged if that is not possible.
     *
     * @param ends whether the user has stopped the campaign
     */
    public static MemoryPreparation warming(BooleanSupplier ends) {
        Priority raised = Priority.raise();
        try {
            return new MemoryPreparation(Optional.of(TouchProcess.start(ends)), Optional.empty());
        } catch (IOException e) {
            return none();
        } finally {
            raised.close();
        }
    }

    /** Leaves memory unchanged. */
    static MemoryPreparation none() {
        return new MemoryPreparation(Optional.empty(), Optional.empty());
    }

    /**
     * Fragments free memory now, and again before each fork for which fragmentation has decreased.
     *
     * @param percent of the blocks that keep a page: not the resulting index
     * @param heap of the largest fork
     * @param ends whether the user has stopped the campaign
     * @throws BenchException if the host has too little memory, or is not fragmented by the kernel's index
     */
    public static MemoryPreparation fragmenting(int percent, Bytes heap, Provisioner provisioner, BooleanSupplier ends)
            throws IOException {
        Bytes left = LEAST.max(heap.times(2)).plus(FragmentedMemory.MARGIN);
        provisioner.apply(changes(left));
        TouchProcess process = TouchProcess.start(ends);
        FragmentedMemory fragmented = new FragmentedMemory(percent, new ThisHost(process));
        try {
            fragmented.prepare();
        } catch (IOException | RuntimeException e) {
            process.close();
            throw e;
        }
        return new MemoryPreparation(Optional.of(process), Optional.of(fragmented));
    }

    /** Reads this host, and fragments it by the process. */
    private record ThisHost(TouchProcess process) implements FragmentedMemory.Host {
        @Override
        public Bytes free() {
            Bytes free = HostReader.memory().getOrDefault("MemFree", Bytes.ZERO);
            return AvailableMemory.now().forForks().min(free);
        }

        @Override
        public OptionalDouble unusable() {
            return HostReader.freeMemory().stream()
                    .mapToDouble(Fragmentation.Share::unusable)
                    .findFirst();
        }

        @Override
        public void fragment(Bytes bytes, int percent) throws IOException {
            process.fragment(bytes.value(), percent, HostReader.pmdSize().value(), HostReader.basePageBytes());
        }
    }

    /** The ballast, and no background compaction (sysctl/vm.rst; Linux 5.9 and newer). */
    private static List<HostChange> changes(Bytes left) throws IOException {
        List<HostChange> changes = new ArrayList<>();
        try {
            HostFiles.under(Path.of("/")).value(COMPACTION);
            changes.add(new HostChange(COMPACTION, "0"));
        } catch (IOException e) {
            // An older kernel does not compact in the background.
        }
        AvailableMemory available = AvailableMemory.now();
        HugePool pool = HostReader.defaultPool()
                .orElseThrow(() -> new BenchException("fragment: this kernel has no hugetlb pool to hold the ballast"));
        if (available.forForks().compareTo(left) < 0) {
            throw new BenchException("fragment: needs " + left + " of available memory, but only "
                    + available.forForks() + " is available to this process");
        }
        long page = pool.pageSize().value();
        long ballast = pool.total() + available.host().minus(left).value() / page;
        changes.add(new HostChange(PoolPlan.file(page, page), String.valueOf(ballast)));
        return changes;
    }

    /** Prepares memory for a fork that runs alone, and returns its state. */
    MemoryMode prepare(Job job, TargetJvm jvm) {
        Optional<Bytes> heap = HostReader.heap(job.subject());
        if (process.isEmpty() || heap.isEmpty()) {
            return MemoryMode.AS_FOUND;
        }
        Map<Bytes, Long> pools = HostReader.bill(jvm, job.subject())
                .map(bill -> job.variant().poolPages(bill, heap.get()))
                .orElse(Map.of());
        Bytes needed = pools.isEmpty() ? BESIDE_HEAP.plus(heap.get()) : BESIDE_HEAP;
        try {
            for (Map.Entry<Bytes, Long> pool : pools.entrySet()) {
                needed = needed.plus(HostReader.byOvercommit(pool.getKey(), pool.getValue()));
                warmPool(pool.getKey(), pool.getValue());
            }
            if (fragmented.isPresent()) {
                return fragmented.get().keep() ? MemoryMode.FRAGMENTED : MemoryMode.AS_FOUND;
            }
            return warm(needed);
        } catch (IOException e) {
            return MemoryMode.AS_FOUND;
        }
    }

    private MemoryMode warm(Bytes bytes) throws IOException {
        if (AvailableMemory.now().forForks().compareTo(bytes.plus(FragmentedMemory.MARGIN)) < 0) {
            return MemoryMode.AS_FOUND;
        }
        process.orElseThrow().warm(bytes.value());
        return MemoryMode.WARM;
    }

    /** Touches as many pages as the fork takes, if available: the pool hands out the last freed pages first. */
    private void warmPool(Bytes pageSize, long pages) throws IOException {
        Optional<HugePool> pool = HostReader.pool(pageSize);
        long touched = Math.min(pool.map(HugePool::usable).orElse(0L), pages);
        if (touched > 0 && !touchedPools.has(pool.get(), touched)) {
            process.orElseThrow().warmPool(pageSize.times(touched).value(), pageSize.value());
            touchedPools.touched(pool.get(), touched);
        }
    }

    /** Frees the kept pages; call it before the host is restored. */
    @Override
    public void close() {
        process.ifPresent(TouchProcess::close);
    }
}
