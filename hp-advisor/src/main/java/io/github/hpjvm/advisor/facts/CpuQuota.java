package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * How much processor time the control groups of a process allow it, in thousandths of a processor: 1500 is one and a half
 * ({@code cpu.max} of Documentation/admin-guide/cgroup-v2.rst; {@code cpu.cfs_quota_us} and {@code cpu.cfs_period_us} of
 * Documentation/scheduler/sched-bwc.rst).
 *
 * @param own what its own group has; empty if that has no quota
 * @param tightest the least on the way up; empty if no group has one
 */
public record CpuQuota(Optional<Long> own, Optional<Long> tightest) {

    public CpuQuota {
        Objects.requireNonNull(own, "own");
        Objects.requireNonNull(tightest, "tightest");
    }
}
