package io.github.hpjvm.advisor.plan;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.shrinker;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.advice.ChosenPages;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.whatif.Applied;
import io.github.hpjvm.advisor.whatif.WhatIf;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TriedPlanTest {
    private static final int DRAWS = Draws.of(4000);
    private static final Set<RiskCode> FATAL =
            Set.of(RiskCode.SIGBUS_CGROUP_MAX, RiskCode.OUT_OF_MEMORY_KILL, RiskCode.POOL_ENDS_WHILE_GROWING);
    private static final String LARGE = "-XX:+UseLargePages";
    private static final Action RESTART = new RestartJvm();

    private static Outcome.Finding finding(String rule, String subject, Action... actions) {
        return new Outcome.Finding(rule, subject, Severity.WARNING, "s", "e.", "then", List.of(), List.of(actions));
    }

    private static Plan planned(Host host, Jvm jvm, Outcome.Finding... findings) {
        return TriedPlan.of(List.of(findings), WhatIf.of(jvm, host).map(Consequences::new));
    }

    private static Action pages(long number) {
        return new Sysctl("vm.nr_hugepages", String.valueOf(number), "0", "");
    }

    @Test
    void sufficientPoolIsPlanned() {
        Plan plan = planned(pool(0, 0, 0), JvmSamples.g1(17, LARGE), finding("HP-101", "heap", pages(700), RESTART));
        assertEquals(List.of(pages(700), RESTART), plan.actions());
        assertEquals(List.of(), plan.omitted());
    }

    /** Of two values for one setting the plan writes that of the worse finding, so that this value is tried. */
    @Test
    void theValueOfThePlanIsTried() {
        Outcome.Finding worse = new Outcome.Finding(
                "HP-104", "jvm", Severity.CRITICAL, "s", "e.", "then", List.of(), List.of(pages(1_000_000)));
        Plan plan =
                planned(pool(0, 0, 0), JvmSamples.g1(17, LARGE), worse, finding("HP-101", "heap", pages(700), RESTART));
        assertTrue(plan.whyOmitted(worse).isPresent(), plan::toString);
        assertEquals(List.of(pages(700), RESTART), plan.actions());
    }

    @Test
    void insufficientPoolIsOmitted() {
        Outcome.Finding finding = finding("HP-101", "heap", pages(500), RESTART);
        Plan plan = planned(pool(0, 0, 0), JvmSamples.g1(17, LARGE), finding);
        assertEquals(List.of(), plan.actions());
        assertTrue(plan.whyOmitted(finding).orElseThrow().contains("the heap would have no huge pages"));
        assertEquals(List.of(), plan.idsOf(finding));
    }

    /**
     * Measured on 11.0.10 with 130 pages and mode always: without -XX:+UseSHM the code cache takes 120 pages, and the heap of 96
     * MiB has none.
     */
    @Test
    void changeThatTakesTheHeapOffThePoolIsOmitted() {
        Jvm jvm = JvmSamples.jvm(11, Collector.PARALLEL, Bytes.ofMiB(96), LARGE, "-XX:+UseSHM", "-Xms96m", "-Xmx96m");
        Action removal = new JvmFlag(List.of(), List.of("-XX:+UseSHM"));
        Outcome.Finding finding = finding("HP-702", "jvm", removal);
        Host host =
                thp("always", "inherit", "never").withPools(pool(130, 130, 0).pools());
        Plan plan = withSharedMemory(host, jvm, finding);
        assertTrue(plan.whyOmitted(finding).orElse("").contains("the pool would not back the heap"), plan::toString);
        assertEquals(
                List.of(removal),
                withSharedMemory(pool(300, 300, 0), jvm, finding).actions());
    }

    /** A plan for a JVM that may use System V shared memory of the pool. */
    private static Plan withSharedMemory(Host host, Jvm jvm, Outcome.Finding finding) {
        Launch launch = with(Relaunch.of(jvm, host).orElseThrow(), "mayUseShm", Optional.of(true));
        return TriedPlan.of(List.of(finding), Optional.of(new Consequences(WhatIf.of(launch, host))));
    }

    @Test
    void poolThatLeavesNoMemoryIsOmitted() {
        Host small = pool(0, 0, 0).withMemory(memory(Bytes.ofGiB(2), Bytes.ofMiB(2)));
        Jvm jvm = JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(8), LARGE, "-Xmx8g");
        Outcome.Finding finding = finding("HP-101", "heap", pages(4300), RESTART);
        assertTrue(
                planned(small, jvm, finding).whyOmitted(finding).orElseThrow().contains("run out of memory"));
        Host blind = small.withMemory(denied("/somewhere"));
        assertTrue(planned(blind, jvm, finding).whyOmitted(finding).isPresent());
    }

    @Test
    void flagsThatPreventTheStartAreOmitted() {
        Outcome.Finding finding = finding("HP-499", "heap", new JvmFlag(List.of("-Xms4g", "-Xmx1g"), List.of()));
        assertTrue(planned(pool(0, 0, 0), JvmSamples.g1(17), finding)
                .whyOmitted(finding)
                .orElseThrow()
                .contains("would not start"));
    }

    /** A flag for THP with a heap above the memory limit leads to the warning that the kernel kills the process. */
    @Test
    void aPlanThatLeadsToAWarningIsOmitted() {
        Jvm jvm = JvmSamples.memoryLimit(JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(2), "-Xmx2g"), 1024, 300);
        jvm = JvmSamples.heap(jvm, JvmSamples.on(PageKind.BASE, Bytes.ofGiB(2), Bytes.ofMiB(200)));
        Advice advice = Advisor.advise(facts(khugepaged(thp("madvise", "inherit", "advise")), jvm), jvm);
        assertEquals(List.of(), advice.plan().actions());
        Outcome.Finding finding = advice.findings().get(0);
        String why = advice.plan().whyOmitted(finding).orElseThrow();
        assertTrue(why.startsWith("it would lead to HP-206: The control group allows 1 GiB of memory"), why);
        assertTrue(advice.plan().alternatives().stream()
                .filter(one -> one.kind().equals("THP"))
                .noneMatch(Alternative::isPossible));
    }

    /** The same for a JVM that does not run yet: emit and predict. */
    @Test
    void aFirstStartWithSuchAPlanIsRefused() {
        Jvm limited = JvmSamples.memoryLimit(JvmSamples.g1(17, "-Xmx2g"), 1024, 300);
        Launch launch = new Launch(
                JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(2))
                        .identity()
                        .known()
                        .orElseThrow(),
                limited.arguments().known().orElseThrow(),
                Map.of(),
                Map.of(),
                limited.cgroup(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Optional.empty());
        Host host = khugepaged(thp("madvise", "inherit", "advise"));
        ChosenPages chosen = ChosenPages.of(launch, host, Optional.of(PageKind.THP));
        assertTrue(chosen.objection().contains("it would lead to HP-206"), chosen.objection());
        assertEquals(List.of(), chosen.advice().plan().actions());
        ChosenPages pool = ChosenPages.of(launch, host, Optional.of(PageKind.HUGETLB));
        assertEquals("", pool.objection());
    }

    /** A max_ptes_none of 0 in a nearly full group lets the kernel split the heap. */
    @Test
    void aSettingThatLetsTheKernelSplitTheHeapIsOmitted() {
        Jvm jvm = JvmSamples.heap(
                JvmSamples.memoryLimit(JvmSamples.g1(25, "-XX:+UseTransparentHugePages"), 3000, 2900),
                JvmSamples.on(PageKind.THP, Bytes.ofGiB(1)));
        Outcome.Finding finding = finding(
                "HP-203",
                "native",
                new KernelFile(
                        Path.of("/sys/kernel/mm/transparent_hugepage/khugepaged/max_ptes_none"), "0", "511", ""));
        Plan plan = planned(shrinker(thp("madvise", "-", "-"), "1", "511"), jvm, finding);
        assertTrue(plan.whyOmitted(finding).orElseThrow().contains("it would lead to HP-112"), plan::toString);
        assertEquals(
                List.of(),
                planned(shrinker(thp("madvise", "-", "-"), "0", "511"), jvm, finding)
                        .omitted());
    }

    @Test
    void poolAboveTheGroupLimitNeedsTheRaisedLimit() {
        Jvm jvm = JvmSamples.limited(JvmSamples.g1(17, LARGE), false, JvmSamples.limit("/a", 64, 0));
        Outcome.Finding pool = finding("HP-101", "heap", pages(700), RESTART);
        assertTrue(
                planned(pool(0, 0, 0), jvm, pool).whyOmitted(pool).orElseThrow().contains("SIGBUS"));
        String file = JvmSamples.limit("/a", 64, 0).file();
        Outcome.Finding limit = finding(
                "HP-104",
                "jvm",
                new CgroupFile(file, String.valueOf(Bytes.ofGiB(2).value()), "67108864"));
        assertEquals(List.of(), planned(pool(0, 0, 0), jvm, limit, pool).omitted());
        assertEquals(
                List.of(),
                planned(pool(0, 0, 0), jvm, pool, limit).omitted(),
                "what was refused is asked again when the other is there");
    }

    /** What the group counts of it now is free again when it is started anew. */
    @Test
    void pagesOfTheJvmAreFreeAfterItsRestart() {
        Jvm jvm = JvmSamples.code(
                JvmSamples.limited(JvmSamples.g1(17, LARGE), false, JvmSamples.limit("/a", 256, 6)),
                JvmSamples.on(PageKind.HUGETLB, Bytes.ofMiB(240), Bytes.ofMiB(6)));
        Outcome.Finding pool = finding("HP-101", "heap", pages(700), RESTART);
        long need = Relaunch.of(jvm, pool(0, 0, 0))
                .map(launch -> PageModel.predict(launch, pool(0, 0, 0)))
                .orElseThrow()
                .pools()
                .get(0)
                .needGrown()
                .max();
        for (long spare : List.of(0L, -1L)) {
            Outcome.Finding limit = finding(
                    "HP-104",
                    "jvm",
                    new CgroupFile(
                            JvmSamples.limit("/a", 256, 6).file(),
                            String.valueOf(Bytes.ofMiB(2).times(need + spare).value()),
                            "268435456"));
            assertEquals(
                    spare < 0,
                    planned(pool(130, 9, 0), jvm, limit, pool).whyOmitted(pool).isPresent());
        }
    }

    @Test
    void actionThatTakesHugePagesFromTheHeapIsOmitted() {
        Jvm jvm = JvmSamples.heap(
                JvmSamples.g1(17, "-XX:+UseTransparentHugePages"), JvmSamples.on(PageKind.THP, Bytes.ofGiB(1)));
        Outcome.Finding never = finding(
                "HP-899",
                "jvm",
                new KernelFile(Path.of("/sys/kernel/mm/transparent_hugepage/enabled"), "never", "madvise", ""));
        assertTrue(planned(thp("madvise", "inherit", "never"), jvm, never)
                .whyOmitted(never)
                .isPresent());
    }

    @Test
    void pretouchBeyondAvailableMemoryIsOmitted() {
        Host small = pool(0, 0, 0).withMemory(memory(Bytes.ofGiB(2), Bytes.ofMiB(2)));
        Jvm jvm = JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(8), "-XX:+UseTransparentHugePages", "-Xms8g", "-Xmx8g");
        Outcome.Finding pretouch = finding("HP-102", "heap", new JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of()));
        assertTrue(
                planned(small, jvm, pretouch).whyOmitted(pretouch).orElseThrow().contains("pretouching 8 GiB"));
        assertEquals(List.of(), planned(pool(0, 0, 0), jvm, pretouch).omitted());
    }

    /** A limit of 4 GiB, 3584 MiB of heap and 512 MiB beside it: the whole heap fits exactly, and nothing else does. */
    @Test
    void pretouchBeyondTheGroupIsOmitted() {
        Jvm jvm = JvmSamples.jvm(
                17, Collector.G1, Bytes.ofMiB(3584), "-XX:+UseTransparentHugePages", "-Xms3584m", "-Xmx3584m");
        jvm = JvmSamples.heap(jvm, JvmSamples.on(PageKind.THP, Bytes.ofMiB(3584), Bytes.ofMiB(500)));
        jvm = JvmSamples.status(jvm, "VmRSS", 1012 * 1024 + " kB");
        Outcome.Finding pretouch = finding("HP-404", "heap", new JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of()));
        assertTrue(planned(pool(0, 0, 0), JvmSamples.memoryLimit(jvm, 4096, 1012), pretouch)
                .whyOmitted(pretouch)
                .orElseThrow()
                .contains("leaves room for"));
        assertEquals(
                List.of(),
                planned(pool(0, 0, 0), JvmSamples.memoryLimit(jvm, 4096 + 256, 1012), pretouch)
                        .omitted());
    }

    /** 900 MiB of heap beside 250 MiB do not fit into 1 GiB: HP-206 says so, with INFO. */
    @Test
    void aLimitThatThePlanMakesTooLowIsAnObjection() {
        Jvm jvm = JvmSamples.jvm(17, Collector.G1, Bytes.ofMiB(900), "-Xmx900m");
        jvm = JvmSamples.heap(jvm, JvmSamples.on(PageKind.BASE, Bytes.ofMiB(900), Bytes.ofMiB(600)));
        jvm = JvmSamples.status(jvm, "VmRSS", 850 * 1024 + " kB");
        Outcome.Finding flag =
                finding("HP-103", "heap", new JvmFlag(List.of("-XX:+UseTransparentHugePages"), List.of()));
        assertTrue(planned(pool(0, 0, 0), JvmSamples.memoryLimit(jvm, 1024, 850), flag)
                .whyOmitted(flag)
                .orElseThrow()
                .contains("HP-206"));
        assertEquals(
                List.of(),
                planned(pool(0, 0, 0), JvmSamples.memoryLimit(jvm, 1200, 850), flag)
                        .omitted());
    }

    @Test
    void actionsAreKeptIfNothingCanBeTried() {
        Jvm jvm = with(JvmSamples.g1(17, LARGE), "arguments", denied("/somewhere"));
        Outcome.Finding finding = finding("HP-106", "pool", pages(5));
        assertEquals(List.of(pages(5)), planned(pool(9, 9, 0), jvm, finding).actions());
    }

    /** What is printed is never worse than doing nothing, comes true in the model, and is done when it is done once. */
    @Test
    void randomPlansHoldInTheModel() {
        long seed = RandomFacts.seed(20261121);
        SplittableRandom random = new SplittableRandom(seed);
        int plans = 0;
        int dropped = 0;
        int promises = 0;
        int ways = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            RandomStart start = RandomStart.draw(random);
            Host host = start.host().forAdvice();
            String where = "seed " + seed + ", draw " + draw + ": " + start;
            Advice advice = Advisor.advise(facts(start.host(), start.jvm()), start.jvm());
            dropped += advice.plan().omitted().size();
            Optional<Launch> launch = Relaunch.of(start.jvm(), host);
            for (Alternative way : advice.plan().alternatives()) {
                if (way.isPossible()) {
                    Applied gone = Applied.of(way.actions(), launch.orElseThrow(), host);
                    assertHuge(PageModel.predict(gone.launch(), gone.host()), where + way);
                }
                ways++;
            }
            List<Action> actions = advice.plan().actions();
            if (launch.isEmpty() || actions.isEmpty()) {
                continue;
            }
            plans++;
            Prediction before = PageModel.predict(launch.get(), host);
            Applied once = Applied.of(actions, launch.get(), host);
            Prediction after = PageModel.predict(once.launch(), once.host());
            assertNotEquals(Optional.of(false), after.starts(), where);
            Set<RiskCode> fatal = fatal(after);
            fatal.removeAll(fatal(before));
            assertEquals(Set.of(), fatal, where);
            assertEquals(once, Applied.of(actions, once.launch(), once.host()), where);
            assertTrue(leavesRoom(host, once.host(), start.jvm()), where);
            if (advice.findings().stream().anyMatch(one -> isKept(one, advice.plan()))) {
                promises++;
                assertHuge(after, where + advice.plan());
                assertDone(once, after, start.jvm(), where + advice.plan());
            }
        }
        assertTrue(plans > DRAWS / 5, plans + " plans");
        assertTrue(promises > DRAWS / 8, promises + " promises");
        assertTrue(ways > DRAWS / 4, ways + " ways");
        assertTrue(dropped > DRAWS / 200, dropped + " dropped");
    }

    /** After the action and its effect, the plan does not repeat it. */
    private static void assertDone(Applied once, Prediction after, Jvm jvm, String where) {
        Optional<PageKind> kind = after.region(RegionName.HEAP).flatMap(RegionForecast::kind);
        if (kind.isPresent()) {
            Jvm then = JvmSamples.heap(
                    with(jvm, "arguments", known(once.launch().arguments(), "/proc/4242/cmdline")),
                    JvmSamples.on(kind.get(), Bytes.ofGiB(1)));
            Advice again = Advisor.advise(facts(once.host(), then), then);
            assertTrue(again.findings().stream().noneMatch(TriedPlan::isAboutPagesOfHeap), where + again.findings());
        }
    }

    private static boolean isKept(Outcome.Finding finding, Plan plan) {
        return finding.subject().equals("heap")
                && finding.rule().startsWith("HP-1")
                && !plan.idsOf(finding).isEmpty();
    }

    private static Set<RiskCode> fatal(Prediction prediction) {
        return prediction.risks().stream()
                .map(Risk::code)
                .filter(FATAL::contains)
                .collect(Collectors.toSet());
    }

    private static void assertHuge(Prediction after, String where) {
        Optional<PageKind> kind = after.region(RegionName.HEAP).flatMap(RegionForecast::kind);
        assertFalse(kind.equals(Optional.of(PageKind.BASE)) || kind.equals(Optional.of(PageKind.MIXED)), where);
    }

    /** 1.5 GiB are what the JVM of {@link JvmSamples} gives back. */
    private static boolean leavesRoom(Host before, Host after, Jvm jvm) {
        long had = before.memory()
                .known()
                .orElseThrow()
                .size("MemAvailable")
                .orElseThrow()
                .value();
        long grown = after.pools().known().orElseThrow().get(0).total()
                - before.pools().known().orElseThrow().get(0).total();
        return grown <= 0 || (grown << 21) + (512L << 20) <= had + (1536L << 20);
    }
}
