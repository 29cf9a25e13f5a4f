package io.github.hpjvm.bench.plan;

/** What free memory was like when a fork was started, so far as the first touch of it is concerned. */
public enum MemoryMode {
    /** As it was: what the hypervisor has taken back comes slowly, and nobody knows how much of it that is. */
    AS_FOUND,
    /** As much as the fork takes had just been touched and given back, so the hypervisor stands behind it. */
    WARM,
    /** Warm, and in pieces that are too small for a huge page, by what the kernel shows of it. */
    FRAGMENTED
}
