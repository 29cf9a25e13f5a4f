package io.github.hpjvm.bench.report.model;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BannerTest {
    private static final Case SMALL = Samples.ofSize(1000);

    private final List<Run> runs = new ArrayList<>();

    /** A busy round, with the cost of each variant. */
    private void busyRound(int round, double thp, double hugetlb) {
        Map.of("baseline", 10.0, "baseline'", 10.0, "thp", thp, "hugetlb", hugetlb)
                .forEach((variant, cost) -> runs.add(
                        run(SMALL, variant, round, cost).disturbed(20, 50).build()));
    }

    private String banner() {
        Results results = new Results(
                Campaigns.options(Profile.QUICK, Map.of()),
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(SMALL),
                runs,
                false,
                StopReason.ROUNDS,
                Optional.empty());
        return String.join("\n", Banner.lines(new Findings(results)));
    }

    @Test
    void comparisonsWithAVerdictHoldOnABusyMachine() {
        for (int round = 1; round <= 6; round++) {
            busyRound(round, 8 + 0.01 * round, round % 2 == 0 ? 5 : 20);
        }
        assertTrue(banner().contains("1 of 2 comparisons has no verdict; the others hold. "), banner());
    }

    @Test
    void noComparisonHoldsIfNoneHasAVerdict() {
        for (int round = 1; round <= 4; round++) {
            busyRound(round, 8, 8);
        }
        assertTrue(banner().contains("2 of 2 comparisons have no verdict. "), banner());
        assertFalse(banner().contains("the others hold"), banner());
    }

    /** Forks one after the other have the same load in the mean, but an effect under it is not that of a quiet machine. */
    @ParameterizedTest
    @EnumSource(Interleave.class)
    void theSizeOfAnEffectHoldsUnderThisLoad(Interleave interleave) {
        for (int round = 1; round <= 6; round++) {
            for (Map.Entry<String, Double> one : Map.of("baseline", 10.0, "baseline'", 10.0, "thp", 8.0, "hugetlb", 8.0)
                    .entrySet()) {
                runs.add(run(SMALL, one.getKey(), round, one.getValue() + 0.001 * round)
                        .disturbed(20, 50)
                        .timing(new Timing(
                                interleave,
                                0,
                                Optional.empty(),
                                OptionalDouble.of(one.getValue()),
                                OptionalDouble.empty(),
                                interleave == Interleave.FORKS
                                        ? List.of()
                                        : List.of(
                                                slice(1, one.getValue()),
                                                slice(2, one.getValue()),
                                                slice(3, one.getValue()))))
                        .build());
            }
        }
        assertTrue(
                banner().matches("(?s).*The size of the effect holds for this machine under this load"
                        + "( \\(load average [0-9.]+( to [0-9.]+)?\\))?\\..*"),
                banner());
        assertEquals(interleave == Interleave.FORKS, banner().contains("The intervals contain this noise"), banner());
    }

    private static Slice slice(int turn, double cost) {
        return new Slice(turn, 1000, cost * 1000, OptionalDouble.empty());
    }

    /** A budget that is too short for a verdict is the first thing to know about the answer. */
    @Test
    void aBudgetTooShortForAVerdictIsSaid() {
        for (int round = 1; round <= 2; round++) {
            runs.add(run(SMALL, "baseline", round, 10).build());
            runs.add(run(SMALL, "thp", round, 8).build());
        }
        Results results = new Results(
                Campaigns.options(Profile.QUICK, Map.of("budget", "60s")),
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(SMALL),
                runs,
                false,
                StopReason.BUDGET,
                Optional.empty());
        assertEquals(
                List.of(
                        "No verdict is possible: a verdict needs 6 rounds, and 2 fit into the budget of 1 min 00 s. Type"
                                + " --budget 180s or more, or --continue DIR --rounds 4 to add rounds."),
                Banner.lines(new Findings(results)));
    }

    private static final Case LARGE = Samples.ofSize(100_000_000);

    private List<String> budget() {
        Results results = new Results(
                Campaigns.options(Profile.QUICK, Map.of("budget", "60s")),
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(SMALL, LARGE),
                runs,
                false,
                StopReason.BUDGET,
                Optional.empty());
        return Banner.lines(new Findings(results));
    }

    /** A case that failed in its first round got no other, whatever the budget. */
    @Test
    void aFailedCaseDoesNotBlameTheBudget() {
        runs.add(run(LARGE, "thp", 1, 8)
                .failed(RunStatus.CRASHED, "an exception")
                .build());
        for (int round = 1; round <= 6; round++) {
            runs.add(run(SMALL, "baseline", round, 10).build());
            runs.add(run(SMALL, "thp", round, 8).build());
        }
        assertEquals(List.of(), budget());
        runs.add(run(LARGE, "thp", 1, 8).build());
        assertEquals(1, budget().size());
        assertTrue(
                budget().get(0).startsWith("No verdict is possible for " + LARGE + ": a verdict needs"),
                () -> budget().toString());
    }

    @ParameterizedTest
    @CsvSource({"0.05, ''", "2, ''", "41.2, Idle memory is slow on this host: 41.2 % of the pages"})
    void aHostThatTakesIdleMemoryAwayIsNamed(double percent, String begin) {
        for (int round = 1; round <= 6; round++) {
            runs.add(run(SMALL, "baseline", round, 10).build());
            runs.add(run(SMALL, "thp", round, 8)
                    .slowIdleReads(round == 4 ? percent : 0.02)
                    .build());
        }
        assertTrue(begin.isEmpty() ? banner().isEmpty() : banner().startsWith(begin), banner());
    }

    @Test
    void aQuietMachineHasNoBanner() {
        for (int round = 1; round <= 6; round++) {
            runs.add(run(SMALL, "baseline", round, 10).build());
            runs.add(run(SMALL, "thp", round, 8).build());
        }
        assertEquals("", banner());
    }
}
