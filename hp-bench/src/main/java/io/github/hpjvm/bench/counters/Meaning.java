package io.github.hpjvm.bench.counters;

import java.util.Locale;

/** The quantity that an event counts. A walk is a miss of every level of the TLB. */
public enum Meaning {
    CYCLES,
    INSTRUCTIONS,
    /** Walks for loads and stores, for all page sizes. */
    DATA_WALKS,
    /** Walks for loads and stores to a base page. */
    DATA_WALKS_4K,
    DATA_WALKS_2M,
    DATA_WALKS_1G,
    /** Walks for instructions. */
    CODE_WALKS,
    /** Cycles in which a walk for a load or a store is active. */
    DATA_WALK_CYCLES,
    CODE_WALK_CYCLES,
    /** Loads of the page walker that missed all caches. */
    DATA_WALK_MEMORY,
    CODE_WALK_MEMORY;

    /** The name in events.tsv: {@code data-walks-4k}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Meaning named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
