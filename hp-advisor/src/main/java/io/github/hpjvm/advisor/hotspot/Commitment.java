package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.Optional;

/**
 * The check whether a host that never overcommits memory lets the JVM commit the memory of its start. With {@code
 * vm.overcommit_memory=2} each writable private mapping counts against CommitLimit, MAP_NORESERVE or not (mmap_region
 * in {@code mm/mmap.c}; Documentation/mm/overcommit-accounting.rst). Pages of a pool do not count. Memory that is
 * reserved and not committed does not count either.
 */
final class Commitment {

    private static final long NEVER = 2;

    /** Committed memory beside heap and code cache: metaspace, tables, stacks, malloc. A conservative estimate. */
    private static final Bytes BESIDE = Bytes.ofMiB(512);

    private final Start start;

    Commitment(Start start) {
        this.start = start;
    }

    /** Returns whether the host may have too little memory for the start of the JVM. */
    boolean mayBeRefused() {
        boolean never = start.host()
                .vm()
                .known()
                .flatMap(sysctls -> sysctls.value("overcommit_memory"))
                .filter(mode -> mode == NEVER)
                .isPresent();
        return never && room().map(room -> room.compareTo(wanted()) < 0).orElse(true);
    }

    Optional<Missing> unknown() {
        return mayBeRefused()
                ? Optional.of(new Missing(
                        "whether the host lets it commit its memory",
                        Reason.SKIPPED,
                        "vm.overcommit_memory is 2, and CommitLimit leaves "
                                + room().map(Bytes::toString).orElse("an unknown rest"),
                        "set a smaller -Xms, or raise vm.overcommit_ratio"))
                : Optional.empty();
    }

    private Optional<Bytes> room() {
        Optional<Memory> memory = start.host().memory().known();
        Optional<Bytes> used = memory.flatMap(known -> known.size("Committed_AS"));
        return memory.flatMap(known -> known.size("CommitLimit"))
                .flatMap(limit -> used.map(as -> limit.compareTo(as) > 0 ? limit.minus(as) : Bytes.ZERO));
    }

    private Bytes wanted() {
        boolean ofPool = start.reserved("heap").filter(Served::all).isPresent() || start.isZ();
        Bytes heap = start.shape()
                .filter(shape -> !ofPool)
                .flatMap(HeapShape::initial)
                .orElse(Bytes.ZERO);
        return heap.plus(start.code().whole()).plus(BESIDE);
    }
}
