package io.github.hpjvm.advisor.compare;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The values of a host that are compared: kernel, THP, pools and memory. */
final class HostValues {
    /** The files of {@code khugepaged/} that are no settings. */
    private static final Set<String> COUNTERS = Set.of("pages_collapsed", "full_scans");

    /** The total of the pool, as the memory policy of the reader sees it. The pool shows it. */
    private static final String TOTAL_AGAIN = "nr_hugepages_mempolicy";

    private HostValues() {}

    static Values of(Host host) {
        Values values = new Values();
        values.put("kernel", host.kernel().known().map(Kernel::release));
        values.put("memory", host.memory().known().flatMap(memory -> memory.size("MemTotal")));
        Optional<ThpPolicy> thp = host.thp().known();
        values.put("THP enabled", thp.map(ThpPolicy::enabled));
        values.put("THP defrag", thp.map(ThpPolicy::defrag));
        values.put("THP shmem_enabled", thp.flatMap(ThpPolicy::shmemEnabled));
        host.thpSettings().known().ifPresent(settings -> thp(settings, values));
        host.vm()
                .known()
                .ifPresent(vm -> vm.values().forEach((name, value) -> {
                    if (!name.equals(TOTAL_AGAIN)) {
                        values.put("vm." + name, Long.toString(value));
                    }
                }));
        Optional<List<HugePool>> pools = host.pools().known();
        if (pools.isEmpty()) {
            values.put("pools", ValueChange.UNKNOWN);
        }
        for (HugePool pool : pools.orElse(List.of())) {
            String name = "pool of " + pool.pageSize() + " pages, ";
            values.put(name + "total", Long.toString(pool.total()));
            values.put(name + "free", Long.toString(pool.free()));
            values.put(name + "reserved", Long.toString(pool.reserved()));
            values.put(name + "surplus", Long.toString(pool.surplus()));
            values.put(name + "overcommit", Long.toString(pool.overcommit()));
        }
        return values;
    }

    /** The settings of khugepaged, and the modes of each size. */
    private static void thp(ThpSettings settings, Values values) {
        settings.khugepaged().forEach((name, value) -> {
            if (!COUNTERS.contains(name)) {
                values.put("khugepaged " + name, value);
            }
        });
        for (ThpSize size : settings.sizes()) {
            size.enabled().ifPresent(mode -> values.put("THP enabled of " + size.pageSize(), mode));
            size.shmemEnabled().ifPresent(mode -> values.put("THP shmem_enabled of " + size.pageSize(), mode));
        }
    }
}
