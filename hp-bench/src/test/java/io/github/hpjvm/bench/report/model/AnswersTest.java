package io.github.hpjvm.bench.report.model;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.variant.OwnVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);

    private final List<Run> runs = new ArrayList<>();

    /** Six rounds whose wall time and CPU time differ from those of baseline by these factors. */
    private void measured(Case subject, double wall, double cpu) {
        for (int round = 1; round <= 6; round++) {
            double noise = 1 + 0.001 * (round - 3.5);
            add(subject, "baseline", round, 20, 10);
            add(subject, "baseline'", round, 20 * noise, 10 * noise);
            add(subject, "thp", round, 20 * wall * noise, 10 * cpu * noise);
        }
    }

    private void add(Case subject, String variant, int round, double wall, double cpu) {
        runs.add(run(subject, variant, round, wall)
                .timing(new Timing(
                        Interleave.FORKS,
                        0,
                        Optional.empty(),
                        OptionalDouble.of(wall),
                        OptionalDouble.of(cpu),
                        List.of()))
                .build());
    }

    private Findings findings(Case... cases) {
        return new Findings(Campaigns.of(List.of(cases), runs));
    }

    private static String answer(Findings findings) {
        return Answers.of(findings, SMALL.workload(), Samples.variant("thp")).text();
    }

    @Test
    void aDifferenceIsGivenInPerCentAndInTime() {
        measured(LARGE, 1, 0.9);
        assertEquals(
                "THP: 10.0 % less CPU time per operation at 100 MB (9.8 to 10.2 %; saves 1.0 of 10.0 ns)",
                answer(findings(LARGE)));
    }

    @Test
    void manyDifferencesAreGivenAsARangeWithTheLargestOne() {
        List<Case> cases =
                List.of(SMALL, Samples.ofSize(10_000), Samples.ofSize(1_000_000), Samples.ofSize(10_000_000), LARGE);
        measured(SMALL, 1, 1);
        for (int i = 1; i < cases.size(); i++) {
            measured(cases.get(i), 1, 1 - 0.1 * i);
        }
        assertEquals(
                "THP: 10.0 to 40.0 % less CPU time per operation from 10 KB on, most at 100 MB (39.9 to 40.2 %; saves 4.0"
                        + " of 10.0 ns); no difference at 1 KB (any is below 0.3 %)",
                answer(findings(cases.toArray(Case[]::new))));
    }

    @Test
    void anythingWithinOnePerCentIsNoDifferenceWhateverTheVerdict() {
        measured(SMALL, 1, 0.995);
        Findings findings = findings(SMALL);
        assertEquals(
                Verdict.FASTER,
                findings.comparison(SMALL, Samples.variant("thp")).verdict());
        assertEquals("THP: no difference at 1 KB (any is below 0.8 %)", answer(findings));
        assertEquals("no difference", Answers.summary(findings.comparisons(SMALL.workload(), Samples.variant("thp"))));
    }

    @Test
    void aDifferenceWithoutAnAaPairHasNoVerdict() {
        measured(LARGE, 1, 0.9);
        runs.removeIf(run -> run.job().variant().name().equals("baseline'"));
        assertEquals("THP: no verdict at 100 MB: needs an A/A check", answer(findings(LARGE)));
    }

    @Test
    void bothClocksAreGivenWithTheirVerdicts() {
        measured(LARGE, 0.5, 0.8);
        Findings findings = findings(LARGE);
        assertEquals(
                "50.0 % less wall time per operation (49.9 to 50.1 %, faster) and 20.0 % less CPU time per operation"
                        + " (19.8 to 20.2 %, faster)",
                Answers.byBothClocks(findings, findings.comparison(LARGE, Samples.variant("thp"))));
    }

    @Test
    void clocksThatContradictEachOtherAreReported() {
        measured(LARGE, 1.1, 0.9);
        Findings findings = findings(LARGE);
        assertTrue(findings.comparisons().clocksDisagree(findings.comparison(LARGE, Samples.variant("thp"))));
        assertEquals(
                Verdict.FASTER,
                findings.comparisons().verdict(findings.comparison(LARGE, Samples.variant("thp")), Clock.CPU));
        String banner = String.join(" ", Banner.lines(findings));
        assertTrue(banner.startsWith("CPU and wall time disagree: THP at 100 MB: 10.0 % more wall time"), banner);
        assertTrue(banner.endsWith("The verdict is by CPU time."), banner);
    }

    @Test
    void clocksThatAgreeAreNotReported() {
        measured(LARGE, 0.9, 0.9);
        assertFalse(String.join(" ", Banner.lines(findings(LARGE))).contains("disagree"));
    }

    /** The unit is a text of the user: it is no sign of a JMH jar. */
    @Test
    void aMetricInOperationsPerSecondIsThatOfACommand() {
        Findings findings = new Findings(Campaigns.rate(Map.of()));
        assertTrue(findings.ofCommand());
        String answer = Answers.of(findings, findings.workloads().get(0), Samples.variant("thp"))
                .text();
        assertEquals("THP: 10.0 % more ops/s (10.0 to 10.0 %; 100 ops/s becomes 110 ops/s)", answer);
        assertEquals(
                4, findings.metrics(findings.results().cases().get(0)).size(), "both metrics of THP and of hugetlb");
        assertEquals(1.1, thp(findings, "ops/s"), 1e-9);
        assertTrue(Origin.command(findings.results()).startsWith("hp-cli try "));
        assertFalse(new Findings(Campaigns.quick()).ofCommand());
    }

    /** Seconds of pauses, say. */
    @Test
    void aMetricInSecondsIsNotTheRunTime() {
        Findings findings =
                new Findings(Campaigns.ofCommand(Map.of("metric", "took ([0-9.]+) s", "better", "lower"), 0.7));
        String answer = Answers.of(findings, findings.workloads().get(0), Samples.variant("thp"))
                .text();
        assertTrue(answer.startsWith("THP: 30.0 % less measured time ("), answer);
        Findings plain = new Findings(Campaigns.ofCommand(Map.of(), 0.7));
        String time = Answers.of(plain, plain.workloads().get(0), Samples.variant("thp"))
                .text();
        assertTrue(time.startsWith("THP: 30.0 % less wall time per run ("), time);
    }

    /** The medians of the starts say 80 to 40, the pairs of loads 1.1. */
    @Test
    void theFirstMetricHasTheRatioOfTheVerdict() {
        Findings findings = new Findings(Campaigns.turns());
        assertEquals(1.1, thp(findings, "ops/s"), 1e-6);
        assertEquals(1, thp(findings, "latency"), 1e-9);
    }

    private static double thp(Findings findings, String metric) {
        return findings.metrics(findings.results().cases().get(0)).stream()
                .filter(it -> it.metric().equals(metric) && it.variant().name().equals("thp"))
                .findFirst()
                .flatMap(it -> it.ratio().ratio())
                .orElseThrow();
    }

    /** The interval of the rate reaches +25 %; of its reciprocal, the cost, it reaches -20 %. */
    @Test
    void theBoundOfARateIsThatOfTheRate() {
        Findings findings = new Findings(Campaigns.rate(Map.of(), 1.25, 0.91, 1.24, 0.92, 1.26, 0.93, 1.22, 1.1));
        String answer = Answers.of(findings, findings.workloads().get(0), Samples.variant("thp"))
                .text();
        assertEquals("THP: no verdict (any difference is below 25 %)", answer);
    }

    /** The second metric has the numbers of the first one in each turn, so it has its ratio. */
    @Test
    void equalMetricsHaveEqualRatiosInTurns() {
        Findings findings = new Findings(Campaigns.turnsOfEqualMetrics());
        assertEquals(thp(findings, "ops/s"), thp(findings, "latency"), 1e-9);
        assertEquals(1.1, thp(findings, "latency"), 1e-6);
        Case subject = findings.results().cases().get(0);
        assertEquals("40.00 ms", findings.median(subject, Samples.variant("baseline"), "latency"));
    }

    /** Not the name of the metric. */
    @Test
    void aCostOfACommandHasItsUnit() {
        Findings findings = new Findings(Campaigns.turnsOfEqualMetrics());
        Case subject = findings.results().cases().get(0);
        assertEquals("40.0 ms", findings.cost(subject, Samples.variant("baseline")));
    }

    /** Seconds are JMH's default. */
    @Test
    void aSmallCostIsShownInASmallerUnit() {
        for (int round = 1; round <= 6; round++) {
            double noise = 1 + 0.001 * (round - 3.5);
            runs.add(run(SMALL, "baseline", round, 1.2e-6).unit("s/op").build());
            runs.add(run(SMALL, "baseline'", round, 1.2e-6 * noise).unit("s/op").build());
            runs.add(run(SMALL, "thp", round, 0.6e-6 * noise).unit("s/op").build());
        }
        Findings findings = findings(SMALL);
        assertEquals("1.20 \u00b5s", findings.cost(SMALL, Samples.variant("baseline")));
        assertEquals("600 ns", findings.cost(SMALL, Samples.variant("thp")));
        assertTrue(answer(findings).endsWith("; saves 0.60 of 1.20 \u00b5s)"), answer(findings));
    }

    @Test
    void aSmallRateHasThreeDigits() {
        Findings findings = new Findings(Campaigns.rate(Map.of(), 1.1e-4, 1.2e-4));
        Case subject = findings.results().cases().get(0);
        assertTrue(
                findings.cost(subject, Samples.variant("thp")).matches("0\\.0[1-9]\\d\\d ops/s"),
                findings.cost(subject, Samples.variant("thp")));
        assertTrue(findings.median(subject, Samples.variant("thp"), "ops/s").matches("0\\.0[1-9]\\d\\d( ops/s)?"));
    }

    @Test
    void aCampaignWithoutAnyResultNamesItsCost() {
        for (Map<String, String> given : List.of(Map.<String, String>of(), Map.of("metric", "([0-9.]+) ops/s"))) {
            Results some = Campaigns.ofCommand(given, 1);
            Findings nothing = new Findings(Campaigns.of(some.options(), some.cases(), List.of()));
            assertEquals(
                    given.isEmpty() ? "wall time per run" : "metric",
                    nothing.costName(nothing.workloads().get(0)));
        }
    }

    @Test
    void aHeapThatWasNotSeenIsNotOnHugePages() {
        Run run = run(SMALL, "baseline", 1, 5)
                .evidence(new PageEvidence(
                        true, Optional.empty(), Bytes.ZERO, Bytes.ZERO, Optional.empty(), Optional.empty(), List.of()))
                .build();
        Run seen = run(SMALL, "baseline", 2, 5).build();
        for (List<Run> runs : List.of(List.of(run), List.of(run, seen))) {
            Findings findings = new Findings(Campaigns.of(List.of(SMALL), runs));
            assertEquals(runs.size() == 1 ? "-" : "0 %", findings.hugeShare(Samples.variant("baseline")));
        }
    }

    @Test
    void aSecondProgramKeepsTheFolderOfItsJvm() {
        for (String[] label : new String[][] {
            {"/opt/jdk-17/bin/java -cp srv A", "b (jdk-17/bin/java -cp srv A)"},
            {"/opt/jdk-21/bin/java -jar /x/app.jar", "b (jdk-21/bin/java -jar app.jar)"},
            {"/usr/bin/java -Xmx96m -cp /x/cls App", "b (/usr/bin/java -Xmx96m -cp cls App)"},
            {"/usr/local/bin/java -jar /x/a.jar", "b (/usr/local/bin/java -jar a.jar)"},
            {"/srv/.local/bin/java A", "b (/srv/.local/bin/java A)"},
            {"./jdk/bin/java A (1 argument)", "b (jdk/bin/java A (1 argument))"},
            {"java -cp /opt/classes Main (2 arguments)", "b (java -cp classes Main (2 arguments))"},
            {"/opt/run.sh --in /data/x", "b (run.sh --in x)"},
            {"/x/my head.jar", "b (my head.jar)"},
            {"/x/head.jar", "b (head.jar)"},
            {"java -jar new.jar", "b (java -jar new.jar)"}
        }) {
            assertEquals(
                    label[1], Answers.label(OwnVariant.program("b", Samples.variant("baseline"), label[0])), label[0]);
        }
    }
}
