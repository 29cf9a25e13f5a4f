package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.CodeCache;
import io.github.hpjvm.advisor.hotspot.bill.HeapRequest;
import io.github.hpjvm.advisor.hotspot.bill.MeasuredRelease;
import io.github.hpjvm.advisor.hotspot.bill.Piece;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Follows the steps of HotSpot's start in its order: flags, collector, sizes, large pages, reservations
 * (Threads::create_vm in {@code src/hotspot/share/runtime/thread.cpp}, since 21 {@code threads.cpp}).
 */
final class StartUp {

    private static final Bytes FIRST_METASPACE = Bytes.ofMiB(8);

    private final Launch launch;
    private final Host host;
    private final JavaVersion version;
    private final FlagSettings flags;
    private final Machine machine;

    StartUp(Launch launch, Host host, JavaVersion version, FlagSettings flags) {
        this.launch = launch;
        this.host = host;
        this.version = version;
        this.flags = flags;
        this.machine = Machine.of(flags, launch, host);
    }

    CollectorChoice choice() {
        return CollectorChoice.of(version.feature(), flags, launch, machine);
    }

    Start start(Optional<Collector> collector) {
        int release = version.feature();
        boolean zgc = collector.filter(Collector::isZ).isPresent();
        HeapErgonomics sizes = new HeapErgonomics(release, flags, launch, machine);
        Optional<HeapRequest> heap = collector.flatMap(sizes::request);
        Optional<String> architecture = host.kernel().known().flatMap(Kernel::architecture);
        CodeCache code = CodeCacheErgonomics.of(release, flags, machine, architecture)
                .on(version)
                .onArchitecture(architecture);
        LargePages large = LargePageInit.of(version, flags, launch, host, zgc || flags.isOn("UseZGC"));
        List<Piece> pieces = heap.map(it -> pieces(it, code, large)).orElse(List.of());
        List<Served> served = large.pooled() ? served(pieces, large, zgc) : List.of();
        Start start = new Start(
                launch,
                host,
                version,
                flags,
                machine,
                collector,
                heap,
                code,
                large,
                pieces,
                served,
                KernelThp.of(launch, host));
        return zgc ? start.with(afterHeapOfZ(start)) : start;
    }

    /**
     * Returns the results with the metaspace. It comes after the heap: ZGC commits the initial part of the heap at once
     * (universe_init).
     */
    private List<Served> afterHeapOfZ(Start start) {
        List<Piece> later = start.pieces().stream()
                .filter(piece -> piece.region() == RegionName.METASPACE)
                .toList();
        Optional<PoolBalances> pools = PoolBalances.of(launch, host).filter(balances -> !later.isEmpty());
        List<Served> all = new ArrayList<>(start.served());
        pools.ifPresent(balances -> {
            start.served().forEach(one -> balances.take(one.pageSize(), one.taken()));
            ZCommit.of(start).ifPresent(commit -> balances.take(ZCommit.GRANULE, commit.holdsAtStart()));
            all.addAll(new Reservations(version.feature(), start.large(), balances, launch.mayUseShm()).serve(later));
        });
        return all;
    }

    private List<Piece> pieces(HeapRequest heap, CodeCache code, LargePages large) {
        if (large.pool().isEmpty()) {
            return List.of();
        }
        List<Piece> all = new ArrayList<>(
                MeasuredRelease.pieces(version.feature(), heap, code, large.pool(), machine.basePage()));
        metaspace(large.pool().largest()).ifPresent(all::add);
        if (flags.isGiven(Start.HEAP_FILE)) {
            all.removeIf(piece -> piece.region() == RegionName.HEAP);
        }
        return large.is(Type.SHM) ? all.stream().filter(StartUp::canBeShared).toList() : all;
    }

    /**
     * The first node of the metaspace: twice InitialBootClassLoaderMetaspaceSize, which is 4 MiB
     * (Metaspace::global_initialize in {@code src/hotspot/share/memory/metaspace.cpp}). 16 removed
     * UseLargePagesInMetaspace (JDK-8245215).
     */
    private Optional<Piece> metaspace(Bytes page) {
        boolean asked = version.feature() < 16 && flags.isOn("UseLargePagesInMetaspace");
        Span pages = Span.exactly(FIRST_METASPACE.dividedRoundingUp(page));
        String why = "the first " + FIRST_METASPACE + " of the metaspace";
        return asked
                ? Optional.of(new Piece(RegionName.METASPACE, "metaspace", 1, page, pages, true, why))
                : Optional.empty();
    }

    /**
     * Returns whether shared memory can hold the piece. System V shared memory is not executable, and its size is a
     * whole number of pages.
     */
    private static boolean canBeShared(Piece piece) {
        return switch (piece.region()) {
            case HEAP, METASPACE -> true;
            case GC -> piece.whole();
            default -> false;
        };
    }

    /** Returns the results of the reservations. ZGC commits its heap page by page and reserves only its code cache. */
    private List<Served> served(List<Piece> pieces, LargePages large, boolean zgc) {
        Optional<PoolBalances> pools = PoolBalances.of(launch, host);
        List<Piece> reserved = zgc
                ? pieces.stream()
                        .filter(piece -> piece.region() != RegionName.HEAP && piece.region() != RegionName.METASPACE)
                        .toList()
                : pieces;
        return pools.map(balances ->
                        new Reservations(version.feature(), large, balances, launch.mayUseShm()).serve(reserved))
                .orElse(List.of());
    }

    /**
     * Returns the pages that remain in a pool for ZGC's heap after the code cache is reserved; empty if that is not
     * known.
     */
    static Optional<Span> leftForHeap(Start start, Bytes page) {
        return PoolBalances.of(start.launch(), start.host()).map(balances -> {
            start.served().stream()
                    .filter(one -> one.piece().region() != RegionName.METASPACE)
                    .forEach(one -> balances.take(one.pageSize(), one.taken()));
            return balances.left(page);
        });
    }
}
