package io.github.hpjvm.advisor.size;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmTenantTest {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final String LARGE = "-XX:+UseLargePages";

    /** The present pool does not affect the need. */
    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21, 25})
    void theNeedMatchesTheBill(int release) {
        Jvm jvm = JvmSamples.g1(release, LARGE, "-XX:ReservedCodeCacheSize=240m");
        long bill = PoolBill.of(
                        jvm.identity().known().orElseThrow().release().orElseThrow(),
                        Collector.G1,
                        Bytes.ofGiB(1),
                        Optional.of(Bytes.ofMiB(240)),
                        TWO_MIB)
                .max();
        for (Host host : List.of(pool(0, 0, 0), pool(500, 500, 0), pool(5000, 5000, 0))) {
            assertEquals(Map.of(TWO_MIB, bill), JvmTenant.of(jvm, host).need());
        }
    }

    /** Without these the JVM has no kind of large pages left. */
    @Test
    void flagsThatLeaveNoKindAreTakenOff() {
        assertTrue(JvmTenant.of(JvmSamples.g1(17, "-XX:-UseHugeTLBFS"), pool(0, 0, 0))
                .isKnown());
    }

    @Test
    void aJvmWithoutTheFlagIsComputedAsIfItWereSet() {
        Map<Bytes, Long> need =
                JvmTenant.of(JvmSamples.g1(21, LARGE), pool(0, 0, 0)).need();
        Tenant none = JvmTenant.of(JvmSamples.g1(21), pool(0, 0, 0));
        assertEquals(need, none.need());
        assertEquals(LARGE, none.asIf());
        Tenant thp = JvmTenant.of(JvmSamples.g1(21, "-XX:+UseTransparentHugePages"), pool(0, 0, 0));
        assertEquals(need, thp.need());
        assertTrue(thp.asIf().contains("without -XX:+UseTransparentHugePages"), thp.asIf());
    }

    @Test
    void countsPagesThatTheJvmReturns() {
        Jvm jvm = JvmSamples.code(JvmSamples.g1(17, LARGE), JvmSamples.on(PageKind.HUGETLB, Bytes.ofMiB(240)));
        assertEquals(Map.of(TWO_MIB, 120L), JvmTenant.of(jvm, pool(420, 0, 0)).held());
    }

    /**
     * Tables of the collector lie in no region, and are mapped all the same; whether they were touched does not matter.
     */
    @Test
    void countsAllMappedPagesThatTheJvmReturns() {
        HugetlbUse use = new HugetlbUse(TWO_MIB, Bytes.ofMiB(1266), Bytes.ofMiB(10), Bytes.ZERO);
        Jvm code = JvmSamples.code(JvmSamples.g1(17, LARGE), JvmSamples.on(PageKind.HUGETLB, Bytes.ofMiB(240)));
        Jvm jvm = with(code, "hugetlb", Optional.of(List.of(use)));
        assertEquals(Map.of(TWO_MIB, 633L), JvmTenant.of(jvm, pool(700, 67, 0)).held());
        Jvm none = with(code, "hugetlb", Optional.of(List.of()));
        assertEquals(Map.of(), JvmTenant.of(none, pool(700, 67, 0)).held());
    }

    /** A scan of memory does not show the size of pool pages. */
    private static Jvm scanned() {
        Backing heap =
                new Backing(Bytes.ofGiB(1), List.of(Pages.exactly(PageKind.HUGETLB, Bytes.ZERO, Bytes.ofMiB(100))));
        return JvmSamples.heap(JvmSamples.g1(17, LARGE), heap);
    }

    @Test
    void pagesWithoutASizeAreOfTheOnlyPoolInUse() {
        Tenant tenant = JvmTenant.of(scanned(), pool(520, 470, 462));
        assertEquals(Map.of(TWO_MIB, 512L), tenant.held());
        HugetlbGroup group = new HugetlbGroup(
                TWO_MIB,
                List.of(JvmSamples.limit("/a", 2000, 150)),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        Cgroup groups = with(FactsSamples.groups(), "hugetlb", FactsSamples.known(List.of(group), "/sys/fs/cgroup"));
        Jvm limited = with(scanned(), "cgroup", FactsSamples.known(groups, "/proc/4242/cgroup"));
        Cgroup then = Relaunch.of(limited, pool(520, 470, 462))
                .orElseThrow()
                .cgroup()
                .known()
                .orElseThrow();
        assertEquals(
                Optional.of(Bytes.ofMiB(50)),
                then.hugetlb(TWO_MIB).orElseThrow().tightest().flatMap(GroupLimit::usage));
    }

    @Test
    void pagesWithoutASizeAreUnknownBesideTwoPoolsInUse() {
        Host two = FactsSamples.host()
                .withPools(FactsSamples.known(
                        List.of(
                                new HugePool(TWO_MIB, 520, 470, 462, 0, 0),
                                new HugePool(Bytes.ofGiB(1), 2, 1, 0, 0, 0)),
                        "/sys/kernel/mm/hugepages"));
        Tenant tenant = JvmTenant.of(scanned(), two);
        assertFalse(tenant.isKnown());
        assertTrue(tenant.unknown().contains("--exact"), tenant.unknown());
    }

    /** The heap of which only the addresses are known holds pages all the same: the process has some. */
    @Test
    void pagesOfUnreadMemoryAreUnknown() {
        Jvm denied = JvmSamples.heapDenied(JvmSamples.g1(17, LARGE));
        Jvm holds = with(denied, "status", JvmSamples.status("348160 kB"));
        Tenant unknown = JvmTenant.of(holds, pool(200, 30, 0));
        assertEquals(
                "the number of pool pages that it holds is unknown, because its memory was not read:"
                        + " DENIED (/proc/4242/smaps); run as root",
                unknown.unknown());
        assertTrue(JvmTenant.of(denied, pool(200, 30, 0)).isKnown(), "it has no page of a pool");
        HugetlbUse use = new HugetlbUse(TWO_MIB, Bytes.ofMiB(1266), Bytes.ofMiB(340), Bytes.ZERO);
        Jvm read = with(holds, "hugetlb", Optional.of(List.of(use)));
        assertEquals(Map.of(TWO_MIB, 633L), JvmTenant.of(read, pool(700, 67, 0)).held());
    }

    @Test
    void namesLowLimits() {
        Jvm limited = JvmSamples.limited(JvmSamples.g1(17, LARGE), false, JvmSamples.limit("/a", 64, 0));
        Tenant tenant = JvmTenant.of(limited, pool(0, 0, 0));
        assertTrue(tenant.isKnown());
        assertEquals(1, tenant.limits().size());
        Jvm enough = JvmSamples.limited(JvmSamples.g1(17, LARGE), false, JvmSamples.limit("/a", 4000, 0));
        assertEquals(List.of(), JvmTenant.of(enough, pool(0, 0, 0)).limits());
    }

    /** Each fits alone. In a rolling restart the old one keeps its pages. */
    @Test
    void tenantsOfOneGroupAreAddedUp() {
        Tenant one = JvmTenant.of(
                JvmSamples.limited(JvmSamples.g1(17, LARGE), false, JvmSamples.limit("/shop.slice", 2000, 0)),
                pool(0, 0, 0));
        assertEquals(List.of(), one.limits());
        assertEquals(List.of(), limited(false, one));
        assertEquals(List.of("2000 MiB", "2000 MiB"), limited(false, one, one.withObjection("x")));
        Tenant used = JvmTenant.of(
                JvmSamples.limited(JvmSamples.g1(17, LARGE), false, JvmSamples.limit("/shop.slice", 2000, 1300)),
                pool(0, 0, 0));
        assertEquals(List.of("2000 MiB"), limited(true, used));
    }

    /** A slice is too low only for both; its usage has changed in between. */
    @Test
    void aSharedLimitRisesForAllThatTakePagesUnderIt() {
        Jvm jvm = JvmSamples.g1(17, LARGE);
        Tenant one = JvmTenant.of(
                JvmSamples.limited(
                        jvm, false, JvmSamples.limit("/shop.slice/a", 64, 0), JvmSamples.limit("/shop.slice", 2000, 0)),
                pool(0, 0, 0));
        Tenant two = JvmTenant.of(
                JvmSamples.limited(
                        jvm,
                        false,
                        JvmSamples.limit("/shop.slice/b", 64, 0),
                        JvmSamples.limit("/shop.slice", 2000, 10)),
                pool(0, 0, 0));
        long need = one.need().get(TWO_MIB) * 2;
        assertEquals(List.of(need, 2 * need), raised(one, two));
        assertEquals(List.of(need, 2 * need + 10), raised(two, one));
    }

    /** Reserved pages that were not touched do not end in the usage of a limit on touched ones. */
    @Test
    void aLimitOnTouchedPagesCountsThoseThatEnd() {
        CountedLimit limit = new CountedLimit(TWO_MIB, JvmSamples.limit("/a", 1024, 600), Bytes.ofMiB(200));
        Tenant tenant = new Tenant(
                "t",
                "",
                Map.of(TWO_MIB, 800L),
                Map.of(),
                Map.of(TWO_MIB, 400L),
                Map.of(TWO_MIB, 300L),
                Bytes.ZERO,
                List.of(limit.limit()),
                List.of(limit),
                Optional.empty(),
                "",
                "",
                Optional.empty());
        assertEquals(List.of(1600L + 400), raised(tenant));
    }

    /** The new limits of the first tenant in MiB. */
    private static List<Long> raised(Tenant... tenants) {
        PoolSizes sizes = PoolSizes.of(List.of(tenants), 0, false, pool(1000, 600, 300));
        return sizes.raises(sizes.tenants().get(0)).get(0).actions().stream()
                .map(action -> Long.parseLong(((CgroupFile) action).value()) >> 20)
                .toList();
    }

    private static List<String> limited(boolean rolling, Tenant... tenants) {
        return PoolSizes.of(List.of(tenants), 0, rolling, pool(0, 0, 0)).tenants().stream()
                .flatMap(tenant -> tenant.limits().stream())
                .map(limit -> limit.limit().toString())
                .toList();
    }

    @Test
    void unknownFactsAreNotGuessed() {
        assertFalse(JvmTenant.of(JvmSamples.vanished(), pool(0, 0, 0)).isKnown());
        Host blind = with(FactsSamples.host(), "pools", denied("/sys/kernel/mm/hugepages"));
        Tenant tenant = JvmTenant.of(JvmSamples.g1(17, LARGE), blind);
        assertFalse(tenant.isKnown());
        assertEquals(
                "it depends on the sizes of huge pages", tenant.unknown(), "hp-cli size has \"unknown: \" before it");
    }
}
