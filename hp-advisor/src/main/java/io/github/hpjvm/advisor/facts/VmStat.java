package io.github.hpjvm.advisor.facts;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The counters of the kernel since boot, over all processes ({@code /proc/vmstat}): huge pages at faults and
 * by khugepaged ({@code thp_*}), compaction ({@code compact_*}), direct reclaim ({@code allocstall_*}), and hugetlb
 * pages taken from the buddy allocator ({@code htlb_*}).
 *
 * @param counters by name, in the order of the kernel
 */
public record VmStat(Map<String, Long> counters) {

    public VmStat {
        counters = Collections.unmodifiableMap(new LinkedHashMap<>(counters));
    }

    /** The counter of that name; empty if this kernel does not have it. */
    public Optional<Long> counter(String name) {
        return Optional.ofNullable(counters.get(name));
    }
}
