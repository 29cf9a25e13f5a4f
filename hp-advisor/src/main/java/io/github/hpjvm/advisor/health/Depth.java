package io.github.hpjvm.advisor.health;

/** How far a check has looked. */
public enum Depth {
    /** Arguments, flags and small files of the kernel: what the heap has is known within bounds, or not. */
    CHEAP,
    /** The memory itself as well: what share of heap and code is on huge pages. */
    FULL
}
