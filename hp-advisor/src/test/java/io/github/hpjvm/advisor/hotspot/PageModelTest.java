package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.ONE_GIB;
import static io.github.hpjvm.advisor.hotspot.Launches.TWO_MIB;
import static io.github.hpjvm.advisor.hotspot.Launches.freeBlocks;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.memoryLimit;
import static io.github.hpjvm.advisor.hotspot.Launches.poolLimits;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static io.github.hpjvm.advisor.hotspot.Launches.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageModelTest {

    /** Observed in always mode on 6.18; a size that is not a multiple of 2 MiB begins anywhere. */
    @ParameterizedTest
    @CsvSource({
        "8,  -XX:+UseG1GC, THP",
        "8,  -XX:ReservedCodeCacheSize=33m, ?",
        "17, -XX:ReservedCodeCacheSize=64m, THP",
        "17, -XX:ReservedCodeCacheSize=15m, ?",
        "25, -Xint, THP",
        "25, -XX:TieredStopAtLevel=1, THP",
        "25, -XX:+UseG1GC, ?",
        "25, -XX:-SegmentedCodeCache -XX:InitialCodeCacheSize=1m, ?"
    })
    void codeInAlwaysMode(String jdk, String arguments, String expected) {
        Launch launch = launch(jdk, (arguments + " -Xmx64m").split(" "));
        Host always = thp(host(), "always", "inherit", "never");
        assertEquals(expected, kind(predict(launch, FactsSamples.kernel(always, "6.18.0")), RegionName.CODE));
        assertEquals("?", kind(predict(launch, FactsSamples.kernel(always, "6.6.0")), RegionName.CODE));
    }

    /** Measured on 11.0.13, 17.0.21, 21.0.8 and 25.0.5 in mode madvise: these depend on addresses and on growth. */
    @ParameterizedTest
    @CsvSource({
        "21, -XX:+UseParallelGC -Xms4m -Xmx8m, ?, THP",
        "21, -XX:+UseParallelGC -Xms8m -Xmx8m, THP, THP",
        "21, -XX:+UseParallelGC -Xms4m -Xmx64m, THP, THP",
        "21, -XX:+UseSerialGC -Xms4m -Xmx8m, THP, THP",
        "11, -Xmx64m -XX:ReservedCodeCacheSize=241m -Xint, THP, ?",
        "11, -Xmx64m -XX:ReservedCodeCacheSize=240m -Xint, THP, THP",
        "11, -Xmx64m -XX:ReservedCodeCacheSize=241m, THP, THP",
        "21, -Xmx64m -XX:ReservedCodeCacheSize=241m -Xint, THP, THP"
    })
    void smallPiecesOfAdvisedMemory(String jdk, String arguments, String heap, String code) {
        Launch launch = launch(jdk, ("-XX:+UseTransparentHugePages " + arguments).split(" "));
        Prediction prediction = predict(launch, thp(host(), "madvise", "inherit", "never"));
        assertEquals(heap, kind(prediction, RegionName.HEAP));
        assertEquals(code, kind(prediction, RegionName.CODE));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "page-model.csv", delimiter = '|', useHeadersInDisplayName = true)
    void foretellsWhatRealJvmsDid(
            String jdk,
            String arguments,
            String enabled,
            String pmd,
            String shmem,
            long small,
            long gigantic,
            boolean starts,
            String heap,
            String code,
            String takes,
            String warnings) {
        Host host = pools(thp(host(), enabled, pmd, shmem), small, gigantic);
        Prediction prediction = predict(launch(jdk, words(arguments)), host);
        assertEquals(Optional.of(starts), prediction.starts(), prediction.toString());
        assertTrue(prediction.unknowns().isEmpty());
        if (!starts) {
            assertFalse(prediction.refusal().isEmpty());
            assertTrue(prediction.regions().isEmpty());
            return;
        }
        assertTrue(prediction.refusal().isEmpty());
        assertEquals(
                Arrays.stream(RegionName.values())
                        .filter(name -> name != RegionName.FILES)
                        .toList(),
                prediction.regions().stream().map(RegionForecast::name).toList());
        assertEquals(heap, kind(prediction, RegionName.HEAP), prediction.toString());
        assertEquals(code, kind(prediction, RegionName.CODE), prediction.toString());
        assertEquals(Span.exactly(Long.parseLong(takes)), taken(prediction), prediction.toString());
        assertEquals(
                warnings == null ? "" : warnings,
                prediction.warnings().stream()
                        .map(warning -> warning.code().name())
                        .collect(Collectors.joining(" ")));
    }

    private static String kind(Prediction prediction, RegionName name) {
        return prediction.region(name).orElseThrow().kind().map(Enum::name).orElse("?");
    }

    private static Span taken(Prediction prediction) {
        return pool(prediction, TWO_MIB).map(PoolForecast::takesAtStart).orElse(Span.NONE);
    }

    private static Optional<PoolForecast> pool(Prediction prediction, Bytes size) {
        return prediction.pools().stream()
                .filter(pool -> pool.pageSize().equals(size))
                .findFirst();
    }

    private static List<RiskCode> risks(Prediction prediction) {
        return prediction.risks().stream().map(Risk::code).toList();
    }

    @Test
    void saysWhatAPoolShouldHaveWhetherItHasItOrNot() {
        for (long pages : new long[] {0, 300, 642}) {
            Prediction prediction =
                    predict(launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages"), pools(host(), pages, 0));
            PoolForecast pool = pool(prediction, TWO_MIB).orElseThrow();
            assertEquals(Span.exactly(642), pool.needAtStart());
            assertEquals(Span.exactly(642), pool.needGrown());
        }
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

    /** It lowers its maximum, and needs more than its reserve of 18 pages behind the 120 of its code. */
    @ParameterizedTest
    @CsvSource({"269, true, 269", "139, true, 139", "138, false, 120"})
    void zgcOf11StartsWithLessThanItsInitialHeap(long pages, boolean starts, long taken) {
        Prediction prediction = predict(
                launch(
                        "11",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+UseZGC",
                        "-XX:+UseLargePages",
                        "-Xms300m",
                        "-Xmx300m"),
                pools(host(), pages, 0));
        assertEquals(Optional.of(starts), prediction.starts());
        assertEquals(starts, risks(prediction).contains(RiskCode.POOL_ENDS_WHILE_GROWING));
        assertEquals(Span.exactly(taken), taken(prediction));
    }

    @ParameterizedTest
    @CsvSource({"'', 65880", "-XX:+UseTransparentHugePages, 67584"})
    void epsilonRoundsItsHeapToThePagesThatItUses(String pages, long kib) {
        Prediction prediction = predict(
                launch("21", "-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-Xmx65877k", pages), host());
        assertEquals(Optional.of(Bytes.ofKiB(kib)), prediction.vm().maxHeap());
    }

    @ParameterizedTest
    @CsvSource({"8, 300, 188", "11, 300, 188", "8, 187, 184"})
    void theFirstPieceOfMetaspaceTakesFourPagesAfterAllElse(String release, long pages, long taken) {
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

    @ParameterizedTest
    @CsvSource({
        "8, 1g, '', false",
        "8, 1g, -XX:+UseTransparentHugePages, true",
        "11, 1g, '', true",
        "11, 2m, '', false",
        "17, 1g, '', false"
    })
    void sizeThatIsIgnoredIsSaidByThoseThatReadIt(String release, String size, String pages, boolean said) {
        Prediction prediction = predict(launch(release, "-XX:LargePageSizeInBytes=" + size, "-Xmx128m", pages), host());
        assertEquals(
                said,
                prediction.warnings().stream().anyMatch(w -> w.code() == WarningCode.LARGE_PAGE_SIZE_IGNORED),
                prediction::toString);
    }

    /** Seen on 27 with 17 082 KiB, of which the part in use was huge to 66 %; older ones refuse or have larger regions. */
    @ParameterizedTest
    @CsvSource({"27, 17082k, ", "27, 512m, THP", "26, 64m, THP"})
    void regionsSmallerThanAHugePageAreNotKnown(String release, String max, PageKind heap) {
        Prediction prediction = predict(
                launch(release, "-XX:+UseShenandoahGC", "-XX:+UseTransparentHugePages", "-Xmx" + max),
                thp(host(), "always", "inherit", "never"));
        assertEquals(
                Optional.ofNullable(heap),
                prediction.region(RegionName.HEAP).orElseThrow().kind());
    }

    /** JDK-8319969: where enabled is always, 22 and newer do not call madvise. */
    @ParameterizedTest
    @CsvSource({"21, always, true", "25, always, false", "25, madvise, true"})
    void theReasonSaysWhetherMadviseIsCalled(String release, String enabled, boolean advises) {
        RegionForecast heap = predict(
                        launch(release, "-XX:+UseG1GC", "-Xms1g", "-Xmx1g", "-XX:+UseTransparentHugePages"),
                        thp(host(), enabled, "inherit", "never"))
                .region(RegionName.HEAP)
                .orElseThrow();
        assertEquals(Optional.of(PageKind.THP), heap.kind());
        assertEquals(advises, heap.why().contains("opts in with madvise"), heap.why());
        assertEquals(!advises, heap.why().contains("does not call madvise"), heap.why());
    }

    /** Measured under always: with -Xms64m at least 60 MiB are huge, on 8u504 to 27.0.1. */
    @ParameterizedTest
    @CsvSource({"8, 64m, 58 MiB", "17, 33m, 28 MiB", "25, 64m, 58 MiB", "21, 4m, "})
    void aGrowingHeapUnderAlwaysIsHugeWhereItIsCommittedAtTheStart(String release, String initial, String sure) {
        RegionForecast heap = predict(
                        launch(release, "-XX:+UseSerialGC", "-Xms" + initial, "-Xmx1g"),
                        thp(host(), "always", "inherit", "never"))
                .region(RegionName.HEAP)
                .orElseThrow();
        assertEquals(Optional.empty(), heap.kind());
        assertEquals(sure != null, heap.why().contains("at least " + sure), heap.why());
        assertEquals(sure == null, !heap.why().contains("-Xms"), heap.why());
    }

    /** The pool has nothing left for the heap, and the host says always: else it is what the program makes of it. */
    @ParameterizedTest
    @CsvSource({"74, THP", "0, "})
    void regionsOfShenandoahAreHugeWhereLargePagesAreOn(long pages, PageKind heap) {
        Prediction prediction = predict(
                launch(
                        "26",
                        "-XX:+UseShenandoahGC",
                        "-XX:+UseLargePages",
                        "-XX:-TieredCompilation",
                        "-Xms64m",
                        "-Xmx128m"),
                pools(thp(host(), "always", "inherit", "never"), pages, 0));
        assertEquals(
                Optional.ofNullable(heap),
                prediction.region(RegionName.HEAP).orElseThrow().kind());
    }

    /** As real JVMs did it: advice is given to a mapping, and what is not advised has none when it is allocated. */
    @ParameterizedTest
    @CsvSource({
        "28, never, advise, true, BASE",
        "17, never, never, true, BASE",
        "11, never, always, true, BASE",
        "27, never, always, false, BASE",
        "25, always, never, false, BASE",
        "17, always, never, false, THP",
        "21, always, never, false, THP",
        "11, within_size, never, false, THP",
        "21, always, within_size, false, THP",
        "21, advise, advise, true, THP"
    })
    void wordForOneSizeOfSharedMemoryCountsForMappings(
            String release, String all, String size, boolean asked, PageKind heap) {
        ThpSize two = new ThpSize(
                TWO_MIB,
                Optional.of("inherit"),
                Optional.of(size),
                Optional.of("madvise"),
                Optional.of(size),
                Map.of());
        Host host = with(
                thp(host(), "madvise", "inherit", all),
                "thpSettings",
                FactsSamples.known(
                        new ThpSettings(Map.of(), Map.of(), List.of(two), List.of()),
                        "/sys/kernel/mm/transparent_hugepage"));
        Launch launch = launch(
                release,
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+UseZGC",
                "-Xmx128m",
                asked ? "-XX:+UseTransparentHugePages" : "");
        assertEquals(
                Optional.of(heap),
                predict(launch, host).region(RegionName.HEAP).orElseThrow().kind());
    }

    @Test
    void oneThatRefusesHasSaidWhatItSaysBefore() {
        Launch launch = launch(
                "25", "-XX:+UseZGC", "-XX:+UseLargePages", "-XX:LargePageSizeInBytes=4m", "-Xms192m", "-Xmx192m");
        Prediction prediction = predict(launch, host());
        assertEquals(Optional.of(false), prediction.starts());
        assertEquals(
                List.of(WarningCode.LARGE_PAGES_DISABLED),
                prediction.warnings().stream().map(Warning::code).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "11, -XX:-SegmentedCodeCache, ''",
        "17, -XX:+SegmentedCodeCache, ''",
        "21, -XX:-SegmentedCodeCache, ''",
        "27, -XX:-SegmentedCodeCache, ''",
        "25, -XX:+SegmentedCodeCache, CODE_CACHE_TOO_SMALL"
    })
    void aCodeCacheTooSmallForAPoolHasTransparentHugePages(String release, String segments, String warning) {
        Prediction prediction = predict(
                launch(release, "-XX:+UseTransparentHugePages", "-XX:ReservedCodeCacheSize=14m", segments), host());
        assertEquals("THP", kind(prediction, RegionName.CODE));
        assertEquals(
                warning,
                prediction.warnings().stream().map(w -> w.code().name()).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest
    @CsvSource({"25, -Xint, true", "25, -Xmixed, false", "11, -Xint, false"})
    void segmentsOfACodeCacheThatIsNotUsed(String release, String mode, boolean said) {
        Prediction prediction = predict(launch(release, "-XX:+SegmentedCodeCache", mode), host());
        assertEquals(said, prediction.warnings().stream().anyMatch(w -> w.text().contains("no meaningful effect")));
    }

    @ParameterizedTest
    @CsvSource({"200, false", "101, false", "100, true", "70, true"})
    void ratioThatIsNoPercentageIsRefusedBy8(String ratio, boolean starts) {
        Prediction prediction = predict(
                launch("8", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:MaxHeapFreeRatio=" + ratio, "-Xmx128m"), host());
        assertEquals(Optional.of(starts), prediction.starts(), prediction::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "28, -XX:-SegmentedCodeCache, 120",
        "25, -XX:-SegmentedCodeCache, 120",
        "25, -XX:+SegmentedCodeCache, 121"
    })
    void codeCacheOfOnePieceIsNotRoundedUpPieceByPiece(String release, String segments, long code) {
        Prediction prediction = predict(
                launch(release, "-XX:+UseSerialGC", "-XX:+UseLargePages", "-Xmx128m", segments), pools(host(), 300, 0));
        assertEquals(Span.exactly(code + 64), taken(prediction));
    }

    /** One code heap has one map of segments, which is of a page: the pool lacks one for the heap. */
    @Test
    void anInterpreterAloneHasOneCodeHeap() {
        Prediction prediction = predict(
                launch(
                        "25",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+UseEpsilonGC",
                        "-XX:+UseLargePages",
                        "-Xmx192m",
                        "-XX:ReservedCodeCacheSize=256m",
                        "-Xint"),
                pools(host(), 224, 0));
        assertEquals(Span.exactly(129), taken(prediction));
        assertEquals("BASE", kind(prediction, RegionName.HEAP));
    }

    /** Seen on 17 to 28; a heap of 64 pages beside. */
    @ParameterizedTest
    @CsvSource({
        "17, -XX:CompilationMode=quick-only, 24",
        "25, -XX:CompilationMode=high-only,  24",
        "25, -XX:CompilationMode=normal,     121",
        "25, -XX:TieredStopAtLevel=0,        24",
        "28, -XX:TieredStopAtLevel=3,        121",
        "28, -XX:CompilationMode=high-only -XX:TieredStopAtLevel=3, 121",
        "25, -XX:CompilationMode=high-only -XX:TieredStopAtLevel=3, 24"
    })
    void compilersDecideOnTheCodeCache(String release, String mode, long code) {
        Prediction prediction = predict(
                launch(release, words("-XX:+UseSerialGC -XX:+UseLargePages -Xmx128m " + mode)), pools(host(), 300, 0));
        assertEquals(Span.exactly(code + 64), taken(prediction));
    }

    @ParameterizedTest
    @CsvSource({
        "21, -XX:+UseLargePages, SHARED_MEMORY_NOT_RESERVED RESERVATION_FAILED",
        "21, '', SHARED_MEMORY_NOT_RESERVED",
        "17, -XX:+UseLargePages, SHARED_MEMORY_NOT_RESERVED"
    })
    void whatIsSaidOfSharedMemoryThatIsNotThere(String release, String more, String warnings) {
        Prediction prediction =
                predict(launch(release, "-XX:+UseSHM", "-XX:+UseG1GC", "-Xmx200m", more), pools(host(), 99, 0));
        assertEquals(
                warnings,
                prediction.warnings().stream().map(w -> w.code().name()).collect(Collectors.joining(" ")));
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
    void zgcTakesItsInitialHeapAndThenAsMuchAsThereIs() {
        Prediction prediction =
                predict(launch("17", "-XX:+UseZGC", "-XX:+UseLargePages", "-Xms128m", "-Xmx1g"), pools(host(), 250, 0));
        PoolForecast pool = pool(prediction, TWO_MIB).orElseThrow();
        assertEquals(Span.exactly(184), pool.needAtStart());
        assertEquals(Span.exactly(632), pool.needGrown());
        assertEquals(Span.exactly(250), pool.takesGrown());
        assertEquals(List.of(RiskCode.POOL_ENDS_WHILE_GROWING), risks(prediction));
    }

    @Test
    void zgcThatCannotCommitItsInitialHeapSaysSo() {
        Prediction prediction =
                predict(launch("21", "-XX:+UseZGC", "-XX:+UseLargePages", "-Xms1g"), pools(host(), 300, 0));
        assertEquals("Failed to allocate initial Java heap (1024M)", prediction.refusal());
    }

    @Test
    void aPoolThatIsTakenAndDoesNotServeTheHeapIsWasted() {
        Prediction prediction =
                predict(launch("17", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages"), pools(host(), 600, 0));
        assertTrue(risks(prediction).contains(RiskCode.POOL_WASTED));
    }

    @Test
    void whatARunningJvmHoldsComesBackToIt() {
        Launch launch = launch("17", "-XX:+UseSerialGC", "-Xmx1g", "-XX:+UseLargePages");
        Host host = pools(host(), new HugePool(TWO_MIB, 640, 8, 0, 0, 0));
        assertEquals("BASE", kind(predict(launch, host), RegionName.HEAP));
        assertEquals("HUGETLB", kind(predict(with(launch, "held", Map.of(TWO_MIB, 632L)), host), RegionName.HEAP));
    }

    @Test
    void promisedPagesAreNotFree() {
        Host host = pools(host(), new HugePool(TWO_MIB, 900, 900, 500, 0, 0));
        Prediction prediction = predict(launch("17", "-XX:+UseSerialGC", "-Xmx1g", "-XX:+UseLargePages"), host);
        assertEquals("BASE", kind(prediction, RegionName.HEAP));
        assertEquals(Span.exactly(120), taken(prediction));
    }

    @Test
    void overcommitIsSureWhereThereAreFreeBlocksAndElseUnsure() {
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
    void aMemoryLimitBelowTheHeapKills() {
        Launch launch = memoryLimit(launch("21", "-Xmx2g"), Bytes.ofGiB(1));
        assertEquals(List.of(RiskCode.OUT_OF_MEMORY_KILL), risks(predict(launch, host())));
    }

    @Test
    void aSmallContainerChangesCollectorAndHeap() {
        Prediction prediction = predict(memoryLimit(launch("21"), Bytes.ofMiB(512)), host());
        assertEquals(Optional.of(Collector.SERIAL), prediction.vm().gc());
        assertEquals(Optional.of(Bytes.ofMiB(128)), prediction.vm().maxHeap());
        assertEquals(
                Optional.of(Collector.G1),
                predict(memoryLimit(launch("27"), Bytes.ofMiB(512)), host())
                        .vm()
                        .gc());
    }

    @Test
    void prctlForbidsTransparentHugePages() {
        Launch launch = with(
                launch("21", "-XX:+UseTransparentHugePages", "-Xmx1g"), "thpExclusion", Optional.of(ThpExclusion.ALL));
        assertEquals("BASE", kind(predict(launch, thp(host(), "always", "inherit", "always")), RegionName.HEAP));
    }

    /** Measured on Linux 6.18 with enabled=always: 25 and 27 have none, 17 and 21 have all. In madvise mode all have them. */
    @Test
    void prctlExcludesMemoryThatIsNotAdvised() {
        for (String release : List.of("17", "21", "25", "27")) {
            Launch launch = with(
                    launch(release, "-XX:+UseTransparentHugePages", "-Xmx1g"),
                    "thpExclusion",
                    Optional.of(ThpExclusion.EXCEPT_ADVISED));
            Prediction always = predict(launch, thp(host(), "always", "inherit", "never"));
            assertEquals(Integer.parseInt(release) < 22 ? "THP" : "BASE", kind(always, RegionName.HEAP), release);
            String why = always.region(RegionName.HEAP).orElseThrow().why();
            assertTrue(why.contains("PR_SET_THP_DISABLE"), why);
            assertEquals("THP", kind(predict(launch, thp(host(), "madvise", "inherit", "never")), RegionName.HEAP));
        }
        Launch without =
                with(launch("21", "-Xms1g", "-Xmx1g"), "thpExclusion", Optional.of(ThpExclusion.EXCEPT_ADVISED));
        assertEquals("BASE", kind(predict(without, thp(host(), "always", "inherit", "never")), RegionName.HEAP));
    }

    private static final SysfsView HIDDEN = new SysfsView(Optional.empty(), Optional.empty(), List.of());

    /** Measured in a mount namespace with a tmpfs on /sys, in madvise mode. */
    @Test
    void aJvmThatSeesNoFilesUsesNoTransparentHugePages() {
        for (String version : List.of("8", "11", "17.0.9", "17", "21", "25", "27")) {
            Launch launch =
                    with(launch(version, "-XX:+UseTransparentHugePages", "-Xmx1g"), "sysfs", Optional.of(HIDDEN));
            boolean optsIn = List.of("8", "11", "17.0.9").contains(version);
            RegionForecast heap =
                    predict(launch, host()).region(RegionName.HEAP).orElseThrow();
            assertEquals(optsIn ? PageKind.THP : PageKind.BASE, heap.kind().orElseThrow(), version);
            assertEquals(!optsIn, heap.why().contains("/sys"), heap.why());
        }
    }

    @Test
    void whereWeSeeNoFilesEitherTheJvmUsesNone() {
        Host hidden = host().withThp(Fact.absent(Reason.NOT_PRESENT, Source.of("/sys/kernel/mm/transparent_hugepage")))
                .withVmstat(FactsSamples.known(new VmStat(Map.of("thp_fault_alloc", 7L)), "/proc/vmstat"));
        assertEquals("?", kind(predict(launch("11", "-XX:+UseTransparentHugePages"), hidden), RegionName.HEAP));
        String why = predict(launch("25", "-XX:+UseTransparentHugePages"), hidden)
                .region(RegionName.HEAP)
                .orElseThrow()
                .why();
        assertTrue(why.contains("/sys"), why);
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
    void aJvmReadsItsOwnFilesAndTheKernelItsOwn() {
        SysfsView always = new SysfsView(Optional.of("always"), Optional.of("never"), List.of(TWO_MIB));
        Launch launch = with(launch("25", "-XX:+UseTransparentHugePages", "-Xmx1g"), "sysfs", Optional.of(always));
        assertEquals("BASE", kind(predict(launch, host()), RegionName.HEAP), "it does not opt in");
    }

    @Test
    void fragmentedMemoryIsWaitedForOrCompacted() {
        Launch launch = launch("21", "-XX:+UseTransparentHugePages", "-Xmx1g");
        Prediction stalls = predict(launch, freeBlocks(host(), 10));
        assertEquals("THP", kind(stalls, RegionName.HEAP));
        assertEquals(List.of(RiskCode.COMPACTION_STALLS), risks(stalls));
        ThpPolicy never = new ThpPolicy("madvise", Optional.of("inherit"), "never", Optional.of("never"), TWO_MIB);
        Host host = with(host(), "thp", FactsSamples.known(never, "/sys/kernel/mm/transparent_hugepage"));
        Prediction later = predict(launch, freeBlocks(host, 10));
        assertEquals(When.LATER, later.region(RegionName.HEAP).orElseThrow().when());
        assertEquals("?", kind(later, RegionName.HEAP));
        assertEquals(List.of(RiskCode.FRAGMENTED), risks(later));
    }

    @Test
    void pretouchedMemoryIsThereAtTheStart() {
        Launch launch = launch("21", "-XX:+UseTransparentHugePages", "-XX:+AlwaysPreTouch", "-Xmx1g");
        assertEquals(
                When.AT_START,
                predict(launch, host()).region(RegionName.HEAP).orElseThrow().when());
    }

    @Test
    void stacksDependOnKernelAndRelease() {
        Host old = with(
                thp(host(), "always", "-", "never"),
                "kernel",
                FactsSamples.known(new Kernel("5.14.0-1.el9", Optional.empty()), "/proc/sys/kernel/osrelease"));
        assertEquals(List.of(RiskCode.STACKS_ON_THP), risks(predict(launch("8", "-Xms1g", "-Xmx1g"), old)));
        assertTrue(risks(predict(launch("17", "-Xms1g", "-Xmx1g"), old)).isEmpty());
        assertEquals(List.of(RiskCode.STACKS_ON_THP), risks(predict(launch("17.0.8", "-Xms1g", "-Xmx1g"), old)));
        assertTrue(risks(predict(launch("8", "-Xms1g", "-Xmx1g"), thp(host(), "always", "inherit", "never")))
                .isEmpty());
    }

    @Test
    void aGrowingHeapAtAlwaysIsNotSure() {
        Prediction prediction = predict(
                launch("25", "-XX:+UseSerialGC", "-Xms64m", "-Xmx1g"), thp(host(), "always", "inherit", "never"));
        assertEquals("?", kind(prediction, RegionName.HEAP));
        assertEquals(List.of(RiskCode.GROWTH_NOT_ADVISED), risks(prediction));
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
    void since27ASmallerSizeWithoutPagesDoesNotCount() {
        Host host = pools(host(), new HugePool(TWO_MIB, 0, 0, 0, 0, 900), new HugePool(ONE_GIB, 2, 2, 0, 0, 0));
        Host withBlocks = freeBlocks(host, 5_000);
        String[] arguments = words("-XX:+UseSerialGC -Xmx1g -XX:+UseLargePages -XX:LargePageSizeInBytes=1g");
        assertEquals("HUGETLB", kind(predict(launch("26", arguments), withBlocks), RegionName.CODE));
        assertEquals("BASE", kind(predict(launch("27.0.1", arguments), withBlocks), RegionName.CODE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "11", "17", "21", "25", "28-ea+18"})
    void withoutPoolsAndPolicyItKnowsThatItDoesNotKnow(String jdk) {
        Host blind = with(
                with(host(), "pools", FactsSamples.denied("/sys/kernel/mm/hugepages")),
                "thp",
                FactsSamples.denied("/sys/kernel/mm/transparent_hugepage"));
        for (String flag : List.of("-XX:+UseLargePages", "-XX:+UseTransparentHugePages", "-XX:+AlwaysPreTouch")) {
            Prediction prediction = predict(launch(jdk, "-Xmx1g", flag), blind);
            assertEquals("?", kind(prediction, RegionName.HEAP));
            assertFalse(prediction.unknowns().isEmpty());
            assertTrue(prediction.pools().isEmpty());
        }
    }

    @Test
    void aVmThatIsNoHotSpotIsNotForetold() {
        Launch launch = with(launch("17"), "vm", VmIdentity.of(VmKind.OPENJ9));
        Prediction prediction = predict(launch, host());
        assertTrue(prediction.starts().isEmpty());
        assertTrue(prediction.regions().isEmpty());
        assertEquals(1, prediction.unknowns().size());
    }

    @Test
    void everyForecastHasItsReasonAndItsSource() {
        for (String jdk : List.of("8", "11", "17", "21", "25", "27.0.1")) {
            for (String flag : List.of("", "-XX:+UseLargePages", "-XX:+UseTransparentHugePages")) {
                for (String enabled : List.of("always", "madvise", "never")) {
                    Host host = pools(thp(host(), enabled, "inherit", "advise"), 400, 0);
                    Prediction prediction = predict(launch(jdk, "-XX:+UseG1GC", "-Xmx1g", flag), host);
                    prediction.regions().forEach(region -> {
                        assertTrue(region.why().matches("[A-Z-].*\\."), region.why());
                        assertFalse(region.why().contains(".."), region.why());
                        assertFalse(region.source().isEmpty());
                        boolean never = region.when() == When.NEVER;
                        assertEquals(never, region.kind().equals(Optional.of(PageKind.BASE)));
                    });
                }
            }
        }
    }

    @Test
    void isAFunctionOfItsInputs() {
        Launch launch = launch("21", "-XX:+UseG1GC", "-Xmx1g", "-XX:+UseLargePages");
        Host host = pools(host(), 600, 0);
        assertEquals(predict(launch, host), predict(launch, host));
    }
}
