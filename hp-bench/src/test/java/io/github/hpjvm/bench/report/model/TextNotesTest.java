package io.github.hpjvm.bench.report.model;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the notes on figures. */
class TextNotesTest {
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);

    private final List<Run> runs = new ArrayList<>();

    private List<String> notes(String beginning, StopReason stopped, Map<String, String> given, Case... cases) {
        Results results = new Results(
                Campaigns.options(Profile.QUICK, given),
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(cases),
                runs,
                stopped == StopReason.INTERRUPTED,
                stopped,
                Optional.empty());
        return new TextNotes(results, results.comparisons())
                .lines().stream().filter(line -> line.startsWith(beginning)).toList();
    }

    private List<String> stopped(StopReason reason) {
        return notes("stopped", reason, Map.of("precision", "1%"), SMALL);
    }

    private List<String> memory(Case... cases) {
        return notes("memory", StopReason.ROUNDS, Map.of(), cases);
    }

    private void round(int round, RunBuilder thp, RunBuilder hugetlb) {
        runs.add(run(SMALL, "baseline", round, 10).build());
        runs.add(run(SMALL, "baseline'", round, 10).build());
        runs.add(thp.build());
        runs.add(hugetlb.build());
    }

    @Test
    void reportsThatAllIntervalsReachedThePrecision() {
        for (int round = 1; round <= 8; round++) {
            round(round, run(SMALL, "thp", round, 9), run(SMALL, "hugetlb", round, 9));
        }
        assertEquals(List.of("stopped      intervals within 1.0 % were reached"), stopped(StopReason.PRECISION));
    }

    @Test
    void comparisonsWithoutAnIntervalDidNotReachThePrecision() {
        for (int round = 1; round <= 8; round++) {
            round(
                    round,
                    run(SMALL, "thp", round, 9),
                    run(SMALL, "hugetlb", round, 9).notRealised("no pool", null));
        }
        assertEquals(
                List.of(
                        "stopped      intervals within 1.0 % were reached by 1 of 2 comparisons; the others have no round"
                                + " that counts"),
                stopped(StopReason.PRECISION));
    }

    /** The two confirming rounds count, so they can make the printed intervals wider. */
    @Test
    void reportsIntervalsThatTheConfirmingRoundsMadeWider() {
        for (int round = 1; round <= 8; round++) {
            round(round, run(SMALL, "thp", round, round > 6 ? 20 : 9), run(SMALL, "hugetlb", round, 9));
        }
        assertEquals(
                List.of(
                        "stopped      intervals within 1.0 % were reached; after the confirming rounds 1 of 2 is wider again"),
                stopped(StopReason.PRECISION));
    }

    @Test
    void withoutARoundThatCountsNoIntervalIsReached() {
        for (int round = 1; round <= 6; round++) {
            round(
                    round,
                    run(SMALL, "thp", round, 9).notRealised("no pages", null),
                    run(SMALL, "hugetlb", round, 9).notRealised("no pool", null));
        }
        assertEquals(
                List.of("stopped      no comparison has a round that counts, so no interval can get" + " within 1.0 %"),
                stopped(StopReason.NOT_REALISED));
    }

    @Test
    void anotherReasonForTheEndIsNotThePrecision() {
        assertEquals(
                List.of("stopped      the budget of 20 min 00 s was used up before all intervals within 1.0 % were"
                        + " reached"),
                stopped(StopReason.BUDGET));
        assertEquals(
                List.of("stopped      after the largest number of rounds, before all intervals within 1.0 % were"
                        + " reached"),
                stopped(StopReason.ROUNDS));
        assertEquals(List.of(), stopped(StopReason.INTERRUPTED));
    }

    @ParameterizedTest
    @EnumSource(value = StopReason.class, mode = EnumSource.Mode.EXCLUDE, names = "FAILED")
    void withoutAPrecisionThereIsNoLine(StopReason reason) {
        assertEquals(List.of(), notes("stopped", reason, Map.of(), SMALL));
    }

    @Test
    void memoryInOneStateHasNoNote() {
        for (int round = 1; round <= 6; round++) {
            round(round, run(SMALL, "thp", round, 9), run(SMALL, "hugetlb", round, 9));
        }
        assertEquals(List.of(), memory(SMALL));
    }

    @Test
    void memoryInSeveralStatesIsANoteOfItsComparison() {
        for (int round = 1; round <= 6; round++) {
            MemoryMode mode = round == 4 ? MemoryMode.AS_FOUND : MemoryMode.WARM;
            runs.add(run(SMALL, "baseline", round, 10).memory(mode).build());
            runs.add(run(SMALL, "thp", round, 9).memory(mode).build());
            runs.add(run(SMALL, "hugetlb", round, 9)
                    .memory(round == 2 ? MemoryMode.AS_FOUND : mode)
                    .build());
        }
        assertEquals(
                List.of(
                        "memory       thp at 1 KB had free memory in several states: 1 round not prepared, 5 rounds"
                                + " warm",
                        "memory       hugetlb at 1 KB had free memory in several states: 1 round not prepared, 4"
                                + " rounds warm, 1 round different on the two sides"),
                memory(SMALL));
    }

    /** The medians are on both sides of a microsecond, so they are shown in two units. */
    @Test
    void mediansThatContradictTheRatioAreANoteInAllUnits() {
        for (double scale : new double[] {1, 100}) {
            runs.clear();
            for (int round = 1; round <= 6; round++) {
                // In each round both cost the same; THP lacks the calm rounds.
                double cost = scale * (round <= 3 ? 9.8 : 11.2);
                cpu("baseline", round, cost);
                cpu("thp", round, cost);
            }
            for (int round = 7; round <= 13; round++) {
                cpu("baseline", round, scale * 9.8);
            }
            assertEquals(1, notes("medians", StopReason.ROUNDS, Map.of(), SMALL).size(), "scale " + scale);
        }
    }

    private void cpu(String variant, int round, double nanos) {
        runs.add(run(SMALL, variant, round, nanos)
                .timing(new Timing(
                        Interleave.FORKS,
                        0,
                        Optional.empty(),
                        OptionalDouble.of(nanos),
                        OptionalDouble.of(nanos),
                        List.of()))
                .build());
    }

    @Test
    void oneForkWithAnotherStateIsANote() {
        for (int round = 1; round <= 6; round++) {
            MemoryMode mode = round == 2 ? MemoryMode.AS_FOUND : MemoryMode.WARM;
            round(round, run(SMALL, "thp", round, 9).memory(mode), run(SMALL, "hugetlb", round, 9));
        }
        assertEquals(
                List.of("memory       thp at 1 KB had free memory in several states: 5 rounds warm, 1 round"
                        + " different on the two sides"),
                memory(SMALL));
    }

    /** A fork that does not count is not compared. */
    @Test
    void memoryOfForksThatDoNotCountHasNoNote() {
        for (int round = 1; round <= 6; round++) {
            round(round, run(SMALL, "thp", round, 9), run(SMALL, "hugetlb", round, 9));
        }
        round(
                7,
                run(SMALL, "thp", 7, 9).memory(MemoryMode.AS_FOUND).notRealised("no pages", null),
                run(SMALL, "hugetlb", 7, 9));
        assertEquals(List.of(), memory(SMALL));
    }

    @Test
    void manyComparisonsWithSeveralStatesAreOneNote() {
        List<Case> cases = List.of(SMALL, Samples.ofSize(10_000), LARGE);
        for (Case subject : cases) {
            for (String variant : new String[] {"baseline", "thp", "hugetlb"}) {
                for (int round = 1; round <= 2; round++) {
                    runs.add(run(subject, variant, round, 5)
                            .memory(round == 1 ? MemoryMode.AS_FOUND : MemoryMode.WARM)
                            .build());
                }
            }
        }
        assertEquals(
                List.of("memory       6 of 6 comparisons had free memory in several states; results.json has the state"
                        + " of each run"),
                memory(cases.toArray(Case[]::new)));
    }

    @Test
    void theFragmentationIsTheMedianOfTheIndex() {
        for (int round = 1; round <= 3; round++) {
            runs.add(run(SMALL, "baseline", round, 5)
                    .fragmented(0.5 + 0.1 * round)
                    .build());
        }
        Results results = Campaigns.of(List.of(SMALL), runs);
        assertEquals(
                "warm, and before each fork 70.0 % (median) of free memory is in blocks smaller than a huge page",
                MemoryText.of(new Findings(results)));
    }

    /** A metric of 0 has no ratio, and a run that failed says nothing about pages. */
    @Test
    void aGateNamesWhyAVariantHasNoRatio() {
        assertEquals(
                "gate .*:thp<=1 failed: " + SMALL + " thp was not measured: baseline has no score above 0",
                gate(run(SMALL, "baseline", 1, 0), run(SMALL, "thp", 1, 3)));
        assertEquals(
                "gate .*:thp<=1 failed: " + SMALL + " thp was not measured: all forks failed: exit code 1",
                gate(run(SMALL, "baseline", 1, 3), run(SMALL, "thp", 1, 3).failed(RunStatus.CRASHED, "exit code 1")));
        assertEquals(
                "gate .*:thp<=1 failed: " + SMALL
                        + " thp did not get its pages; the report names the reason and the fix",
                gate(run(SMALL, "baseline", 1, 3), run(SMALL, "thp", 1, 3).notRealised("no", null)));
        assertEquals(
                "gate .*:thp<=1 failed: " + SMALL + " thp was not measured: baseline all forks failed: exit code 7",
                gate(run(SMALL, "baseline", 1, 3).failed(RunStatus.CRASHED, "exit code 7"), run(SMALL, "thp", 1, 3)));
    }

    private static String gate(RunBuilder... runs) {
        Results results = Campaigns.of(
                Campaigns.options(Profile.QUICK, Map.of("gate", ".*:thp<=1")),
                List.of(SMALL),
                Stream.of(runs).map(RunBuilder::build).toList());
        return TextNotes.gate(results.gates().get(0), new Findings(results));
    }

    /** The user ends a campaign in its first round: no fork has failed. */
    @Test
    void anInterruptedForkHasNotFailed() {
        Results results = Campaigns.of(
                List.of(SMALL),
                List.of(
                        run(SMALL, "baseline", 1, 3)
                                .failed(RunStatus.INTERRUPTED, "stopped")
                                .build(),
                        run(SMALL, "thp", 1, 3)
                                .failed(RunStatus.INTERRUPTED, "stopped")
                                .build()));
        assertEquals(
                "stopped before the first result",
                new Findings(results).whyNoRatio(SMALL, Samples.variant("thp")).text());
    }

    @Test
    void allRoundsLeftOutIsTheReasonForNoRatio() {
        for (int round = 1; round <= 2; round++) {
            round(
                    round,
                    run(SMALL, "thp", round, 9).disturbed(0, 40),
                    run(SMALL, "hugetlb", round, 9).notRealised("no", null));
        }
        for (String rule : new String[] {"keep", "drop"}) {
            Findings findings = new Findings(new Results(
                    Campaigns.options(Profile.QUICK, Map.of("disturbed", rule)),
                    Samples.host(),
                    Samples.jvm("21.0.9"),
                    List.of(SMALL),
                    runs,
                    false,
                    StopReason.ROUNDS,
                    Optional.empty()));
            String why = findings.whyNoRatio(SMALL, Samples.variant("thp")).text();
            assertEquals(rule.equals("drop") ? "all rounds left out" : "never in the same round as baseline", why);
            assertEquals(
                    "did not get its pages",
                    findings.whyNoRatio(SMALL, Samples.variant("hugetlb")).text());
        }
    }
}
