package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.facts.HugePool;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counters and pools of the host at one time.
 *
 * @param counters by name: {@code thp_*}, {@code compact_*}, {@code pswp*} and {@code pgsteal_*} of {@code /proc/vmstat},
 *     and {@link #COLLAPSED}
 * @param pools the hugetlb pools
 */
public record HostReading(Map<String, Long> counters, List<HugePool> pools) {

    /** {@code khugepaged/pages_collapsed}: the huge pages that khugepaged made, without those of MADV_COLLAPSE. */
    public static final String COLLAPSED = "khugepaged_pages_collapsed";

    public HostReading {
        counters = Collections.unmodifiableMap(new LinkedHashMap<>(counters));
        pools = List.copyOf(pools);
    }

    /** Returns the increase of each counter since an earlier reading, in the order of the kernel. */
    public Map<String, Long> since(HostReading earlier) {
        Map<String, Long> deltas = new LinkedHashMap<>();
        counters.forEach((name, now) -> {
            Long before = earlier.counters.get(name);
            if (before != null) {
                deltas.put(name, Math.max(0, now - before));
            }
        });
        return deltas;
    }

    /** Returns the increases that count as events of huge pages: {@code thp_*} and {@code compact_*}. */
    public static Map<String, Long> events(Map<String, Long> deltas) {
        Map<String, Long> events = new LinkedHashMap<>();
        deltas.forEach((name, delta) -> {
            if (name.startsWith("thp_") || name.startsWith("compact_")) {
                events.put(name, delta);
            }
        });
        return events;
    }
}
