package io.github.hpjvm.bench.report.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.CampaignPlan;
import io.github.hpjvm.bench.plan.ExpectedTimes;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    private ExpectedTimes times = new ExpectedTimes(Duration.ofMillis(2500), Duration.ofMillis(2500));

    @Test
    void showsHostJvmAndPlan() {
        assertEquals(
                List.of(
                        "jvm       OpenJDK 64-Bit Server VM 21.0.9+10 (Some Vendor)",
                        "host      Linux 6.1.0-test, Some CPU @ 3.00GHz, 2 CPUs, 16 384 MiB",
                        "thp       enabled=madvise hugepages-2048kB=inherit defrag=madvise",
                        "memory    1 800 huge pages free; 7.8 % of free memory is in smaller blocks",
                        "hugetlb   pool of 2 MiB pages: 700 pages, 690 available; this JVM needs 642",
                        "counters  no PMU",
                        "plan      quick: 2 cases x baseline, thp, hugetlb, 6 rounds, seed 123456",
                        "          48 forks of about 3 s (2 min 00 s); timeout per fork: 1 min 00 s",
                        "          rounds with steal time > 5 % or other processes > 10 % of the host's CPU time are kept"),
                lines(Samples.host(), Optional.of(Samples.bill()), Optional.of("no PMU"), Set.of()));
    }

    @Test
    void omitsOrMarksUnknownValues() {
        List<String> lines = lines(Samples.unknownHost(), Optional.empty(), Optional.empty(), Set.of());
        assertEquals("host      Linux 6.1.0-test, 2 CPUs", lines.get(1));
        assertEquals("thp       not supported by this kernel", lines.get(2));
        assertEquals("hugetlb   not supported by this kernel", lines.get(3));
        assertEquals(7, lines.size(), "nothing about counters where they work");
    }

    @Test
    void namesTheAlwaysModeOfTheHost() {
        MeasuredHost always = new MeasuredHost(
                Optional.of("test-host"),
                java.time.Instant.parse("2026-11-22T18:40:00Z"),
                "6.1.0-test",
                Optional.empty(),
                2,
                Optional.empty(),
                Samples.thp("always", "inherit"),
                Optional.empty(),
                Optional.empty());
        assertTrue(lines(always, Optional.empty(), Optional.empty(), Set.of())
                .get(2)
                .endsWith("; baseline is forked under PR_SET_THP_DISABLE, because THP is in always mode on"
                        + " this host"));
    }

    @Test
    void oneCpuIsNoPlural() {
        MeasuredHost small = new MeasuredHost(
                Optional.empty(),
                java.time.Instant.parse("2026-11-22T18:40:00Z"),
                "6.1.0-test",
                Optional.empty(),
                1,
                Optional.empty(),
                Samples.thp("never", "inherit"),
                Optional.empty(),
                Optional.empty());
        assertEquals("Linux 6.1.0-test, 1 CPU", PlanText.host(small));
    }

    @Test
    void anInexactBillIsAnInterval() {
        PoolBill eight = PoolBill.of(
                JavaVersion.parse("1.8.0_504"), Collector.G1, Bytes.ofGiB(1), Optional.empty(), Samples.PMD);
        String line = lines(Samples.host(), Optional.of(eight), Optional.empty(), Set.of())
                .get(4);
        assertEquals(
                "hugetlb   pool of 2 MiB pages: 700 pages, 690 available; this JVM needs "
                        + (eight.exact() ? eight.max() : eight.min() + " to " + eight.max()),
                line);
    }

    @Test
    void profiledRoundsAreForksToo() {
        assertTrue(lines(Samples.host(), Optional.empty(), Optional.empty(), EnumSet.of(Profiler.PERFNORM))
                .get(6)
                .contains(" 54 forks "));
    }

    @Test
    void showsPrecisionBudgetGatesAndTheRuleForBusyRounds() {
        assertEquals(
                List.of(
                        "plan      quick: 2 cases x baseline, thp, hugetlb, first 6 rounds, seed 123456",
                        "          48 forks of about 3 s (2 min 00 s); timeout per fork: 1 min 00 s",
                        "          then more rounds where they are needed, until each interval is within 1.5 % of its"
                                + " middle; 2 more rounds confirm it",
                        "          no round starts that would end after the budget of 1 min 30 s, which is shorter than"
                                + " the first rounds",
                        "budget    too short for a verdict: it needs 6 rounds, and about 4 will fit; type --budget 120s, or"
                                + " fewer cases",
                        "          rounds with steal time > 5 % or other processes > 10 % of the host's CPU time are left out",
                        "gate      touch:thp<=0.95: the whole interval must lie at or below the bound",
                        "gate      touch:hugetlb<=1: the whole interval must lie at or below the bound"),
                lines(
                                Campaigns.options(
                                        Profile.QUICK,
                                        Map.of(
                                                "precision", "1.5%",
                                                "budget", "90s",
                                                "disturbed", "drop",
                                                "gate", "touch:thp<=0.95;touch:hugetlb<=1")),
                                Samples.host(),
                                Optional.empty(),
                                Optional.empty(),
                                Set.of())
                        .subList(5, 13));
    }

    @Test
    void theLocaleChangesNothing() {
        List<String> english = lines(Samples.host(), Optional.of(Samples.bill()), Optional.empty(), Set.of());
        Locales.each(() ->
                assertEquals(english, lines(Samples.host(), Optional.of(Samples.bill()), Optional.empty(), Set.of())));
    }

    private List<String> lines(
            MeasuredHost host, Optional<PoolBill> bill, Optional<String> counters, Set<Profiler> profilers) {
        return lines(Campaigns.options(Profile.QUICK, Map.of()), host, bill, counters, profilers);
    }

    @Test
    void profiledRoundsHaveTheirOwnTime() {
        times = new ExpectedTimes(Duration.ofMillis(2500), Duration.ofSeconds(20));
        BenchOptions options = Campaigns.options(Profile.QUICK, Map.of("budget", "200s"));
        String text = String.join(
                " ",
                lines(
                        options,
                        Samples.host(),
                        Optional.empty(),
                        Optional.empty(),
                        EnumSet.of(Profiler.PERFNORM),
                        Duration.ofSeconds(10)));
        assertTrue(text.contains("54 forks of about 4 s (4 min 00 s)"), text);
        assertTrue(text.contains("about 3 will fit; type --budget 250s"), text);
    }

    /** The short forks that look at a jar are part of the budget. */
    @Test
    void theRestOfTheBudgetDecides() {
        BenchOptions options = Campaigns.options(Profile.QUICK, Map.of("budget", "300s"));
        String enough = String.join(" ", lines(options, Duration.ofSeconds(150)));
        assertFalse(enough.contains("shorter than"), enough);
        String small = String.join(" ", lines(options, Duration.ofSeconds(200)));
        assertTrue(small.contains("which is shorter than the first rounds"), small);
        assertTrue(small.contains("about 5 will fit; type --budget 320s, or fewer cases"), small);
        String part = String.join(" ", lines(options, Duration.ofMillis(200_300)));
        assertTrue(part.contains("type --budget 321s"), part);
        String none = String.join(" ", lines(options, Duration.ofSeconds(400)));
        assertTrue(none.contains("type --budget 520s"), none);
    }

    private List<String> lines(BenchOptions options, Duration used) {
        return lines(options, Samples.host(), Optional.empty(), Optional.empty(), Set.of(), used);
    }

    private List<String> lines(
            BenchOptions options,
            MeasuredHost host,
            Optional<PoolBill> bill,
            Optional<String> counters,
            Set<Profiler> profilers) {
        return lines(options, host, bill, counters, profilers, Duration.ZERO);
    }

    private List<String> lines(
            BenchOptions options,
            MeasuredHost host,
            Optional<PoolBill> bill,
            Optional<String> counters,
            Set<Profiler> profilers,
            Duration used) {
        CampaignPlan plan = CampaignPlan.of(
                List.of(Samples.ofSize(1000), Samples.ofSize(100_000_000)),
                options.variants(),
                options.rounds(),
                profilers,
                options.seed());
        return PlanText.lines(
                options, host, Samples.jvm("21.0.9"), plan, bill, counters, Duration.ofSeconds(60), times, used);
    }
}
