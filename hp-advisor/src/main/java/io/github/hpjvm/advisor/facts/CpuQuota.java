package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * The quota of processor time that the control groups of a process set, in thousandths of a processor: 1500 is one and a half
 * ({@code cpu.max} of Documentation/admin-guide/cgroup-v2.rst; {@code cpu.cfs_quota_us} and {@code cpu.cfs_period_us} of
 * Documentation/scheduler/sched-bwc.rst).
 *
 * @param own quota of its own group; empty if that has none
 * @param tightest smallest quota of its group and all ancestors; empty if none has one
 */
public record CpuQuota(Optional<Long> own, Optional<Long> tightest) {

    public CpuQuota {
        Objects.requireNonNull(own, "own");
        Objects.requireNonNull(tightest, "tightest");
    }
}
