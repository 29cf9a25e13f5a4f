package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.bill.Piece;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of one reservation.
 *
 * @param piece the memory to reserve
 * @param granted whether it got large pages; empty if that cannot be known
 * @param pageSize the size of the granted pages; the size of the piece if none was granted
 * @param taken how many
 */
record Served(Piece piece, Optional<Boolean> granted, Bytes pageSize, Span taken) {

    Served {
        Objects.requireNonNull(piece, "piece");
        Objects.requireNonNull(granted, "granted");
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(taken, "taken");
    }

    boolean all() {
        return granted.equals(Optional.of(true));
    }

    boolean none() {
        return granted.equals(Optional.of(false));
    }
}
