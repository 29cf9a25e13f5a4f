package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.CodeCache;
import io.github.hpjvm.advisor.hotspot.bill.HeapRequest;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.hotspot.bill.MeasuredRelease;
import io.github.hpjvm.advisor.hotspot.bill.Piece;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.First;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The known state of a starting JVM after it has chosen collector, sizes and pages, and has made its reservations.
 *
 * @param launch the JVM that starts
 * @param host its host
 * @param version its release
 * @param flags its flags
 * @param machine the processors and memory that it sees
 * @param collector its collector; empty if it is not known, and then it is one of Serial, Parallel and G1
 * @param heap the requested heap; empty if collector or maximum are not known
 * @param code its code cache
 * @param large the large pages that it selects
 * @param pieces the reservations that it would make from pools, in its order; none if it does not request them or the
 *     heap is not known
 * @param served the results of these reservations; none if it reserves nothing of pools
 * @param kernel the huge pages that the kernel gives without a pool
 */
record Start(
        Launch launch,
        Host host,
        JavaVersion version,
        FlagSettings flags,
        Machine machine,
        Optional<Collector> collector,
        Optional<HeapRequest> heap,
        CodeCache code,
        LargePages large,
        List<Piece> pieces,
        List<Served> served,
        KernelThp kernel) {

    static final String HEAP_FILE = "AllocateHeapAt";

    Start {
        Objects.requireNonNull(launch, "launch");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(flags, "flags");
        Objects.requireNonNull(machine, "machine");
        Objects.requireNonNull(collector, "collector");
        Objects.requireNonNull(heap, "heap");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(large, "large");
        pieces = List.copyOf(pieces);
        served = List.copyOf(served);
        Objects.requireNonNull(kernel, "kernel");
    }

    /** Returns a copy with these results of reservations. */
    Start with(List<Served> all) {
        return new Start(launch, host, version, flags, machine, collector, heap, code, large, pieces, all, kernel);
    }

    int release() {
        return version.feature();
    }

    boolean isZ() {
        return collector.filter(Collector::isZ).isPresent();
    }

    boolean is(Collector other) {
        return collector.equals(Optional.of(other));
    }

    /**
     * Returns the heap with its sizes rounded up; the smallest if there are several. Empty if it is not known: 17.0.15 rounds
     * 255m up to 257 MiB for LargePageSizeInBytes=3m.
     */
    Optional<HeapShape> shape() {
        if (sizeIsSeveral()) {
            return Optional.empty();
        }
        Bytes base = machine.basePage();
        return heap.map(it -> it.shapes(
                        release(), it.pageSize(release(), large.sizes()).orElse(base), base)
                .get(0));
    }

    /** Returns whether LargePageSizeInBytes is no power of 2, and a pool has a page that the JVM may take for it. */
    boolean sizeIsSeveral() {
        if (!large.unknowns().contains(LargePageInit.SEVERAL_SIZES)) {
            return false;
        }
        Optional<PoolBalances> pools = PoolBalances.of(launch, host);
        return pools.isEmpty()
                || host.pools().known().orElse(List.of()).stream()
                        .anyMatch(pool -> pools.get().hasAPage(pool.pageSize()));
    }

    /** Returns whether large pages are used, but the heap is too small for them. */
    boolean heapIsTooSmall() {
        return !large.sizes().isEmpty()
                && heap.filter(it -> it.pageSize(release(), large.sizes()).isEmpty())
                        .isPresent();
    }

    /** Returns why nothing is known of its reservations, as a clause; empty if the collector was measured in that release. */
    Optional<String> notMeasured() {
        return collector
                .filter(it -> !MeasuredRelease.isKnown(release(), it))
                .map(it -> "the reservations of " + it + " in Java " + release() + " were not measured");
    }

    /** Returns the result of the reservation of that name; empty if there was none. */
    Optional<Served> reserved(String name) {
        return First.of(served, one -> one.piece().name().equals(name));
    }

    /** Returns the results of all reservations of that region. */
    List<Served> reserved(RegionName region) {
        return served.stream().filter(one -> one.piece().region() == region).toList();
    }

    /** Returns whether the heap is a file that an argument names. */
    boolean heapIsAFile() {
        return flags.isGiven(HEAP_FILE);
    }

    /** Returns whether the JVM would use shared memory of the pool, and its right to it is not known. */
    boolean mayBeDenied() {
        return large.is(Type.SHM) && launch.mayUseShm().isEmpty();
    }

    /** Returns whether the JVM would use shared memory of the pool, and has no right to it. */
    boolean isDenied() {
        return large.is(Type.SHM) && launch.mayUseShm().equals(Optional.of(false));
    }

    /** Returns the pool, or the control group of the JVM if that permits fewer pages, inside a sentence. */
    String limiter(Bytes page) {
        return PoolBalances.of(launch, host)
                .map(balances -> balances.limiter(page))
                .orElse("the pool");
    }

    boolean pretouches() {
        return flags.isOn("AlwaysPreTouch");
    }

    /** Returns the path of a source file in that release; 8 has its own layout. */
    String source(String file, String what) {
        String path = release() == 8 ? file.replace("src/hotspot/", "hotspot/src/") : file;
        return path + " of " + release() + ": " + what;
    }
}
