package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;

/** The host as HotSpot reads it below {@code /sys/kernel/mm}. The kernel may behave differently. */
final class SeenHost {

    private static final String NEVER = "never";

    private SeenHost() {}

    /**
     * Returns the host with the files that the JVM sees. HotSpot treats a missing {@code enabled} as never
     * (THPSupport::scan_os), and a default size of hugetlb pages without a folder as no pools
     * (ExplicitHugePageSupport::scan_os in {@code src/hotspot/os/linux/hugepages.cpp}). Measured with an empty /sys:
     * 17.0.21, 21.0.2, 21.0.13, 25 and 27.
     */
    static Host of(Launch launch, Host host) {
        return launch.sysfs().map(view -> of(view, host)).orElse(host);
    }

    private static Host of(SysfsView view, Host host) {
        List<Bytes> sizes = view.pageSizes();
        return host.withThp(host.thp()
                        .map(policy -> new ThpPolicy(
                                view.thpEnabled().orElse(NEVER),
                                policy.pmdEnabled(),
                                policy.defrag(),
                                view.shmemEnabled(),
                                policy.pmdSize())))
                .withPools(host.pools()
                        .map(pools -> pools.stream()
                                .filter(pool -> sizes.contains(pool.pageSize()))
                                .toList()));
    }
}
