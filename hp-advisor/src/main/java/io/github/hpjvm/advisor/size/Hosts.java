package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import java.util.List;

/** Creates copies of a host with other pools. */
final class Hosts {
    private Hosts() {}

    static Host withPools(Host host, Fact<List<HugePool>> pools) {
        return new Host(
                host.kernel(),
                host.basePage(),
                host.kernelConfig(),
                host.commandLine(),
                host.thp(),
                host.thpSettings(),
                host.hugeText(),
                pools,
                host.nodePools(),
                host.hugetlbMounts(),
                host.memlock(),
                host.vm(),
                host.memory(),
                host.vmstat(),
                host.fragmentation(),
                host.pressure(),
                host.swap(),
                host.cgroup(),
                host.cpu(),
                host.virtualization(),
                host.balloon());
    }
}
