package io.github.hpjvm.bench.counters;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A figure of a live measurement of the TLB. */
public enum TlbFigure {
    /** Cycles with an active page walk as a share of all cycles. */
    WALK_CYCLES_SHARE("walkCyclesShare", "cycles of page walks", Meaning.DATA_WALK_CYCLES, Meaning.CYCLES),
    /** Data walks per thousand instructions. */
    DTLB_MPKI("dtlbMpki", "data walks", Meaning.DATA_WALKS, Meaning.INSTRUCTIONS),
    /** Instruction walks per thousand instructions. */
    ITLB_MPKI("itlbMpki", "instruction walks", Meaning.CODE_WALKS, Meaning.INSTRUCTIONS),
    DTLB_MISSES("dtlbMissesPerSecond", "data walks", Meaning.DATA_WALKS),
    ITLB_MISSES("itlbMissesPerSecond", "instruction walks", Meaning.CODE_WALKS),
    /** Loads of the page walker that missed all caches. */
    WALK_MEMORY_LOADS("walkMemoryLoadsPerSecond", "memory loads of page walks", Meaning.DATA_WALK_MEMORY),
    /** Walks to huge pages as a share of data walks. */
    HUGE_WALK_SHARE("hugeWalkShare", "data walks by page size", Meaning.DATA_WALKS_4K, Meaning.DATA_WALKS_2M);

    private final String field;
    private final String counted;
    private final List<Meaning> needed;

    TlbFigure(String field, String counted, Meaning... needed) {
        this.field = field;
        this.counted = counted;
        this.needed = List.of(needed);
    }

    /** The name in JSON. */
    public String field() {
        return field;
    }

    /** The events in words, for a reason. */
    String counted() {
        return counted;
    }

    /** The meanings without which the figure is absent. */
    List<Meaning> needed() {
        return needed;
    }

    /** Returns whether the figure is a count per second, which depends on the load. */
    public boolean isRate() {
        return this == DTLB_MISSES || this == ITLB_MISSES || this == WALK_MEMORY_LOADS;
    }

    /** Returns whether the figure is a share, from 0 to 1. */
    public boolean isShare() {
        return this == WALK_CYCLES_SHARE || this == HUGE_WALK_SHARE;
    }

    /** The figure with this name in JSON. */
    public static Optional<TlbFigure> named(String field) {
        return Arrays.stream(values())
                .filter(figure -> figure.field.equals(field))
                .findFirst();
    }
}
