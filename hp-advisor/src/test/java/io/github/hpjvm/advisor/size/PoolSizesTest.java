package io.github.hpjvm.advisor.size;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.KernelCommandLine;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolSizesTest {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final Bytes ONE_GIB = Bytes.ofGiB(1);

    private static Tenant tenant(long need, long held) {
        return Tenant.of("t", Map.of(TWO_MIB, need), Map.of(TWO_MIB, held), Bytes.ofGiB(1));
    }

    private static PoolSize only(PoolSizes sizes) {
        assertEquals(1, sizes.pools().size(), sizes.toString());
        return sizes.pools().get(0);
    }

    private static PoolSize size(Host host, int headroom, boolean rolling, Tenant... tenants) {
        return only(PoolSizes.of(List.of(tenants), headroom, rolling, host));
    }

    /** A pool of 420 pages: another process holds 300, and the JVM 120 for its code. */
    @Test
    void otherProcessesKeepTheirPages() {
        PoolSize size = size(pool(420, 0, 0), 0, false, tenant(632, 120));
        assertEquals(632 + 300, size.toWrite());
        assertEquals(300, size.ofOthers());
    }

    @ParameterizedTest
    @CsvSource({
        // total, free, reserved, need, held, headroom, rolling, to write
        "0, 0, 0, 632, 0, 0, false, 632",
        "632, 632, 0, 632, 0, 0, false, 632",
        "1000, 1000, 0, 632, 0, 0, false, 1000",
        "700, 700, 100, 632, 0, 0, false, 732",
        "700, 100, 0, 632, 600, 0, false, 700",
        "700, 100, 0, 632, 600, 0, true, 1232",
        "700, 100, 0, 632, 9999, 0, false, 700",
        "0, 0, 0, 632, 0, 5, false, 664",
        "0, 0, 0, 1, 0, 1, false, 2",
        "420, 300, 300, 632, 120, 0, false, 932"
    })
    void computesTheNumberToWrite(
            long total, long free, long reserved, long need, long held, int headroom, boolean rolling, long write) {
        assertEquals(
                write,
                size(pool(total, free, reserved), headroom, rolling, tenant(need, held))
                        .toWrite());
    }

    /** 16 GiB are there after the stop of the JVM, and 20 GiB are needed. */
    @Test
    void memoryThatIsGivenBackCountsOnce() {
        Host host = pool(0, 0, 0)
                .withPools(known(
                        List.of(new HugePool(TWO_MIB, 0, 0, 0, 0, 0), new HugePool(ONE_GIB, 0, 0, 0, 0, 0)), "/sys"))
                .withMemory(memory(Bytes.ofGiB(2), TWO_MIB));
        Tenant tenant = Tenant.of("t", Map.of(TWO_MIB, 5120L, ONE_GIB, 10L), Map.of(), Bytes.ofGiB(14));
        PoolSizes sizes = PoolSizes.of(List.of(tenant), 0, false, host);
        assertEquals(Found.NOT_AT_ALL, sizes.pools().get(1).availability().found(), sizes.toString());
    }

    @Test
    void addsTheNeedsOfTenants() {
        assertEquals(
                1000,
                size(pool(0, 0, 0), 0, false, tenant(600, 0), tenant(400, 0)).toWrite());
        assertEquals(
                700,
                size(pool(600, 0, 0), 0, false, tenant(600, 500), tenant(100, 100))
                        .toWrite());
    }

    /** Other processes keep their pages, and the tenants get their need. */
    @Test
    void noProcessLosesPages() {
        long seed = RandomFacts.seed(8);
        SplittableRandom random = new SplittableRandom(seed);
        for (int draw = 0; draw < 2000; draw++) {
            long total = random.nextLong(2000);
            long free = random.nextLong(total + 1);
            long reserved = random.nextLong(free + 1);
            long held = random.nextLong(total - free + reserved + 1);
            long need = 1 + random.nextLong(3000);
            HugePool pool = new HugePool(TWO_MIB, total, free, reserved, 0, 0);
            Host host = pool(0, 0, 0).withPools(known(List.of(pool), "/sys"));
            PoolSize size = size(host, 0, false, tenant(need, held));
            String where = "seed " + seed + ", draw " + draw + ": " + size;
            assertTrue(size.toWrite() >= total, where);
            assertTrue(size.toWrite() >= need + pool.inUseOrPromised() - held, where);
            boolean grows = size.more() > 0;
            assertTrue(!grows || size.toWrite() == need + pool.inUseOrPromised() - held, where);
        }
    }

    private static Host withBlocks(long blocks, Bytes available) {
        Host host = pool(0, 0, 0).withMemory(memory(available, TWO_MIB));
        return host.withFragmentation(known(
                new Fragmentation(9, new Fragmentation.Share(1 << 20, blocks, 0.5), List.of()), "/proc/buddyinfo"));
    }

    @ParameterizedTest
    @CsvSource({
        "632, 8192, NOW, false",
        "631, 8192, AFTER_COMPACTION, false",
        "0, 2300, AFTER_COMPACTION, false",
        "0, 1776, AFTER_COMPACTION, false",
        "0, 1775, AFTER_COMPACTION, true",
        "0, 752, AFTER_COMPACTION, true",
        "0, 751, NOT_AT_ALL, false"
    })
    void availabilityOfPages(long blocks, long availableMib, Found found, boolean stopFirst) {
        PoolSize size = size(withBlocks(blocks, Bytes.ofMiB(availableMib)), 0, false, tenant(632, 0));
        assertEquals(found, size.found());
        assertEquals(stopFirst, size.stopFirst());
        assertEquals(found == Found.NOT_AT_ALL, size.isRefused());
    }

    @Test
    void mostOfTheMemoryIsAvailableOnlyAtBoot() {
        assertEquals(
                Found.AT_BOOT,
                size(withBlocks(0, Bytes.ofGiB(10)), 0, false, tenant(4500, 0)).found());
    }

    /** What the kernel could not do before is not advised again while too few blocks are free. */
    @Test
    void afterAFailureThePoolIsSetAtBoot() {
        Host failed = withBlocks(631, Bytes.ofGiB(8))
                .withVmstat(known(new VmStat(Map.of("htlb_buddy_alloc_fail", 2L)), "/proc/vmstat"));
        PoolSize size = size(failed, 0, false, tenant(632, 0));
        assertEquals(Found.AT_BOOT, size.found());
        assertEquals(
                "631 blocks of 2 MiB are free. The kernel has failed 2 times since boot to allocate a page for a pool."
                        + " The kernel can allocate this many pages reliably only at boot, before memory is in use.",
                size.availability().sentence(632, TWO_MIB));
        Host enough = withBlocks(632, Bytes.ofGiB(8)).withVmstat(failed.vmstat());
        assertEquals(Found.NOW, size(enough, 0, false, tenant(632, 0)).found());
    }

    @Test
    void namesThePagesThatStayUnused() {
        PoolSize size = size(pool(1700, 1700, 0), 0, false, tenant(1165, 0));
        assertEquals(0, size.more());
        assertEquals(535, size.idle());
        assertEquals(535, size(pool(1700, 535, 0), 0, false, tenant(1165, 1165)).idle());
        assertEquals(0, size(pool(1700, 1000, 0), 0, false, tenant(1165, 0)).idle());
    }

    @Test
    void aRollingRestartReturnsNoPages() {
        PoolSize size = size(withBlocks(0, Bytes.ofMiB(1775)), 0, true, tenant(632, 0));
        assertTrue(size.isRefused());
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0, 2, AT_BOOT",
        "2G, 0, 2, AFTER_COMPACTION",
        "2G, 1, 2, AT_BOOT",
        "'0:1G,1:1G', 0, 2, AFTER_COMPACTION",
        "'0:1G,1:x', 0, 1, AT_BOOT",
        "3072M, 1, 2, AFTER_COMPACTION"
    })
    void anAreaForGiganticPagesProvidesThemAtRunTime(String area, long total, long need, Found found) {
        List<KernelCommandLine.Argument> arguments =
                area.isEmpty() ? List.of() : List.of(new KernelCommandLine.Argument("hugetlb_cma", area));
        Host host = FactsSamples.with(
                pool(0, 0, 0)
                        .withMemory(memory(Bytes.ofGiB(8), TWO_MIB))
                        .withPools(known(List.of(new HugePool(ONE_GIB, total, 0, 0, 0, 0)), "/sys")),
                "commandLine",
                known(new KernelCommandLine(arguments, List.of()), "/proc/cmdline"));
        Tenant tenant = Tenant.of("t", Map.of(ONE_GIB, need), Map.of(), Bytes.ZERO);
        assertEquals(found, only(PoolSizes.of(List.of(tenant), 0, false, host)).found());
    }

    /** Whether the buddy allocator has pages of 32 MiB depends on the base page. */
    @ParameterizedTest
    @CsvSource({"4, 32, AT_BOOT", "16, 32, AFTER_COMPACTION", "64, 512, AFTER_COMPACTION", "64, 16384, AT_BOOT"})
    void theLargestOrderDependsOnTheBasePage(int baseKib, long pageMib, Found found) {
        Bytes page = Bytes.ofMiB(pageMib);
        Host host = FactsSamples.with(
                pool(0, 0, 0)
                        .withMemory(memory(Bytes.ofGiB(64), TWO_MIB))
                        .withPools(known(List.of(new HugePool(page, 0, 0, 0, 0, 0)), "/sys")),
                "basePage",
                known(Bytes.ofKiB(baseKib), "/proc/self/auxv"));
        Tenant tenant = Tenant.of("t", Map.of(page, 1L), Map.of(), Bytes.ZERO);
        assertEquals(found, only(PoolSizes.of(List.of(tenant), 0, false, host)).found());
    }

    @Test
    void giganticPagesAreAvailableAtBoot() {
        Host host = pool(0, 0, 0)
                .withPools(known(
                        List.of(new HugePool(ONE_GIB, 0, 0, 0, 0, 0), new HugePool(TWO_MIB, 0, 0, 0, 0, 0)), "/sys"));
        Tenant tenant = Tenant.of("t", Map.of(ONE_GIB, 2L, TWO_MIB, 120L), Map.of(), Bytes.ZERO);
        PoolSizes sizes = PoolSizes.of(List.of(tenant), 0, false, host);
        assertEquals(
                List.of(TWO_MIB, ONE_GIB),
                sizes.pools().stream().map(size -> size.pool().pageSize()).toList());
        assertEquals(Found.AT_BOOT, sizes.pools().get(1).found());
        assertEquals("vm.nr_hugepages", sizes.pools().get(0).setting().name());
        assertEquals(
                "/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages",
                sizes.pools().get(1).setting().name());
    }

    /** free_huge_folio of mm/hugetlb.c frees a released page while the pool has surplus pages. */
    @Test
    void surplusPagesAreNotReturnedToThePool() {
        Host host = pool(0, 0, 0).withPools(known(List.of(new HugePool(TWO_MIB, 384, 5, 5, 384, 0)), "/sys"));
        PoolSize size = size(host, 0, false, tenant(384, 384));
        assertEquals(384, size.more());
        assertEquals(384, size.toWrite());
        assertEquals(0, size.held());
    }

    /** The total was read before overcommit added pages, and the surplus after it. */
    @Test
    void aSurplusAboveTheTotalFreesNoMoreThanThePoolHas() {
        Host host = pool(0, 0, 0).withPools(known(List.of(new HugePool(TWO_MIB, 0, 0, 0, 50, 100)), "/sys"));
        PoolSize size = size(host, 0, false, tenant(384, 50));
        assertEquals(384, size.toWrite());
    }

    @Test
    void theSecondPoolUsesTheRemainingMemory() {
        Host host = pool(0, 0, 0)
                .withMemory(memory(Bytes.ofGiB(4), TWO_MIB))
                .withPools(known(
                        List.of(new HugePool(ONE_GIB, 0, 0, 0, 0, 0), new HugePool(TWO_MIB, 0, 0, 0, 0, 0)), "/sys"));
        Tenant tenant = Tenant.of("t", Map.of(ONE_GIB, 2L, TWO_MIB, 1024L), Map.of(), Bytes.ZERO);
        PoolSizes sizes = PoolSizes.of(List.of(tenant), 0, false, host);
        assertFalse(sizes.pools().get(0).isRefused());
        assertTrue(sizes.isRefused());
    }

    @Test
    void reportsUnknownNeeds() {
        Host blind = pool(0, 0, 0).withMemory(denied("/proc/meminfo"));
        assertEquals(Found.NOT_KNOWN, size(blind, 0, false, tenant(1, 0)).found());
        PoolSizes sizes = PoolSizes.of(List.of(tenant(1, 0), Tenant.unknown("u", "why")), 0, false, pool(0, 0, 0));
        assertFalse(sizes.isComplete());
        assertEquals(1, only(sizes).need());
        assertFalse(PoolSizes.of(List.of(tenant(1, 0)), 0, false, blind.withPools(denied("/sys")))
                .isComplete());
        assertThrows(IllegalArgumentException.class, () -> PoolSizes.of(List.of(), -1, false, blind));
    }
}
