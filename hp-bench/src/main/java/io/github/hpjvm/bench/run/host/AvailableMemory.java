package io.github.hpjvm.bench.run.host;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Memory that is available now.
 *
 * @param host {@code MemAvailable} of {@code /proc/meminfo}; pages of hugetlb pools come from it
 * @param group what the control groups of this process still permit it and its children, which join them
 *     (Documentation/admin-guide/cgroup-v2.rst); empty without a limit
 */
public record AvailableMemory(Bytes host, Optional<Bytes> group) {

    /** Reads both. */
    public static AvailableMemory now() {
        return of(
                HostReader.memory(),
                Cgroups.ownChargeLimits(Roots.host()).known().orElse(List.of()));
    }

    /** A limit whose usage is unknown permits nothing. */
    static AvailableMemory of(Map<String, Bytes> memory, List<GroupLimit> limits) {
        return new AvailableMemory(
                memory.getOrDefault("MemAvailable", Bytes.ZERO),
                limits.stream().map(limit -> limit.room().orElse(Bytes.ZERO)).min(Bytes::compareTo));
    }

    /** Memory that forks can take outside of hugetlb pools. */
    public Bytes forForks() {
        return group.map(host::min).orElse(host);
    }
}
