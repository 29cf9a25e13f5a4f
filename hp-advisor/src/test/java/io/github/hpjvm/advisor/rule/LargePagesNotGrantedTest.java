package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.code;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static io.github.hpjvm.advisor.JvmSamples.status;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.ContainerLimit;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.read.host.KernelCommandLineFile;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LargePagesNotGrantedTest {
    private static final String ID = "HP-101";
    private static final String ASKED = "-XX:+UseLargePages";

    /** G1 of 17 with 1 GiB: 512 for the heap, 120 for the code cache, 3 for card tables, 16 for bitmaps. */
    private static final long NEED = 651;

    private static final Jvm REFUSED = g1(17, ASKED);

    private static Judged judged(Host host, Jvm jvm) {
        return Judged.by(ID, host, jvm);
    }

    private static List<Action> raised(long to, long from) {
        return raised(to, from, false);
    }

    private static List<Action> raised(long to, long from, boolean stopFirst) {
        return List.of(
                PoolSetting.ofHost(2 << 20, 2 << 20)
                        .grow(to, from, Bytes.ofMiB(2).times(to - from), stopFirst),
                new RestartJvm());
    }

    /** Measured: a ZGC whose pool has pages, but too few, does not start; on an empty pool it starts on base pages. */
    @Test
    void zgcDoesNotStartOnAPoolThatIsTooSmall() {
        String zgc = judged(host(), JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1), ASKED))
                .finds(WARNING)
                .explanation();
        assertTrue(zgc.contains("Failed to allocate initial Java heap"), zgc);
        assertFalse(zgc.contains("all or nothing"), zgc);
        String g1 = judged(host(), REFUSED).finds(WARNING).explanation();
        assertTrue(g1.contains("all or nothing"), g1);
    }

    /** The sysctl excludes surplus pages. The written value includes them in the pool. */
    @Test
    void thePresentValueExcludesSurplusPages() {
        HugePool surplus = new HugePool(Bytes.ofMiB(2), 300, 0, 0, 20, 20);
        Host host = with(host(), "pools", known(List.of(surplus), "/sys/kernel/mm/hugepages"));
        Sysctl written = judged(host, g1(17, "-XX:+UseLargePages")).actions(WARNING).stream()
                .filter(Sysctl.class::isInstance)
                .map(Sysctl.class::cast)
                .findFirst()
                .orElseThrow();
        assertEquals("280", written.was());
        assertTrue(Long.parseLong(written.value()) > 300, written.toString());
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void doesNotApplyWithoutRequestForThePool() {
        judged(host(), g1(17)).doesNotApply("not requested");
        judged(host(), g1(17, "-XX:+UseTransparentHugePages")).doesNotApply("not requested");
        judged(host(), g1(17, ASKED, "-XX:-UseLargePages")).doesNotApply("not requested");
    }

    @Test
    void passesAHeapOnPoolPages() {
        Jvm granted = heap(REFUSED, on(PageKind.HUGETLB, Bytes.ofGiB(1)));
        judged(pool(NEED, 0, 0), granted).passes();
        judged(pool(0, 0, 0), granted).passes();
        judged(with(host(), "pools", denied("/sys/kernel/mm/hugepages")), granted)
                .passes();
    }

    @Test
    void passesAReservedHeap() {
        judged(pool(NEED, NEED, NEED), heap(REFUSED, on(PageKind.HUGETLB, Bytes.ofGiB(1), Bytes.ZERO)))
                .passes();
    }

    @Test
    void anEmptyPoolNeedsTheWholeBill() {
        Judged judged = judged(host(), REFUSED);
        assertEquals(raised(NEED, 0), judged.actions(WARNING));
        String summary = judged.finds(WARNING).summary();
        assertTrue(
                summary.contains("the pool of 2 MiB pages is empty") && summary.contains(NEED + " more are needed"),
                summary);
    }

    /** 1302 MiB for the pool and 512 MiB of margin: 1000 MiB are available now, and the JVM uses 1536 MiB. */
    @Test
    void aPoolThatNeedsTheMemoryOfTheJvmGrowsAfterItsEnd() {
        Host crowded = host().withMemory(memory(Bytes.ofMiB(1000), Bytes.ofMiB(2)));
        List<Action> actions = judged(crowded, REFUSED).actions(WARNING);
        assertEquals(raised(NEED, 0, true), actions);
        assertTrue(actions.get(0).needsStop(), actions.toString());
        assertTrue(actions.get(0).cost().contains("stop the JVM before this step"), actions.toString());
        Host enough = host().withMemory(memory(Bytes.ofMiB(1302 + 512), Bytes.ofMiB(2)));
        assertEquals(raised(NEED, 0), judged(enough, REFUSED).actions(WARNING));
    }

    @Test
    void aPoolOfHeapDividedByPageSizeIsShortOfTheCodeCacheAndTheTables() {
        assertEquals(raised(NEED, 512), judged(pool(512, 512, 0), REFUSED).actions(WARNING));
    }

    @Test
    void aPoolThatLacksOnePageNeedsOne() {
        Judged judged = judged(pool(NEED - 1, NEED - 1, 0), REFUSED);
        assertEquals(raised(NEED, NEED - 1), judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).summary().contains("1 more"));
    }

    @Test
    void pagesOfOtherProcessesStayInUse() {
        assertEquals(
                raised(1000 + NEED - 300, 1000),
                judged(pool(1000, 400, 100), REFUSED).actions(WARNING));
    }

    @Test
    void aPoolThatIsLargeEnoughNeedsOnlyARestart() {
        assertEquals(
                List.of(new RestartJvm()), judged(pool(NEED, NEED, 0), REFUSED).actions(WARNING));
    }

    @Test
    void reportsThatThePoolIsLargeEnoughNow() {
        String summary = judged(pool(NEED, NEED, 0), REFUSED).finds(WARNING).summary();
        assertTrue(summary.contains("enough now"), summary);
        assertFalse(summary.contains("0 more"), summary);
    }

    @Test
    void removesAPageSizeWithoutPoolIfTheDefaultPoolIsEnough() {
        String gigantic = "-XX:LargePageSizeInBytes=1g";
        Judged judged = judged(pool(NEED, NEED, 0), g1(17, ASKED, gigantic));
        assertEquals(List.of(new JvmFlag(List.of(), List.of(gigantic))), judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).explanation().contains("default size"), judged.toString());
    }

    /** Gigantic pages are reliable only at boot, pages of the default size also at run time. */
    @Test
    void removesAPageSizeWithoutPoolIfTheDefaultPoolCanGrow() {
        String gigantic = "-XX:LargePageSizeInBytes=1g";
        Judged judged = judged(pool(NEED - 1, NEED - 1, 0), g1(17, ASKED, gigantic));
        assertEquals(
                List.of(
                        new JvmFlag(List.of(), List.of(gigantic)),
                        new Sysctl(
                                "vm.nr_hugepages",
                                String.valueOf(NEED),
                                String.valueOf(NEED - 1),
                                "2 MiB more memory for the pool")),
                judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).explanation().contains("hugepagesz=1G"), judged.toString());
        Host small = with(pool(0, 0, 0), "memory", memory(Bytes.ofMiB(900), Bytes.ofMiB(2)));
        assertEquals(List.of(), judged(small, g1(17, ASKED, gigantic)).actions(WARNING));
    }

    @Test
    void poolPagesOfCodeAloneAreCritical() {
        Jvm wasteful = with(REFUSED, "status", status("245760 kB"));
        Judged judged = judged(pool(200, 80, 0), wasteful);
        assertEquals(raised(NEED, 200), judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).explanation().contains("This JVM holds 240 MiB of the pool"));
    }

    /** HugetlbPages counts touched pages only. A restart returns reserved pages as well. */
    @Test
    void reservedPagesOfTheCodeCacheCount() {
        Jvm wasteful = code(
                with(REFUSED, "status", status("8192 kB")), on(PageKind.HUGETLB, Bytes.ofMiB(240), Bytes.ofMiB(8)));
        assertEquals(raised(NEED, 200), judged(pool(200, 196, 116), wasteful).actions(WARNING));
        Jvm untouched = with(wasteful, "status", status("0 kB"));
        assertEquals(
                raised(NEED, 200),
                judged(pool(200, 200, 120), code(untouched, on(PageKind.HUGETLB, Bytes.ofMiB(240), Bytes.ZERO)))
                        .actions(WARNING));
    }

    @Test
    void reportsAHeapThatIsPartlyOnPoolPages() {
        Jvm partly = heap(
                with(REFUSED, "status", status("524288 kB")),
                partly(PageKind.HUGETLB, Bytes.ofMiB(512), Bytes.ofMiB(512)));
        Outcome.Finding finding = judged(pool(300, 44, 0), partly).finds(WARNING);
        assertTrue(finding.summary().contains("a part of the heap")
                && finding.summary().contains("512 MiB of 1 GiB"));
        assertFalse(finding.explanation().contains("other regions than its heap"));
    }

    @Test
    void withoutEnoughMemoryThePoolIsNotRaised() {
        Bytes rss = Bytes.ofMiB(1536);
        Bytes bill = Bytes.ofMiB(2).times(NEED);
        Bytes just = bill.plus(Bytes.ofMiB(512)).minus(rss.min(bill.plus(Bytes.ofMiB(512))));
        Host enough = with(host(), "memory", memory(just.plus(Bytes.ofMiB(300)), Bytes.ofMiB(2)));
        assertEquals(raised(NEED, 0, true), judged(enough, REFUSED).actions(WARNING));
        Host tight = with(host(), "memory", memory(Bytes.ofMiB(100), Bytes.ofMiB(2)));
        Jvm small = with(REFUSED, "status", denied("/proc/4242/status"));
        Outcome.Finding finding = judged(tight, small).finds(WARNING);
        assertEquals(List.of(), finding.actions());
        assertTrue(finding.explanation().contains("too little memory"), finding.explanation());
        assertTrue(
                finding.evidence().stream().anyMatch(e -> e.value().contains("does not fit into 100 MiB")),
                finding.toString());
    }

    @Test
    void aRestartReturnsTheMemoryOfTheJvm() {
        Host host = with(host(), "memory", memory(Bytes.ofMiB(2 * NEED + 512 - 1536), Bytes.ofMiB(2)));
        assertEquals(raised(NEED, 0, true), judged(host, REFUSED).actions(WARNING));
        Host less = with(host(), "memory", memory(Bytes.ofMiB(2 * NEED + 511 - 1536), Bytes.ofMiB(2)));
        assertEquals(List.of(), judged(less, REFUSED).actions(WARNING));
    }

    /** 8 and 11 align a reservation to base pages. The plan uses the maximum, and the text names it. */
    @Test
    void theBillOfOldReleasesIsAnInterval() {
        for (int release : List.of(8, 11)) {
            Outcome.Finding finding = judged(host(), JvmSamples.jvm(release, Collector.CMS, Bytes.ofMiB(1000), ASKED))
                    .finds(WARNING);
            assertTrue(finding.explanation().contains(" at most"), finding.explanation());
        }
        assertFalse(judged(host(), REFUSED).finds(WARNING).explanation().contains(" at most"));
    }

    @Test
    void theBillUsesTheSizeOfTheCodeCache() {
        Jvm larger = g1(17, ASKED, "-XX:ReservedCodeCacheSize=512m");
        assertEquals(raised(NEED + 136, 0), judged(host(), larger).actions(WARNING));
        Jvm byArgument = with(larger, "flags", denied("jcmd"));
        assertEquals(raised(NEED + 136, 0), judged(host(), byArgument).actions(WARNING));
    }

    /** {@code hp-cli size} and the plan compute the same number of pages for a JVM. */
    @Test
    void thePlanMatchesTheSizeCommand() {
        for (int release : List.of(8, 11, 17, 21, 25, 28)) {
            for (Collector gc : List.of(Collector.G1, Collector.PARALLEL, Collector.SERIAL)) {
                for (int mib : List.of(64, 176, 452, 1000)) {
                    Jvm jvm = JvmSamples.jvm(
                            release,
                            gc,
                            Bytes.ofMiB(mib),
                            ASKED,
                            "-XX:+Use" + gc.name().charAt(0)
                                    + gc.name().substring(1).toLowerCase(Locale.ROOT) + "GC",
                            "-Xms" + mib + "m",
                            "-Xmx" + mib + "m");
                    Host host = pool(10, 0, 0);
                    long size = PoolSizes.of(List.of(JvmTenant.of(jvm, host)), 0, false, host)
                            .pools()
                            .get(0)
                            .toWrite();
                    assertEquals(raised(size, 10), judged(host, jvm).actions(WARNING), jvm::toString);
                }
            }
        }
    }

    /** The same words as {@code hp-cli size}: free blocks, compaction, the next step after a failure. */
    @Test
    void saysWhetherTheKernelCanAllocateThePages() {
        Outcome.Finding compacted =
                judged(FactsSamples.free(pool(0, 0, 0), 100), REFUSED).finds(WARNING);
        assertTrue(compacted.explanation().contains("100 blocks of 2 MiB are free. The kernel must compact"));
        assertTrue(compacted.expectedEffect().startsWith("With enough pages in the pool and a restart"));
        assertEquals(raised(NEED, 0), compacted.actions());

        Outcome.Finding free =
                judged(FactsSamples.free(pool(0, 0, 0), 1000), REFUSED).finds(WARNING);
        assertTrue(free.explanation().contains("free blocks for all " + NEED + " additional pages"));
        assertTrue(free.expectedEffect().startsWith("After a restart"));

        Host failed = FactsSamples.free(pool(0, 0, 0), 100)
                .withVmstat(known(new VmStat(Map.of("htlb_buddy_alloc_fail", 3L)), "/proc/vmstat"));
        Outcome.Finding atBoot = judged(failed, REFUSED).finds(WARNING);
        assertEquals(List.of(new KernelArgument("hugepagesz=2M hugepages=" + NEED)), atBoot.actions());
        assertTrue(atBoot.explanation().contains("has failed 3 times since boot"));
        Host booted =
                with(failed, "commandLine", known(KernelCommandLineFile.parse("ro hugepages=512"), "/proc/cmdline"));
        assertEquals(
                List.of(new KernelArgument("hugepagesz=2M hugepages=" + NEED, Optional.of("hugepages=512"))),
                judged(booted, REFUSED).finds(WARNING).actions());
        assertTrue(atBoot.expectedEffect().startsWith("After a reboot the whole heap"));
    }

    @Test
    void zgcIsNotRestartedOnAPartOfItsPages() {
        Jvm zgc = JvmSamples.jvm(21, Collector.ZGC, Bytes.ofGiB(1), ASKED);
        String explanation = judged(FactsSamples.free(pool(0, 0, 0), 100), zgc)
                .finds(WARNING)
                .explanation();
        assertTrue(explanation.contains("Restart ZGC only if the pool has all pages"), explanation);
        assertFalse(explanation.contains("all or nothing"), explanation);
    }

    /** Tables of the collector that are on the pool while the heap is not: promised pages come back, touched or not. */
    @Test
    void reservedPagesOfTablesAreReturned() {
        Jvm withTables = JvmSamples.located(REFUSED, RegionName.GC, on(PageKind.HUGETLB, Bytes.ofMiB(8), Bytes.ZERO));
        assertEquals(raised(NEED, 130), judged(pool(130, 130, 4), withTables).actions(WARNING));
    }

    /** A host that was booted with {@code default_hugepagesz=1G}. */
    @Test
    void anotherDefaultSizeUsesTheFileOfThePool() {
        Host gigantic = with(host(), "memory", memory(Bytes.ofGiB(16), Bytes.ofGiB(1)));
        Jvm small = g1(17, ASKED, "-XX:LargePageSizeInBytes=2m");
        assertEquals(
                new KernelFile(
                        Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"),
                        String.valueOf(NEED),
                        "0",
                        Bytes.ofMiB(2).times(NEED) + " more memory for the pool"),
                judged(gigantic, small).actions(WARNING).get(0));
    }

    @Test
    void aRequestForGiganticPagesNeedsTheirPool() {
        Host byDefault = with(pool(600, 600, 0), "memory", memory(Bytes.ofGiB(16), Bytes.ofGiB(1)));
        for (Judged judged : List.of(
                judged(byDefault, REFUSED), judged(pool(600, 600, 0), g1(17, ASKED, "-XX:LargePageSizeInBytes=1g")))) {
            Outcome.Finding finding = judged.finds(WARNING);
            assertTrue(finding.summary().contains("the pool of 1 GiB pages is empty"), finding.summary());
            assertTrue(finding.explanation().contains("needs 1 page of 1 GiB at once"), finding.explanation());
            assertTrue(
                    finding.expectedEffect().contains(finding.actions().isEmpty() ? "1 GiB pages" : "is on huge pages"),
                    finding.expectedEffect());
            assertTrue(
                    finding.actions().stream()
                            .noneMatch(action -> action instanceof KernelFile || action instanceof KernelArgument),
                    "the pages that it takes were not measured");
        }
    }

    /**
     * A JVM that names 1 GiB and now finds such pages keeps them; its other regions take 2 MiB pages.
     */
    @Test
    void availableGiganticPagesAreUsed() {
        Host host = with(
                host(),
                "pools",
                known(
                        List.of(
                                new HugePool(Bytes.ofMiB(2), 10, 10, 0, 0, 0),
                                new HugePool(Bytes.ofGiB(1), 1, 1, 0, 0, 0)),
                        "/sys/kernel/mm/hugepages"));
        Jvm named = g1(17, ASKED, "-XX:LargePageSizeInBytes=1g", "-Xms1g", "-Xmx1g");
        List<Action> actions = judged(host, named).actions(WARNING);
        assertEquals("vm.nr_hugepages", ((Sysctl) actions.get(0)).key());
        assertEquals(new RestartJvm(), actions.get(1));
        assertEquals(2, actions.size());
        assertTrue(judged(host, named).finds(WARNING).explanation().contains("the flag can stay"));
    }

    @Test
    void anUnsupportedPageSizeIsIgnored() {
        for (Jvm jvm : List.of(
                g1(11, ASKED, "-XX:LargePageSizeInBytes=1g"),
                g1(17, ASKED, "-XX:LargePageSizeInBytes=4m"),
                g1(17, ASKED, "-XX:LargePageSizeInBytes=1g", "-XX:LargePageSizeInBytes=2m"))) {
            assertTrue(judged(host(), jvm).finds(WARNING).summary().contains("pool of 2 MiB pages is empty"));
        }
    }

    /** JDK-8271195: from 19 on the next smaller size is tried. */
    @Test
    void aHeapOnSmallerPagesThanRequestedIsAWarning() {
        Jvm fellBack = heap(g1(21, ASKED, "-XX:LargePageSizeInBytes=1g"), on(PageKind.HUGETLB, Bytes.ofGiB(1)));
        Outcome.Finding finding = judged(pool(700, 50, 0), fellBack).finds(WARNING);
        assertTrue(finding.summary().contains("Pages of 1 GiB are requested"), finding.summary());
        assertTrue(finding.summary().contains("pages of 2 MiB"), finding.summary());
        judged(
                        pool(700, 50, 0),
                        heap(g1(21, ASKED, "-XX:LargePageSizeInBytes=4m"), on(PageKind.HUGETLB, Bytes.ofGiB(1))))
                .passes();
    }

    @Test
    void aKernelWithoutThePoolHasNoAction() {
        Host without = with(
                host(),
                "pools",
                known(List.of(new HugePool(Bytes.ofMiB(512), 4, 4, 0, 0, 0)), "/sys/kernel/mm/hugepages"));
        Outcome.Finding finding = judged(without, REFUSED).finds(WARNING);
        assertEquals(List.of(), finding.actions());
        assertTrue(finding.summary().contains("no hugetlb pool of 2 MiB"));
    }

    @Test
    void raisesLimitsOnReservedPages() {
        GroupLimit limit = new GroupLimit(
                Bytes.ofMiB(400), Optional.of(Bytes.ofMiB(100)), "/a", "/sys/fs/cgroup/a/hugetlb.2MB.rsvd.max");
        HugetlbGroup group = new HugetlbGroup(
                Bytes.ofMiB(2), List.of(), List.of(limit), Optional.empty(), Optional.empty(), Optional.empty());
        Jvm limited = with(
                REFUSED,
                "cgroup",
                known(
                        with(FactsSamples.groups(), "hugetlb", known(List.of(group), "/sys/fs/cgroup")),
                        "/proc/4242/cgroup"));
        Judged judged = judged(pool(NEED, NEED, 0), limited);
        assertEquals(
                List.of(
                        new CgroupFile(
                                "/sys/fs/cgroup/a/hugetlb.2MB.rsvd.max",
                                String.valueOf(1402L << 20),
                                String.valueOf(400L << 20)),
                        new RestartJvm()),
                judged.actions(WARNING));
        assertTrue(judged.finds(WARNING).explanation().contains("does not allow it to reserve"));
        assertTrue(judged.finds(WARNING).summary().contains("its control group does not allow the reservation"));
    }

    /** A higher limit on reservations alone would let the JVM die of the limit on touched pages. */
    @Test
    void raisesTheLimitOnTouchedPagesAsWell() {
        GroupLimit max =
                new GroupLimit(Bytes.ofMiB(400), Optional.of(Bytes.ZERO), "/a", "/sys/fs/cgroup/a/hugetlb.2MB.max");
        GroupLimit reserved = new GroupLimit(
                Bytes.ofMiB(400), Optional.of(Bytes.ZERO), "/a", "/sys/fs/cgroup/a/hugetlb.2MB.rsvd.max");
        HugetlbGroup group = new HugetlbGroup(
                Bytes.ofMiB(2), List.of(max), List.of(reserved), Optional.empty(), Optional.empty(), Optional.empty());
        Jvm jvm = with(
                REFUSED,
                "cgroup",
                known(
                        with(FactsSamples.groups(), "hugetlb", known(List.of(group), "/sys/fs/cgroup")),
                        "/proc/4242/cgroup"));
        Plan plan = Advisor.advise(new Facts(Instant.EPOCH, host(), List.of(jvm)), jvm)
                .plan();
        assertEquals(List.of(), plan.omitted());
        assertEquals(
                List.of("CGROUP", "CGROUP", "SYSCTL", "RESTART_JVM"),
                plan.actions().stream().map(action -> action.kind().name()).toList());
    }

    private static Jvm inContainer(Container container, String group) {
        GroupLimit limit = new GroupLimit(
                Bytes.ZERO, Optional.of(Bytes.ZERO), group, "/sys/fs/cgroup" + group + "/hugetlb.2MB.rsvd.max");
        HugetlbGroup hugetlb = new HugetlbGroup(
                Bytes.ofMiB(2), List.of(), List.of(limit), Optional.empty(), Optional.empty(), Optional.empty());
        Cgroup groups = with(FactsSamples.groups(), "hugetlb", known(List.of(hugetlb), "/sys/fs/cgroup"));
        return with(REFUSED, "cgroup", known(with(groups, "container", Optional.of(container)), "/proc/4242/cgroup"));
    }

    /** A restart makes the groups of a container anew, with the limits of its specification. */
    @Test
    void aContainerGetsItsLimitFromItsSpecification() {
        Container pod = new Container("kubernetes", Optional.empty(), Optional.of("uid"), Optional.empty());
        Judged inPod = judged(host(), inContainer(pod, "/kubepods/uid"));
        assertEquals(
                List.of("POD_RESOURCE", "SYSCTL", "RESTART_JVM"),
                inPod.actions(WARNING).stream()
                        .map(action -> action.kind().name())
                        .toList());
        assertTrue(inPod.actions(WARNING).contains(new PodResource("hugepages-2Mi", NEED * 2 + "Mi")));
        assertTrue(inPod.finds(WARNING).explanation().contains("restart the kubelet"));
        Container podman = new Container("podman", Optional.of("c0ffee"), Optional.empty(), Optional.empty());
        Judged inPodman = judged(host(), inContainer(podman, "/machine.slice/libpod-c0ffee.scope"));
        assertEquals(
                new ContainerLimit(
                        "podman",
                        "/sys/fs/cgroup/machine.slice/libpod-c0ffee.scope/hugetlb.2MB.rsvd.max",
                        String.valueOf(NEED * 2L << 20),
                        "0"),
                inPodman.actions(WARNING).get(0));
        String why = inPodman.finds(WARNING).explanation();
        assertTrue(why.contains("recreate the container") && !why.contains("too little memory"), why);
        Judged above = judged(host(), inContainer(podman, "/machine.slice"));
        assertTrue(above.actions(WARNING).get(0) instanceof CgroupFile, "the group outlives the container");
    }

    /** The pool stays the plan where only the limit of the container denies it. */
    @Test
    void thePlanOfAContainerKeepsThePool() {
        for (String runtime : List.of("docker", "podman", "containerd")) {
            Container container = new Container(runtime, Optional.of("c0ffee"), Optional.empty(), Optional.empty());
            Jvm jvm = inContainer(container, "/a/c0ffee");
            Plan full = Advisor.advise(new Facts(Instant.EPOCH, pool(NEED, NEED, 0), List.of(jvm)), jvm)
                    .plan();
            assertEquals(
                    List.of("CONTAINER_LIMIT"),
                    full.actions().stream().map(action -> action.kind().name()).toList());
            Plan empty = Advisor.advise(new Facts(Instant.EPOCH, host(), List.of(jvm)), jvm)
                    .plan();
            assertEquals(List.of(), empty.omitted());
            assertEquals(
                    List.of("SYSCTL", "CONTAINER_LIMIT"),
                    empty.actions().stream().map(action -> action.kind().name()).toList());
        }
    }

    /** The plan is judged as if the pod had the resource. */
    @Test
    void thePlanOfAPodIsPossible() {
        Container pod = new Container("kubernetes", Optional.empty(), Optional.of("uid"), Optional.empty());
        Jvm jvm = inContainer(pod, "/kubepods/uid");
        Plan plan = Advisor.advise(new Facts(Instant.EPOCH, host(), List.of(jvm)), jvm)
                .plan();
        assertEquals(List.of(), plan.omitted());
        assertEquals(
                List.of("SYSCTL", "POD_RESOURCE"),
                plan.actions().stream().map(action -> action.kind().name()).toList());
    }

    /** Pages above a limit that is not visible kill the JVM when it touches them. */
    @Test
    void unknownControlGroupsGiveNoAction() {
        Jvm unseen = with(REFUSED, "cgroup", denied("/proc/4242/cgroup"));
        Jvm half = with(
                REFUSED,
                "cgroup",
                known(with(FactsSamples.groups(), "hugetlb", denied("/sys/fs/cgroup")), "/proc/4242/cgroup"));
        for (Jvm jvm : List.of(unseen, half)) {
            Outcome.Finding finding = judged(host(), jvm).finds(WARNING);
            assertEquals(List.of(), finding.actions());
            assertTrue(finding.explanation().contains("SIGBUS"), finding.explanation());
            assertFalse(finding.explanation().contains("too little memory"), finding.explanation());
        }
    }

    @Test
    void anUnknownBillIsNotGuessed() {
        Jvm tooOld = JvmSamples.jvm(17, Collector.CMS, Bytes.ofGiB(1), ASKED);
        assertEquals(List.of(), judged(host(), tooOld).actions(WARNING));
    }

    /** A heap on base pages did not get what it requested, whatever the pool has. */
    @Test
    void aHeapOnBasePagesIsAFindingIfThePoolsAreUnknown() {
        Judged hidden = judged(with(host(), "pools", denied("/sys/kernel/mm/hugepages")), REFUSED);
        Outcome.Finding finding = hidden.finds(WARNING);
        assertTrue(finding.summary().contains("the pools of this host are unknown"), finding.summary());
        assertEquals(List.of(), finding.actions());
    }

    @Test
    void missingFactsAreNamed() {
        judged(host(), with(REFUSED, "identity", denied("/tmp"))).needs("VM", Reason.DENIED);
        judged(host(), with(REFUSED, "arguments", denied("/tmp"))).needs("arguments", Reason.DENIED);
        judged(host(), JvmSamples.heapDenied(REFUSED)).needs("heap", Reason.DENIED);
        judged(with(host(), "memory", denied("/proc/meminfo")), REFUSED).needs("memory", Reason.DENIED);
        judged(host(), heap(REFUSED, JvmSamples.unclear(PageKind.HUGETLB, Bytes.ofGiB(1))))
                .needs("pages that back the heap", Reason.NOT_SUPPORTED);
        judged(host(), JvmSamples.vanished()).needs("VM", Reason.VANISHED);
    }

    @Test
    void unreadArgumentsLeaveTheRequestUnknown() {
        Jvm half = with(
                REFUSED,
                "arguments",
                known(with(JvmSamples.told(ASKED), "unread", List.of("/etc/java.args")), "/proc/4242/cmdline"));
        Judged judged = judged(host(), half);
        judged.needs("requested pages", Reason.DENIED);
        assertTrue(judged.outcome().toString().contains("/etc/java.args"));
    }
}
