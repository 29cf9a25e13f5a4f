package io.github.hpjvm.advisor.size;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeShortageTest {
    private static final Bytes SIZE = Bytes.ofMiB(2);

    /** A node for each number, with that many pages, all free. */
    private static Host nodes(long reserved, long... free) {
        List<NodePool> nodes = new ArrayList<>();
        long sum = 0;
        for (long pages : free) {
            nodes.add(new NodePool(nodes.size(), SIZE, pages, pages, 0));
            sum += pages;
        }
        return with(pool(sum, sum, reserved), "nodePools", known(nodes, "/sys/devices/system/node"));
    }

    private static Tenant bound(String nodes, long need, long held) {
        Tenant tenant = Tenant.of("shop on " + nodes, Map.of(SIZE, need), Map.of(SIZE, held), Bytes.ZERO);
        return with(tenant, "nodes", RangeList.parse(nodes));
    }

    private static PoolSize size(Host host, int headroom, boolean rolling, Tenant... tenants) {
        return PoolSizes.of(List.of(tenants), headroom, rolling, host).pools().get(0);
    }

    private static List<String> written(PoolSize size) {
        return size.nodes().stream()
                .flatMap(shortage -> shortage.growth().stream())
                .map(growth -> growth.pool().node() + ":" + growth.toWrite())
                .toList();
    }

    @Test
    void pagesOfOtherNodesAreNotAvailable() {
        PoolSize size = size(nodes(0, 10, 1500), 0, false, bound("0", 168, 0));
        assertEquals(List.of("0:168"), written(size));
        assertEquals(0, size.more());
        assertEquals(158, size.growth());
        assertTrue(PoolSizes.of(List.of(bound("0", 168, 0)), 0, false, nodes(0, 10, 1500))
                .isRefused());
    }

    @Test
    void aTenantThatMayUseAllNodesLacksNone() {
        Host host = nodes(0, 10, 1500);
        assertEquals(List.of(), written(size(host, 0, false, bound("0-1", 168, 0))));
        assertEquals(List.of(), written(size(host, 0, false, bound("1", 168, 0))));
        assertEquals(List.of(), written(size(host, 0, false, bound("7", 168, 0))));
        Tenant unknown = Tenant.of("shop", Map.of(SIZE, 168L), Map.of(), Bytes.ZERO);
        assertEquals(List.of(), written(size(host, 0, false, unknown)));
        assertEquals(List.of(), written(size(pool(1600, 1600, 0), 0, false, bound("0", 168, 0))));
    }

    /** Each has enough pages alone. */
    @Test
    void tenantsOfOneNodeAreAddedUp() {
        PoolSize size = size(nodes(0, 200, 1500), 0, false, bound("0", 168, 0), bound("0", 100, 0));
        assertEquals(List.of("0:268"), written(size));
        assertEquals(List.of("shop on 0", "shop on 0"), size.nodes().get(0).tenants());
        PoolSize each = size(nodes(0, 10, 20, 1500), 0, false, bound("0", 100, 0), bound("0-1", 50, 0));
        assertEquals(List.of("0:100", "0:115", "1:35"), written(each));
        PoolSize one = size(nodes(0, 100, 200, 1500), 0, false, bound("0", 120, 0), bound("0-1", 50, 0));
        assertEquals(List.of("0:120"), written(one));
    }

    @Test
    void headroomReservedAndReturnedPagesCount() {
        assertEquals(List.of("0:220"), written(size(nodes(0, 200, 1500), 10, false, bound("0", 200, 0))));
        assertEquals(List.of("0:250"), written(size(nodes(1550, 200, 1500), 0, false, bound("0", 200, 0))));
        Host used = with(
                pool(1700, 1500, 0),
                "nodePools",
                known(
                        List.of(new NodePool(0, SIZE, 200, 0, 0), new NodePool(1, SIZE, 1500, 1500, 0)),
                        "/sys/devices/system/node"));
        assertEquals(List.of(), written(size(used, 0, false, bound("0", 200, 200))));
        assertEquals(List.of("0:400"), written(size(used, 0, true, bound("0", 200, 200))));
    }

    /** A node has 270 pages, all free, of which the tenant has reserved 60: it cannot get more than 270. */
    @Test
    void reservedPagesCountOnce() {
        Host host = nodes(60, 270, 200);
        Tenant reserving = with(bound("0", 321, 60), "untouched", Map.of(SIZE, 60L));
        assertEquals(List.of("0:321"), written(size(host, 0, false, reserving)));
        PoolSize rolling = size(host, 0, true, reserving);
        assertEquals(List.of("0:321"), written(rolling));
        assertEquals(270, rolling.nodes().get(0).available());
    }

    /** Surplus pages that the tenant returns are freed, and a write makes them persistent before. */
    @Test
    void surplusPagesOfANodeAreNotDoubled() {
        Host host = with(
                pool(153, 0, 0).withPools(known(List.of(new HugePool(SIZE, 153, 0, 0, 153, 153)), "/sys")),
                "nodePools",
                known(
                        List.of(new NodePool(0, SIZE, 153, 0, 153), new NodePool(1, SIZE, 0, 0, 0)),
                        "/sys/devices/system/node"));
        PoolSize size = size(host, 0, false, bound("0", 153, 153));
        assertEquals(List.of("0:153"), written(size));
        assertEquals(153, size.more());
        assertEquals(0, size.moreBesideNodes());
        assertEquals(List.of("0:173"), written(size(host, 0, false, bound("0", 173, 153))));
        assertEquals(List.of("0:133"), written(size(host, 0, false, bound("0", 133, 153))));
    }

    /** Node 0 has little free memory, node 1 enough. */
    @Test
    void aNodeWithEnoughFreeMemoryGetsAllPages() {
        PoolSize size =
                size(NodeRoomTest.free(nodes(0, 10, 20, 1500), 100, 2048, 4096), 0, false, bound("0-1", 130, 0));
        assertEquals(List.of("1:120"), written(size));
        assertEquals(100, size.growth());
    }

    /** Four nodes of 32 GiB, of which the tenant may use two: no node has 40 GiB. */
    @Test
    void pagesThatNoNodeHoldsAreSpread() {
        Host host = NodeRoomTest.free(nodes(0, 0, 0, 0, 0), 30 << 10, 20 << 10, 31 << 10, 31 << 10);
        PoolSize size = size(host, 0, false, bound("0-1", 20 << 10, 0));
        assertEquals(List.of("0:12288", "1:8192"), written(size));
        assertEquals(1, size.nodes().size());
        assertEquals(20 << 10, size.growth());
        Host unknown = nodes(0, 0, 0, 0, 0);
        assertEquals(List.of("0:10240", "1:10240"), written(size(unknown, 0, false, bound("0-1", 20 << 10, 0))));
        assertEquals(List.of("0:20480"), written(size(host, 0, false, bound("0", 20 << 10, 0))));
    }

    /** What a shortage takes is not free for the next one. */
    @Test
    void freeMemoryIsTakenOnce() {
        Host host = NodeRoomTest.free(nodes(0, 0, 0, 0), 1024, 900, 0);
        PoolSize size = size(host, 0, false, bound("0", 200, 0), bound("0-1", 100, 0));
        assertEquals(List.of("0:200", "1:100"), written(size));
    }

    /** One argument has all nodes with pages, and the pages that no node lacks. */
    @Test
    void giganticPagesAreOneArgument() {
        Bytes page = Bytes.ofGiB(1);
        Host host = FactsSamples.kernel(
                with(
                        FactsSamples.host()
                                .withPools(
                                        known(List.of(new HugePool(page, 6, 2, 0, 0, 0)), "/sys/kernel/mm/hugepages")),
                        "nodePools",
                        known(
                                List.of(
                                        new NodePool(0, page, 2, 0, 0),
                                        new NodePool(1, page, 4, 2, 0),
                                        new NodePool(2, page, 0, 0, 0)),
                                "/sys/devices/system/node")),
                "6.1.0");
        Tenant bound = with(Tenant.of("shop", Map.of(page, 3L), Map.of(), Bytes.ZERO), "nodes", RangeList.parse("0"));
        Tenant free = Tenant.of("cart", Map.of(page, 4L), Map.of(), Bytes.ZERO);
        PoolSize one = size(host, 0, false, bound);
        assertEquals(List.of(new KernelArgument("hugepagesz=1G hugepages=0:5,1:4")), one.nodeActions());
        assertTrue(one.nodesAtBoot());
        assertEquals(Optional.of("hugepagesz=1G hugepages=0:5,1:4"), one.bootArgument());
        PoolSize both = size(host, 0, false, bound, free);
        assertEquals(List.of(new KernelArgument("hugepagesz=1G hugepages=0:6,1:5")), both.nodeActions());
        assertEquals(2, both.moreBesideNodes());
        assertFalse(size(nodes(0, 10, 20), 0, false, bound("0", 100, 0)).nodesAtBoot());
    }

    /** The boot for the pages beside them would discard what is written for a node. */
    @Test
    void pagesOfNodesComeAtBootWithTheRest() {
        Host host = FactsSamples.kernel(NodeRoomTest.free(nodes(0, 10, 20), 1024, 1024), "6.1.0")
                .withVmstat(known(new VmStat(Map.of("htlb_buddy_alloc_fail", 2L)), "/proc/vmstat"));
        PoolSize both = size(host, 0, false, bound("0", 100, 0), bound("0-1", 80, 0));
        assertEquals(Found.AT_BOOT, both.found());
        assertTrue(both.nodesAtBoot(), both::toString);
        assertEquals(1, both.nodeActions().size());
        String argument = both.nodeActions().get(0).bootArgument().orElseThrow();
        assertTrue(argument.matches("hugepagesz=2M hugepages=0:1[0-9][0-9],1:[0-9]+"), argument);
        assertEquals(Optional.of(argument), both.bootArgument());
        PoolSize one = size(host, 0, false, bound("0", 30, 0));
        assertEquals(List.of("0:30"), written(one));
        assertFalse(one.nodesAtBoot());
        assertEquals(Optional.empty(), one.bootArgument());
        assertFalse(size(FactsSamples.kernel(host, "5.15.0"), 0, false, bound("0", 100, 0), bound("0-1", 80, 0))
                .nodesAtBoot());
    }

    /** The pool of the host grows by the pages that no node lacks. */
    @Test
    void otherTenantsNeedTheRest() {
        PoolSize size = size(nodes(0, 10, 20), 0, false, bound("0", 100, 0), bound("0-1", 80, 0));
        assertEquals(List.of("0:100"), written(size));
        assertEquals(150, size.more());
        assertEquals(60, size.moreBesideNodes());
        assertEquals(150, size.growth());
        assertFalse(size.isRefused());
    }
}
