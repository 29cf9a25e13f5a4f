package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.hotspot.Launches.TWO_MIB;
import static io.github.hpjvm.advisor.hotspot.Launches.freeBlocks;
import static io.github.hpjvm.advisor.hotspot.Launches.host;
import static io.github.hpjvm.advisor.hotspot.Launches.launch;
import static io.github.hpjvm.advisor.hotspot.Launches.pools;
import static io.github.hpjvm.advisor.hotspot.Launches.predict;
import static io.github.hpjvm.advisor.hotspot.Launches.thp;
import static io.github.hpjvm.advisor.hotspot.Predictions.kind;
import static io.github.hpjvm.advisor.hotspot.Predictions.risks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Regions on transparent huge pages. */
class TransparentPagesTest {
    private static final SysfsView HIDDEN = new SysfsView(Optional.empty(), Optional.empty(), List.of());

    /** Measured on 27 with 17 082 KiB: huge pages backed 66 % of the used part. Older releases refuse or have larger regions. */
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
    void theModeOfOneSizeOfSharedMemoryAppliesToMappings(
            String release, String all, String size, boolean asked, PageKind heap) {
        Launch launch = launch(
                release,
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+UseZGC",
                "-Xmx128m",
                asked ? "-XX:+UseTransparentHugePages" : "");
        assertEquals(
                Optional.of(heap),
                predict(launch, sharedSizes(all, size))
                        .region(RegionName.HEAP)
                        .orElseThrow()
                        .kind());
    }

    /** Measured on Linux 6.18 with 17 and 21: the parts of a heap that grows are not aligned, 0 to 99 % are on huge pages. */
    @ParameterizedTest
    @CsvSource({
        "17, advise, -Xms8m, -Xmx255m, false",
        "21, always, -Xms127m, -Xmx255m, false",
        "21, advise, -Xms256m, -Xmx256m, true",
        "21, advise, -Xms16m, -Xmx16m, false",
    })
    void aHeapThatGrowsNeedsTheModeForAllSizes(String release, String size, String min, String max, boolean huge) {
        Launch launch = launch(release, "-XX:+UseZGC", "-XX:+UseTransparentHugePages", min, max);
        Optional<PageKind> kind = huge ? Optional.of(PageKind.THP) : Optional.empty();
        assertEquals(
                kind,
                predict(launch, sharedSizes("never", size))
                        .region(RegionName.HEAP)
                        .orElseThrow()
                        .kind());
        assertEquals("THP", kind(predict(launch, sharedSizes("advise", size)), RegionName.HEAP));
    }

    private static Host sharedSizes(String all, String size) {
        ThpSize two = new ThpSize(
                TWO_MIB,
                Optional.of("inherit"),
                Optional.of(size),
                Optional.of("madvise"),
                Optional.of(size),
                Map.of());
        return with(
                thp(host(), "madvise", "inherit", all),
                "thpSettings",
                FactsSamples.known(
                        new ThpSettings(Map.of(), Map.of(), List.of(two), List.of()),
                        "/sys/kernel/mm/transparent_hugepage"));
    }

    @Test
    void prctlForbidsTransparentHugePages() {
        Launch launch = with(
                launch("21", "-XX:+UseTransparentHugePages", "-Xmx1g"), "thpExclusion", Optional.of(ThpExclusion.ALL));
        assertEquals("BASE", kind(predict(launch, thp(host(), "always", "inherit", "always")), RegionName.HEAP));
    }

    /** A kernel without them shows THP_enabled 0 for each process. */
    @Test
    void aKernelWithoutThpIsTheReason() {
        Host none = host().withThp(Fact.absent(Reason.NOT_PRESENT, Source.of("/sys/kernel/mm/transparent_hugepage")));
        // The generational ZGC keeps its flag there.
        for (String gc : List.of("-XX:+UseG1GC", "-XX:+UseZGC")) {
            Launch launch = with(
                    launch("25", gc, "-XX:+UseTransparentHugePages", "-Xmx1g"),
                    "thpExclusion",
                    Optional.of(ThpExclusion.ALL));
            String why =
                    predict(launch, none).region(RegionName.HEAP).orElseThrow().why();
            assertTrue(why.contains("kernel has no transparent huge pages"), why);
        }
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

    /**
     * Measured on Linux 6.18, -Xms256m -Xmx256m -XX:+AlwaysPreTouch, 17.0.21, 21.0.13, 25.0.5 and 27.0.1. Without the flag
     * 17 and 21 allocate with fallocate, which no prctl affects.
     */
    @ParameterizedTest
    @CsvSource({
        "17, always, false, THP",
        "17, always, true, THP",
        "17, advise, true, THP",
        "17, advise, false, BASE",
        "21, within_size, true, THP",
        "21, force, false, THP",
        "25, always, false, BASE",
        "25, always, true, BASE",
        "25, within_size, true, BASE",
        "25, force, false, BASE",
        "25, advise, true, THP",
        "25, advise, false, BASE",
        "27, always, true, BASE",
        "27, advise, true, THP"
    })
    void prctlExcludesHeapOfZgcThatIsNotAdvised(String release, String shmem, boolean requested, String heap) {
        Launch launch = with(
                launch(
                        release,
                        "-XX:+UseZGC",
                        "-Xms256m",
                        "-Xmx256m",
                        requested ? "-XX:+UseTransparentHugePages" : "-XX:+AlwaysPreTouch"),
                "thpExclusion",
                Optional.of(ThpExclusion.EXCEPT_ADVISED));
        assertEquals(heap, kind(predict(launch, thp(host(), "madvise", "inherit", shmem)), RegionName.HEAP));
    }

    /** JDK-8319969 did not change {@code gc/x}: that tests the flag, and advises only where enabled is madvise. */
    @ParameterizedTest
    @CsvSource({
        "22, madvise, always, -XX:-ZGenerational, THP",
        "22, madvise, never,  -XX:+UseTransparentHugePages,                  BASE",
        "22, madvise, advise, -XX:+UseTransparentHugePages,                  THP",
        "22, always,  advise, -XX:+UseTransparentHugePages,                  BASE",
        "22, always,  always, -XX:+UseTransparentHugePages,                  THP",
        "23, always,  advise, -XX:+UseTransparentHugePages,                  THP",
        "23, always,  advise, -XX:-ZGenerational -XX:+UseTransparentHugePages, BASE",
        "22, never,   advise, -XX:+UseTransparentHugePages,                  BASE",
        "22, never,   advise, -XX:+ZGenerational -XX:+UseTransparentHugePages, THP"
    })
    void singleGenerationZgcReadsTheFlag(String release, String enabled, String shmem, String flags, String heap) {
        String all = "-XX:+UseZGC -Xms256m -Xmx256m " + flags;
        assertEquals(
                heap,
                kind(
                        predict(launch(release, all.strip().split(" ")), thp(host(), enabled, "inherit", shmem)),
                        RegionName.HEAP));
    }

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
    void aHostWithoutFilesHasNoTransparentHugePages() {
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
    void theJvmReadsTheFilesOfItsMountNamespace() {
        SysfsView always = new SysfsView(Optional.of("always"), Optional.of("never"), List.of(TWO_MIB));
        Launch launch = with(launch("25", "-XX:+UseTransparentHugePages", "-Xmx1g"), "sysfs", Optional.of(always));
        assertEquals("BASE", kind(predict(launch, host()), RegionName.HEAP), "it does not opt in");
    }

    @Test
    void fragmentedMemoryIsARisk() {
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
    void pretouchedMemoryIsHugeAtTheStart() {
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
    void aGrowingHeapUnderAlwaysIsUnknown() {
        Prediction prediction = predict(
                launch("25", "-XX:+UseSerialGC", "-Xms64m", "-Xmx1g"), thp(host(), "always", "inherit", "never"));
        assertEquals("?", kind(prediction, RegionName.HEAP));
        assertEquals(List.of(RiskCode.GROWTH_NOT_ADVISED), risks(prediction));
    }
}
