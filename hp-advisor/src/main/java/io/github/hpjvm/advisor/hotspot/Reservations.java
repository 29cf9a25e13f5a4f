package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.Piece;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pages that a pool gives to the reservations of a JVM, one after the other. Each gets all of its pages or none
 * (ReservedSpace::reserve in {@code src/hotspot/share/memory/virtualspace.cpp}, since 25 {@code memoryReserver.cpp}).
 * Since 19 a reservation that fails is retried with the next smaller size (JDK-8271195).
 */
final class Reservations {

    private static final int FALLS_BACK_SINCE = 19;

    private final int release;
    private final LargePages large;
    private final PoolBalances pools;
    private final Optional<Boolean> mayUseShm;

    Reservations(int release, LargePages large, PoolBalances pools, Optional<Boolean> mayUseShm) {
        this.release = release;
        this.large = large;
        this.pools = pools;
        this.mayUseShm = mayUseShm;
    }

    List<Served> serve(List<Piece> pieces) {
        List<Served> served = new ArrayList<>();
        for (Piece piece : joined(pieces)) {
            for (int i = 0; i < piece.count(); i++) {
                served.add(serve(piece));
            }
        }
        return served;
    }

    /** Joins pieces: the heap and its prefix are one reservation. */
    private static List<Piece> joined(List<Piece> pieces) {
        Optional<Span> heap = pieces.stream()
                .filter(piece -> piece.region() == RegionName.HEAP)
                .map(Piece::all)
                .reduce(Span::plus);
        List<Piece> joined = new ArrayList<>();
        boolean done = false;
        for (Piece piece : pieces) {
            if (piece.region() != RegionName.HEAP) {
                joined.add(piece);
            } else if (!done) {
                joined.add(piece.with(heap.orElseThrow()));
                done = true;
            }
        }
        return joined;
    }

    private Served serve(Piece piece) {
        boolean denied = large.is(Type.SHM) && mayUseShm.equals(Optional.of(false));
        if (piece.pages().max() == 0 || denied) {
            return new Served(piece, Optional.of(false), piece.pageSize(), Span.NONE);
        }
        Served first = tried(piece);
        if (!first.none() || release < FALLS_BACK_SINCE) {
            return first;
        }
        for (Bytes smaller : large.sizes().smallerThan(piece.pageSize())) {
            Served next = tried(piece.on(smaller));
            if (!next.none()) {
                return new Served(piece, next.granted(), smaller, next.taken());
            }
        }
        return first;
    }

    private Served tried(Piece piece) {
        Span left = pools.left(piece.pageSize());
        if (piece.pages().min() > left.max()) {
            return new Served(piece, Optional.of(false), piece.pageSize(), Span.NONE);
        }
        boolean permitted = !large.is(Type.SHM) || mayUseShm.isPresent();
        boolean surely = piece.pages().max() <= left.min() && permitted;
        Span taken = surely ? piece.pages() : new Span(0, Math.min(piece.pages().max(), left.max()));
        pools.take(piece.pageSize(), taken);
        return new Served(piece, surely ? Optional.of(true) : Optional.empty(), piece.pageSize(), taken);
    }
}
