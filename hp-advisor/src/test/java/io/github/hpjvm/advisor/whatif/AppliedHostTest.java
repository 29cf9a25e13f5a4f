package io.github.hpjvm.advisor.whatif;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AppliedHostTest {
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";
    private static final Host HOST = HostFacts.read(Roots.under(Path.of("src/test/resources/hosts/madvise-default")));

    private static ThpSize of2MiB(Host host) {
        return host.thpSettings().known().orElseThrow().size(Bytes.ofMiB(2)).orElseThrow();
    }

    @Test
    void globalModeAppliesToSizesThatInheritIt() {
        assertEquals(Optional.of("never"), of2MiB(HOST).effectiveShmem());
        Host shared = AppliedHost.file(HOST, THP + "shmem_enabled", "advise");
        assertEquals(Optional.of("advise"), of2MiB(shared).effectiveShmem());
        assertEquals(
                "advise", shared.thpSettings().known().orElseThrow().files().get("shmem_enabled"));
        Host anonymous = AppliedHost.file(HOST, THP + "enabled", "always");
        assertEquals(Optional.of("always"), of2MiB(anonymous).effective());
    }

    /** The kernel allocates and frees pages of a pool node by node. */
    @Test
    void aPoolGrowsOnAllNodesAlike() {
        Bytes size = Bytes.ofMiB(2);
        Host host = pool(100, 60, 0)
                .withNodePools(known(
                        List.of(
                                new NodePool(0, size, 50, 10, 0),
                                new NodePool(1, size, 50, 50, 0),
                                new NodePool(1, Bytes.ofGiB(1), 1, 1, 0)),
                        "/sys/devices/system/node"));
        Host grown = AppliedHost.sysctl(host, "vm.nr_hugepages", "203");
        assertEquals(
                List.of(
                        new NodePool(0, size, 102, 62, 0),
                        new NodePool(1, size, 101, 101, 0),
                        new NodePool(1, Bytes.ofGiB(1), 1, 1, 0)),
                grown.nodePools().known().orElseThrow());
        Host shrunk = AppliedHost.sysctl(host, "vm.nr_hugepages", "60");
        assertEquals(
                List.of(40L, 30L),
                shrunk.nodePools().known().orElseThrow().stream()
                        .limit(2)
                        .map(NodePool::total)
                        .toList());
    }

    @Test
    void modeOfASizeOverridesTheGlobalMode() {
        Host host = AppliedHost.file(HOST, THP + "hugepages-2048kB/enabled", "never");
        assertEquals(Optional.of("never"), of2MiB(host).effective());
        Host shared = AppliedHost.file(HOST, THP + "hugepages-2048kB/shmem_enabled", "always");
        assertEquals(Optional.of("always"), of2MiB(shared).effectiveShmem());
    }
}
