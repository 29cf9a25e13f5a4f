package io.github.hpjvm.bench.plan;

/** States of free memory at the start of a fork, which determine the cost of its first touch. */
public enum MemoryMode {
    /** Not prepared: an unknown part of it may have been reclaimed by the hypervisor and is slow at first touch. */
    AS_FOUND,
    /** Memory of the fork's size was just touched and freed, so the hypervisor backs it. */
    WARM,
    /** Warm, and in blocks that are too small for a huge page, according to the kernel. */
    FRAGMENTED
}
