package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.ONE_GIB;
import static io.github.hpjvm.advisor.hotspot.Launches.TWO_MIB;
import static io.github.hpjvm.advisor.hotspot.Launches.freeBlocks;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.poolLimits;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static io.github.hpjvm.advisor.hotspot.Launches.words;
import static io.github.hpjvm.advisor.hotspot.Predictions.kind;
import static io.github.hpjvm.advisor.hotspot.Predictions.pool;
import static io.github.hpjvm.advisor.hotspot.Predictions.risks;
import static io.github.hpjvm.advisor.hotspot.Predictions.taken;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.plan.JudgedTenant;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.NodeGrowth;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages that a JVM takes from hugetlb pools. */
class PoolPagesTest {
    private static final SysfsView HIDDEN = new SysfsView(Optional.empty(), Optional.empty(), List.of());

    @Test
    void theNeedDoesNotDependOnThePool() {
        for (long pages : new long[] {0, 300, 642}) {
            Prediction prediction =
                    predict(launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages"), pools(host(), pages, 0));
            PoolForecast pool = pool(prediction, TWO_MIB).orElseThrow();
            assertEquals(Span.exactly(642), pool.needAtStart());
            assertEquals(Span.exactly(642), pool.needGrown());
        }
    }

    private static Launch bound(String nodes, Launch launch) {
        return with(launch, "nodes", RangeList.parse(nodes));
    }

    private static Host nodes(long first, long second, HugePool pool) {
        List<NodePool> nodes =
                List.of(new NodePool(0, TWO_MIB, first, first, 0), new NodePool(1, TWO_MIB, second, second, 0));
        return pools(host(), pool).withNodePools(known(nodes, "/sys/devices/system/node"));
    }

    /** The JVM needs 642 pages; 512 of these are its heap, which is mapped after its code cache of 120 pages. */
    @ParameterizedTest
    @CsvSource({
        "642, 300, 0, 0, 0, HUGETLB",
        "300, 642, 0, 0, 0, BASE",
        "300, 642, 0, 0, 0-1, HUGETLB",
        "300, 642, 0, 900, 0, BASE",
        "642, 300, 301, 0, 0, HUGETLB",
        "642, 300, 311, 0, 0, BASE",
        "0, 642, 0, 0, 1, HUGETLB",
        "0, 642, 0, 0, 0, BASE",
    })
    void pagesOfOtherNodesAreOutOfReach(
            long first, long second, long reserved, long overcommit, String nodes, String heap) {
        long all = first + second;
        Prediction prediction = predict(
                bound(nodes, launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages")),
                nodes(first, second, new HugePool(TWO_MIB, all, all, reserved, 0, overcommit)));
        assertEquals(heap, kind(prediction, RegionName.HEAP));
    }

    /** The need does not depend on the free pages of the nodes, as it does not on those of the host. */
    @ParameterizedTest
    @CsvSource({"0", "1", "0-1", "0-63"})
    void theNeedOfABoundJvmIsKnown(String list) {
        Launch launch = bound(list, launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages"));
        for (long first : new long[] {0, 700}) {
            List<PoolForecast> pools =
                    JvmTenant.forecasts(launch, nodes(first, 0, new HugePool(TWO_MIB, first, first, 0, 0, 0)));
            assertEquals(Span.exactly(642), pools.get(0).needGrown());
            assertEquals(Span.exactly(642), pools.get(0).takesGrown());
        }
    }

    /** Seen on Linux 6.12 with two nodes, of which the cpuset permits the first. */
    @Test
    void theSizeOfAPoolIsThatOfItsNodes() {
        Host host = nodes(60, 300, new HugePool(TWO_MIB, 360, 360, 0, 0, 0));
        Launch launch = bound(
                "0",
                launch("21", "-XX:+UseSerialGC", "-Xmx192m", "-XX:ReservedCodeCacheSize=48m", "-XX:+UseLargePages"));
        Tenant tenant = JudgedTenant.of(launch, host);
        assertEquals("", tenant.objection());
        PoolSize size = PoolSizes.of(List.of(tenant), 0, false, host).pools().get(0);
        assertEquals(
                List.of(120L),
                size.nodes().stream()
                        .flatMap(shortage -> shortage.growth().stream())
                        .map(NodeGrowth::toWrite)
                        .toList());
    }

    /** Files of the nodes may lack a moment that the file of the host has: a JVM that may use all has the pool of the host. */
    @Test
    void allNodesAreTheHost() {
        Launch launch = bound("0-1", launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages"));
        assertEquals(
                "HUGETLB",
                kind(predict(launch, nodes(0, 0, new HugePool(TWO_MIB, 700, 700, 0, 0, 0))), RegionName.HEAP));
    }

    @Test
    void theReasonNamesTheNodes() {
        Launch launch = launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages");
        Host host = nodes(0, 700, new HugePool(TWO_MIB, 700, 700, 0, 0, 0));
        String bound = predict(bound("0", launch), host).toString();
        assertTrue(bound.contains("No page is free on the NUMA nodes that the JVM may use"), bound);
    }

    /** Measured on 27.0.1 and 28-ea: 381 pages for 512 MiB without this heap, 397 and 398 with it. */
    @ParameterizedTest
    @CsvSource({
        "27, -XX:HotCodeHeapSize=32m, 16",
        "28, -XX:HotCodeHeapSize=33m, 17",
        "27, '', 0",
        "27, -XX:HotCodeHeapSize=32m -XX:ReservedCodeCacheSize=242m, 0"
    })
    void heapForHotMethodsIsReservedBesideTheOthers(String jdk, String more, long pages) {
        String[] plain = {"-XX:+UseG1GC", "-Xmx512m", "-XX:+UseLargePages"};
        String hot = String.join(" ", plain) + " -XX:+UnlockExperimentalVMOptions -XX:+HotCodeHeap " + more;
        Host host = pools(host(), 900, 0);
        Span without =
                pool(predict(launch(jdk, plain), host), TWO_MIB).orElseThrow().needAtStart();
        Span with = pool(predict(launch(jdk, hot.strip().split(" ")), host), TWO_MIB)
                .orElseThrow()
                .needAtStart();
        assertEquals(without.max() + pages, with.max());
    }

    /** JDK-8311248: 416 MiB of code on 25.0.5, where -XX:+PrintCodeCache names the three heaps. 22 refuses the sizes. */
    @Test
    void sizesOfCodeHeapsMakeUpTheCodeCache() {
        String[] plain = {"-XX:+UseSerialGC", "-Xms512m", "-Xmx512m", "-XX:+UseLargePages"};
        String sizes = " -XX:NonNMethodCodeHeapSize=16m -XX:ProfiledCodeHeapSize=200m -XX:NonProfiledCodeHeapSize=200m";
        Launch given = launch("25", (String.join(" ", plain) + sizes).split(" "));
        Host host = pools(host(), 900, 0);
        long without = pool(predict(launch("25", plain), host), TWO_MIB)
                .orElseThrow()
                .needAtStart()
                .max();
        long with =
                pool(predict(given, host), TWO_MIB).orElseThrow().needAtStart().max();
        assertEquals(without - 121 + 208, with);
    }

    /** As the JVMs print it; 45 of 45 starts of 8 to 25 with three collectors and three pools had these lines. */
    @ParameterizedTest
    @CsvSource({
        "11, 'Failed to reserve large pages memory req_addr: ... bytes: %d (errno = 12).'",
        "17, 'Failed to reserve and commit memory. req_addr: ... bytes: %d page size: 2097152 (errno = 12).'"
    })
    void eachFailedReservationIsALineWithItsSize(String jdk, String line) {
        Prediction prediction =
                predict(launch(jdk, "-XX:+UseG1GC", "-Xmx512m", "-XX:+UseLargePages"), pools(host(), 1, 0));
        assertEquals(
                List.of(251_658_240, 536_870_912, 8_388_608, 8_388_608).stream()
                        .map(bytes -> String.format(Locale.ROOT, line, bytes))
                        .toList(),
                prediction.warnings().stream().map(Warning::text).toList());
    }

    /** Two workers on two processors, a page for each, and a medium page of 32 MiB: as far as the pool has them. */
    @ParameterizedTest
    @CsvSource({"700, '', 170, 376", "200, '', 170, 200", "160, '', 160, 160", "700, -XX:ParallelGCThreads=4, 172, 376"
    })
    void zgcOf11TakesAReserveAtTheStart(long pages, String more, long atStart, long grown) {
        String[] arguments = {
            "-XX:+UnlockExperimentalVMOptions", "-XX:+UseZGC", "-XX:+UseLargePages", "-Xms64m", "-Xmx512m", more
        };
        PoolForecast pool = pool(predict(launch("11", arguments), pools(host(), pages, 0)), TWO_MIB)
                .orElseThrow();
        assertEquals(Span.exactly(atStart), pool.takesAtStart());
        assertEquals(Span.exactly(grown), pool.takesGrown());
    }

    /** It lowers its maximum, and needs one or two pages more than its reserve of 18 behind the 120 of its code. */
    @ParameterizedTest
    @CsvSource({"269, true, 269", "140, true, 140", "139,, 139", "138, false, 120"})
    void zgcOf11StartsWithLessThanItsInitialHeap(long pages, Boolean starts, long taken) {
        Prediction prediction = predict(
                launch(
                        "11",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+UseZGC",
                        "-XX:+UseLargePages",
                        "-Xms300m",
                        "-Xmx300m"),
                pools(host(), pages, 0));
        assertEquals(Optional.ofNullable(starts), prediction.starts());
        assertEquals(!Boolean.FALSE.equals(starts), risks(prediction).contains(RiskCode.POOL_ENDS_WHILE_GROWING));
        assertEquals(Span.exactly(taken), taken(prediction));
    }

    @ParameterizedTest
    @CsvSource({"8, 300, 188", "11, 300, 188", "8, 187, 184"})
    void metaspaceTakesFourPagesAfterTheOtherRegions(String release, long pages, long taken) {
        String[] arguments = {
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-XX:+UseLargePages",
            "-XX:+UseLargePagesInMetaspace",
            "-XX:-UseCompressedOops",
            "-XX:ReservedCodeCacheSize=240m"
        };
        PoolForecast pool = pool(predict(launch(release, arguments), pools(host(), pages, 0)), TWO_MIB)
                .orElseThrow();
        assertTrue(
                pool.takesAtStart().min() <= taken
                        && taken <= pool.takesAtStart().max(),
                pool::toString);
    }

    /** 11.0.5 with -Xms64m -Xmx64m takes 36 pages by shmget: 32 and the 4 of its metaspace. */
    @Test
    void metaspaceIsSharedMemoryToo() {
        Prediction prediction = predict(
                launch(
                        "11",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-XX:+UseSHM",
                        "-XX:+UseLargePages",
                        "-XX:+UseLargePagesInMetaspace"),
                pools(host(), 200, 0));
        assertEquals(Span.exactly(36), taken(prediction));
    }

    /** Without pages it lowers its heap to nothing, goes on to its metaspace, and then finds the heap too small. */
    @Test
    void zgcOf11ReservesItsMetaspaceBeforeItRefuses() {
        Prediction prediction = predict(
                launch(
                        "11",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+UseZGC",
                        "-XX:+UseLargePages",
                        "-XX:+UseLargePagesInMetaspace"),
                pools(host(), 0, 0));
        assertEquals(Optional.of(false), prediction.starts());
        assertEquals(
                List.of(WarningCode.SHARED_MEMORY_NOT_RESERVED),
                prediction.warnings().stream().map(Warning::code).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "21, -XX:+UseLargePages, SHARED_MEMORY_NOT_RESERVED RESERVATION_FAILED",
        "21, '', SHARED_MEMORY_NOT_RESERVED",
        "17, -XX:+UseLargePages, SHARED_MEMORY_NOT_RESERVED"
    })
    void warnsOfUnavailableSharedMemory(String release, String more, String warnings) {
        Prediction prediction =
                predict(launch(release, "-XX:+UseSHM", "-XX:+UseG1GC", "-Xmx200m", more), pools(host(), 99, 0));
        assertEquals(
                warnings,
                prediction.warnings().stream().map(w -> w.code().name()).collect(Collectors.joining(" ")));
    }

    /** The need is that with the right to shared memory, which has pages of the default size only. */
    @ParameterizedTest
    @CsvSource({"8", "11", "17", "21"})
    void theNeedOfSharedMemoryIsKnownWithoutItsRight(String release) {
        Launch launch = with(
                launch(release, "-XX:+UseSerialGC", "-Xmx1g", "-XX:+UseLargePages", "-XX:+UseSHM"),
                "mayUseShm",
                Optional.empty());
        List<PoolForecast> pools = JvmTenant.forecasts(launch, pools(host(), 0, 0));
        assertEquals(
                List.of(TWO_MIB), pools.stream().map(PoolForecast::pageSize).toList());
        assertEquals(Span.exactly(512), pools.get(0).needGrown());
    }

    @ParameterizedTest
    @CsvSource({"8", "17"})
    void aDeniedRightIsTheReason(String release) {
        Launch launch = with(
                launch(release, "-XX:+UseSerialGC", "-Xmx64m", "-XX:+UseLargePages", "-XX:+UseSHM"),
                "mayUseShm",
                Optional.of(false));
        String why = predict(launch, pools(host(), 99, 0))
                .region(RegionName.HEAP)
                .orElseThrow()
                .why();
        assertTrue(why.contains("CAP_IPC_LOCK"), why);
    }

    @Test
    void heapOfGiganticPagesAndCodeOfSmallOnes() {
        Prediction prediction = predict(
                launch("21", "-XX:+UseSerialGC", "-Xmx1536m", "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=1g"),
                pools(host(), 900, 2));
        assertEquals(
                List.of(TWO_MIB, ONE_GIB),
                prediction.pools().stream().map(PoolForecast::pageSize).toList());
        assertEquals(Span.exactly(2), pool(prediction, ONE_GIB).orElseThrow().takesAtStart());
        assertEquals(ONE_GIB, prediction.region(RegionName.HEAP).orElseThrow().pageSize());
        assertEquals(Optional.of(Bytes.ofGiB(2)), prediction.vm().maxHeap());
        assertTrue(risks(prediction).contains(RiskCode.HEAP_ROUNDED_UP));
    }

    @Test
    void zgcTakesItsInitialHeapAndLaterTheRestOfThePool() {
        Prediction prediction =
                predict(launch("17", "-XX:+UseZGC", "-XX:+UseLargePages", "-Xms128m", "-Xmx1g"), pools(host(), 250, 0));
        PoolForecast pool = pool(prediction, TWO_MIB).orElseThrow();
        assertEquals(Span.exactly(184), pool.needAtStart());
        assertEquals(Span.exactly(632), pool.needGrown());
        assertEquals(Span.exactly(250), pool.takesGrown());
        assertEquals(List.of(RiskCode.POOL_ENDS_WHILE_GROWING), risks(prediction));
    }

    /** 25.0.5 with -Xms8m -Xmx16m has taken 8 pages when main begins, with -Xms2m 7. */
    @ParameterizedTest
    @CsvSource({"-Xms8m, -Xmx16m, 4, 8", "-Xms2m, -Xmx128m, 1, 8", "-Xms6m, -Xmx6m, 3, 3", "-Xms32m, -Xmx64m, 16, 16"})
    void aSmallHeapOfZgcGrowsBeforeMain(String initial, String most, long min, long max) {
        Prediction prediction = predict(
                launch("25", "-XX:+UseZGC", "-XX:+UseLargePages", "-XX:ReservedCodeCacheSize=3m", initial, most),
                pools(host(), 250, 0));
        PoolForecast pool = pool(prediction, TWO_MIB).orElseThrow();
        long code = pool.takesGrown().max() - pool.parts().get(RegionName.HEAP).max();
        assertEquals(new Span(min + code, max + code), pool.takesAtStart());
    }

    @Test
    void zgcRefusesIfItCannotCommitItsInitialHeap() {
        Prediction prediction =
                predict(launch("21", "-XX:+UseZGC", "-XX:+UseLargePages", "-Xms1g"), pools(host(), 300, 0));
        assertEquals("Failed to allocate initial Java heap (1024M)", prediction.refusal());
    }

    @Test
    void aPoolThatDoesNotBackTheHeapIsWasted() {
        Prediction prediction =
                predict(launch("17", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages"), pools(host(), 600, 0));
        assertTrue(risks(prediction).contains(RiskCode.POOL_WASTED));
    }

    @Test
    void aRestartedJvmTakesItsPagesAgain() {
        Launch launch = launch("17", "-XX:+UseSerialGC", "-Xmx1g", "-XX:+UseLargePages");
        Host host = pools(host(), new HugePool(TWO_MIB, 640, 8, 0, 0, 0));
        assertEquals("BASE", kind(predict(launch, host), RegionName.HEAP));
        assertEquals("HUGETLB", kind(predict(with(launch, "held", Map.of(TWO_MIB, 632L)), host), RegionName.HEAP));
    }

    @Test
    void reservedPagesAreNotAvailable() {
        Host host = pools(host(), new HugePool(TWO_MIB, 900, 900, 500, 0, 0));
        Prediction prediction = predict(launch("17", "-XX:+UseSerialGC", "-Xmx1g", "-XX:+UseLargePages"), host);
        assertEquals("BASE", kind(prediction, RegionName.HEAP));
        assertEquals(Span.exactly(120), taken(prediction));
    }

    @Test
    void overcommitIsKnownOnlyWithEnoughFreeBlocks() {
        Launch launch = launch("17", "-XX:+UseSerialGC", "-Xmx512m", "-XX:+UseLargePages");
        Host host = pools(host(), new HugePool(TWO_MIB, 0, 0, 0, 0, 800));
        Prediction sure = predict(launch, freeBlocks(host, 5_000));
        assertEquals("HUGETLB", kind(sure, RegionName.HEAP));
        assertTrue(risks(sure).contains(RiskCode.POOL_BY_OVERCOMMIT));
        Prediction unsure = predict(launch, freeBlocks(host, 200));
        assertEquals("HUGETLB", kind(unsure, RegionName.CODE));
        assertEquals("?", kind(unsure, RegionName.HEAP));
        assertEquals(new Span(120, 376), pool(unsure, TWO_MIB).orElseThrow().takesAtStart());
    }

    @Test
    void giganticPagesAreNeverSurplus() {
        Host host = pools(host(), new HugePool(TWO_MIB, 500, 500, 0, 0, 0), new HugePool(ONE_GIB, 0, 0, 0, 0, 100));
        Prediction prediction = predict(
                launch("17", "-XX:+UseSerialGC", "-Xmx1g", "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=1g"), host);
        assertEquals("BASE", kind(prediction, RegionName.HEAP));
    }

    @Test
    void aLimitOnTouchedPagesKillsLater() {
        Launch launch = launch("17", "-XX:+UseSerialGC", "-Xmx512m", "-XX:+UseLargePages");
        Prediction prediction = predict(poolLimits(launch, 100, -1), pools(host(), 900, 0));
        assertEquals("HUGETLB", kind(prediction, RegionName.HEAP));
        assertEquals(List.of(RiskCode.SIGBUS_CGROUP_MAX), risks(prediction));
    }

    @Test
    void aLimitOnReservedPagesIsLikeASmallPool() {
        Launch launch = launch("17", "-XX:+UseSerialGC", "-Xmx512m", "-XX:+UseLargePages");
        Prediction prediction = predict(poolLimits(launch, -1, 300), pools(host(), 900, 0));
        assertEquals("BASE", kind(prediction, RegionName.HEAP));
        assertEquals("HUGETLB", kind(prediction, RegionName.CODE));
        assertEquals(List.of(RiskCode.POOL_WASTED), risks(prediction));
    }

    @Test
    void aJvmThatSeesNoPoolsUsesNone() {
        Launch launch = launch("25", "-XX:+UseLargePages", "-Xmx256m");
        Host host = pools(host(), 1000, 0);
        assertEquals("HUGETLB", kind(predict(launch, host), RegionName.HEAP));
        Launch hidden = with(launch, "sysfs", Optional.of(HIDDEN));
        assertEquals("BASE", kind(predict(hidden, host), RegionName.HEAP));
        Launch older = with(launch("17.0.9", "-XX:+UseLargePages", "-Xmx256m"), "sysfs", Optional.of(HIDDEN));
        assertEquals("?", kind(predict(older, host), RegionName.HEAP), "not known");
    }

    @Test
    void aDefaultPageOf1GibMakes8And11AlignByIt() {
        Host host = with(thp(host(), "madvise", "-", "never"), "memory", Launches.memory(24_684_084, ONE_GIB));
        Prediction prediction = predict(launch("11", "-XX:+UseTransparentHugePages", "-Xmx1536m"), host);
        assertEquals(Optional.of(Bytes.ofGiB(2)), prediction.vm().maxHeap());
        assertEquals(TWO_MIB, prediction.region(RegionName.HEAP).orElseThrow().pageSize());
        assertEquals(
                Optional.of(Bytes.ofMiB(1536)),
                predict(launch("21", "-XX:+UseTransparentHugePages", "-Xmx1536m"), host)
                        .vm()
                        .maxHeap());
    }

    @Test
    void since27ASmallerSizeWithoutPagesIsIgnored() {
        Host host = pools(host(), new HugePool(TWO_MIB, 0, 0, 0, 0, 900), new HugePool(ONE_GIB, 2, 2, 0, 0, 0));
        Host withBlocks = freeBlocks(host, 5_000);
        String[] arguments = words("-XX:+UseSerialGC -Xmx1g -XX:+UseLargePages -XX:LargePageSizeInBytes=1g");
        assertEquals("HUGETLB", kind(predict(launch("26", arguments), withBlocks), RegionName.CODE));
        assertEquals("BASE", kind(predict(launch("27.0.1", arguments), withBlocks), RegionName.CODE));
    }

    /** The card table is on base pages in any case, so small heaps are known; large ones depend on the program. */
    @Test
    void tablesOfParallelAreKnownIfNoneIsOnThePool() {
        Prediction small =
                predict(launch("17", "-XX:+UseParallelGC", "-XX:+UseLargePages", "-Xmx256m"), pools(host(), 700, 0));
        assertEquals(
                Optional.of(PageKind.BASE),
                small.region(RegionName.GC).orElseThrow().kind());
        Prediction large =
                predict(launch("17", "-XX:+UseParallelGC", "-XX:+UseLargePages", "-Xmx2g"), pools(host(), 1500, 0));
        RegionForecast tables = large.region(RegionName.GC).orElseThrow();
        assertEquals(Optional.empty(), tables.kind());
        assertTrue(tables.why().contains("card table is on base pages, and the pool backs"), tables.why());
    }
}
