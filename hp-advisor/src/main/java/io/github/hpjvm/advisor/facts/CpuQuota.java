package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * The quota of processor time that the control groups of a process set, in thousandths of a processor: 1500 is one and a half
 * ({@code cpu.max} of Documentation/admin-guide/cgroup-v2.rst; {@code cpu.cfs_quota_us} and {@code cpu.cfs_period_us} of
 * Documentation/scheduler/sched-bwc.rst), and the weight of its own group.
 *
 * @param own quota of its own group; empty if that has none
 * @param tightest smallest quota of its group and all ancestors; empty if none has one
 * @param weight {@code cpu.weight} of its own group, on version 1 {@code cpu.shares}; empty if it has none, or in a document of a
 *     version without it
 */
public record CpuQuota(Optional<Long> own, Optional<Long> tightest, Optional<Long> weight) {

    public CpuQuota {
        Objects.requireNonNull(own, "own");
        Objects.requireNonNull(tightest, "tightest");
        Objects.requireNonNull(weight, "weight");
    }

    /** The quota of a group whose weight is not known. */
    public CpuQuota(Optional<Long> own, Optional<Long> tightest) {
        this(own, tightest, Optional.empty());
    }

    /** Returns the same quota of a group with that weight. */
    public CpuQuota withWeight(Optional<Long> other) {
        return new CpuQuota(own, tightest, other);
    }
}
