package io.github.hpjvm.advisor.health;

/** Depth of a check. */
public enum Depth {
    /** Arguments, flags and small files of the kernel. The pages of the heap are known within bounds, or unknown. */
    CHEAP,
    /** The memory itself as well: the share of heap and code on huge pages. */
    FULL
}
