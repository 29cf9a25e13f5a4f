package io.github.hpjvm.bench;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.CampaignPlan;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.ExpectedTimes;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.Campaign;
import io.github.hpjvm.console.error.BenchException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static final Duration FORK = Duration.ofSeconds(2);
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);

    private static final Campaign.Listener SILENT = new Campaign.Listener() {
        @Override
        public void starting(List<Job> jobs) {}

        @Override
        public void ended(Run run) {}

        @Override
        public void roundEnded(List<Run> soFar) {}
    };

    private final List<Run> runs = new ArrayList<>();
    private long now = Duration.ofHours(5).toNanos();
    private int stopAfter = Integer.MAX_VALUE;
    private int brokenAfter = Integer.MAX_VALUE;
    private int disturbedUntil;
    private Set<String> notRealised = Set.of();
    private Set<String> lost = Set.of();
    private Set<Case> failing = Set.of();
    private RunStatus how = RunStatus.CRASHED;
    private RunFailure why = RunFailure.of("exit code 1", false);
    private int slow = 1;
    private int slowLarge = 1;
    private int after;
    private Duration looked = Duration.ZERO;
    private ExpectedTimes times = new ExpectedTimes(FORK, FORK);

    private Set<Integer> roundsOfLarge() {
        runs.clear();
        measure(rounds(Set.of(), "rounds", "4"), job -> 1.0);
        return runs.stream()
                .filter(run -> run.job().subject().equals(LARGE))
                .map(run -> run.job().round())
                .collect(Collectors.toSet());
    }

    /** Runs rounds on a machine on which each fork takes two seconds and a function returns its cost. */
    private StopReason measure(Rounds rounds, Function<Job, Double> cost) {
        return rounds.run(forks(cost), SILENT);
    }

    private Rounds.Forks forks(Function<Job, Double> cost) {
        return (jobs, listener) -> {
            for (Job job : jobs) {
                if (runs.size() == stopAfter) {
                    break;
                }
                if (runs.size() == brokenAfter) {
                    throw new BenchException("cannot write round2.out: No space left on device");
                }
                now += FORK.toNanos() * slow * (job.subject().equals(LARGE) ? slowLarge : 1);
                RunBuilder run = run(job.subject(), job.variant().name(), job.round(), cost.apply(job))
                        .order(job.order())
                        .disturbed(0, job.round() <= disturbedUntil ? 40 : 0);
                if (failing.contains(job.subject())
                        || lost.contains(job.round() + " " + job.variant().name())) {
                    run.failed(how, why);
                }
                runs.add(
                        notRealised.contains(job.variant().name())
                                ? run.notRealised("no pages", null).build()
                                : run.build());
                listener.ended(runs.get(runs.size() - 1));
            }
            return List.copyOf(runs);
        };
    }

    private Rounds rounds(Set<Profiler> profilers, String... given) {
        Map<String, String> map = new HashMap<>(Map.of("variants", "baseline,thp,hugetlb"));
        for (int i = 0; i < given.length; i += 2) {
            map.put(given[i], given[i + 1]);
        }
        BenchOptions options = BenchOptions.parse(map, Profile.QUICK, 7);
        CampaignPlan plan = CampaignPlan.of(List.of(SMALL, LARGE), options.variants(), options.rounds(), profilers, 7);
        return new Rounds(plan, options.variants(), options, after, times, () -> now, now - looked.toNanos());
    }

    /** A disk that fills in the second round does not lose the first one. */
    @Test
    void anErrorKeepsTheRunsBeforeIt() {
        int round = 2 * 4;
        brokenAfter = round;
        EndedRounds ended = EndedRounds.of(rounds(Set.of(), "rounds", "3"), forks(job -> 1.0), SILENT);
        assertEquals(round, ended.runs().size());
        assertEquals(StopReason.INTERRUPTED, ended.stopped());
        assertTrue(!ended.whole());
        assertEquals(
                "cannot write round2.out: No space left on device",
                ended.failure().orElseThrow().getMessage());
        runs.clear();
        brokenAfter = 0;
        assertThrows(
                BenchException.class,
                () -> EndedRounds.of(rounds(Set.of(), "rounds", "3"), forks(job -> 1.0), SILENT),
                "there is nothing to report");
    }

    /** A benchmark that throws would be forked in each round without a result. */
    @Test
    void aCaseThatFailsUnderAllVariantsGetsNoFurtherRound() {
        for (String[] more : new String[][] {{"rounds", "4"}, {"rounds", "4", "budget", "10m"}}) {
            runs.clear();
            failing = Set.of(LARGE);
            Rounds rounds = rounds(EnumSet.of(Profiler.PERFNORM), more);
            measure(rounds, job -> 1.0 + job.round() % 3 / 100.0);
            assertEquals(
                    Set.of(1),
                    runs.stream()
                            .filter(run -> run.job().subject().equals(LARGE))
                            .map(run -> run.job().round())
                            .collect(Collectors.toSet()));
            assertTrue(runs.stream().anyMatch(run -> run.job().round() == 4), "the other case has its rounds");
            assertTrue(rounds.profiled().stream().allMatch(job -> job.subject().equals(SMALL)), "nor a profiled one");
        }
    }

    /** A full machine can be the cause in one round, but hardly in two. */
    @Test
    void aFailureFromOutsideIsTriedAgainOnce() {
        for (RunFailure outside : List.of(
                RunFailure.of("ended by signal 9; no output", true),
                new RunFailure("the load ended with exit code 1; refused", RunFailure.Cause.OUTSIDE),
                RunFailure.unknown("exit code 1; read from a file"))) {
            failing = Set.of(LARGE);
            why = outside;
            assertEquals(Set.of(1, 2), roundsOfLarge(), outside.why());
        }
        // The text of a program decides nothing.
        why = RunFailure.of("exit code 1; last line: signal 9, exit code 137", false);
        assertEquals(Set.of(1), roundsOfLarge());
        runs.clear();
        failing = Set.of(SMALL, LARGE);
        how = RunStatus.TIMED_OUT;
        why = RunFailure.unknown("the command did not end within 9 s");
        assertEquals(StopReason.FAILED, measure(rounds(Set.of(), "rounds", "4"), job -> 1.0));
        assertEquals(2 * 8, runs.size());
        runs.clear();
        failing = Set.of();
        lost = Set.of("1 baseline", "1 thp", "1 hugetlb", "1 baseline'");
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "4"), job -> 1.0));
        assertTrue(wellEnded(LARGE, "thp") >= 3, "one bad round");
    }

    @Test
    void aCaseWithGoodEarlierRoundsIsNotDroppedFromAContinuedCampaign() {
        measure(rounds(Set.of(), "rounds", "2"), job -> 10.0);
        after = 2;
        lost = Set.of("3 baseline", "3 thp", "3 hugetlb", "3 baseline'");
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "2"), job -> 10.0));
        assertEquals(4, wellEnded(LARGE, "thp"), "rounds 1, 2, 4, and 5 for the lost one");
    }

    @Test
    void aProgramThatAlwaysFailsEndsAfterTheFirstRound() {
        for (String variant : List.of("baseline", "thp", "hugetlb", "baseline'")) {
            for (int round = 1; round <= 6; round++) {
                lost = new java.util.HashSet<>(lost);
                lost.add(round + " " + variant);
            }
        }
        assertEquals(StopReason.FAILED, measure(rounds(Set.of(), "rounds", "6"), job -> 1.0));
        assertTrue(runs.stream().allMatch(run -> run.job().round() == 1), "only the first round");
        lost = new java.util.HashSet<>(lost);
        lost.remove("1 thp");
        runs.clear();
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "2"), job -> 1.0));
    }

    /** Runs that the user stopped have not failed. */
    @Test
    void aFirstRoundThatTheUserStopsHasNotFailed() {
        Rounds stopped = rounds(Set.of(), "rounds", "6");
        assertEquals(
                StopReason.INTERRUPTED,
                stopped.run(
                        (jobs, listener) -> {
                            if (runs.isEmpty()) {
                                jobs.forEach(job -> runs.add(run(job.subject(), job.variant(), job.round(), 1)
                                        .failed(RunStatus.INTERRUPTED, "stopped by the user")
                                        .build()));
                            }
                            return List.copyOf(runs);
                        },
                        SILENT));
    }

    private long rounds(Case subject, String variant) {
        return runs.stream()
                .filter(it -> it.job().subject().equals(subject)
                        && it.job().variant().name().equals(variant))
                .count();
    }

    private long wellEnded(Case subject, String variant) {
        return runs.stream()
                .filter(it -> it.job().subject().equals(subject)
                        && it.job().variant().name().equals(variant)
                        && it.counts())
                .count();
    }

    /** Noise that stays wide for any number of rounds. */
    private static double noisy(Job job) {
        return job.variant().name().equals("hugetlb") && job.subject().equals(LARGE)
                ? 10 * Math.exp(new Random(job.round()).nextGaussian() / 2)
                : 10;
    }

    @Test
    void runsTheRequestedRoundsWithoutAPrecision() {
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "7"), RoundsTest::noisy));
        assertEquals(7 * 8, runs.size());
    }

    @Test
    void aCaseWithinThePrecisionGetsNoMoreRounds() {
        assertEquals(
                StopReason.BUDGET, measure(rounds(Set.of(), "precision", "1%", "budget", "10m"), RoundsTest::noisy));
        assertEquals(8, rounds(SMALL, "thp"), "narrow after six, confirmed by two");
        assertEquals(8, rounds(LARGE, "thp"));
        assertTrue(rounds(LARGE, "hugetlb") > 50, "it never gets narrow");
        assertEquals(rounds(LARGE, "hugetlb"), rounds(LARGE, "baseline"));
        assertEquals(rounds(LARGE, "hugetlb"), rounds(LARGE, "baseline'"));
        assertEquals(8, rounds(SMALL, "baseline"));
    }

    @Test
    void startsNoRoundThatWouldEndAfterTheBudget() {
        long start = now;
        measure(rounds(Set.of(), "precision", "1%", "budget", "10m"), RoundsTest::noisy);
        Duration used = Duration.ofNanos(now - start);
        assertTrue(used.compareTo(Duration.ofMinutes(10)) <= 0, used::toString);
        assertTrue(used.compareTo(Duration.ofMinutes(10).minus(FORK.multipliedBy(4))) > 0, used::toString);
    }

    /** Short forks show how a benchmark behaves; with many parameters they take minutes. */
    @Test
    void theBudgetIncludesTheTimeBeforeTheFirstRound() {
        looked = Duration.ofMinutes(8);
        long start = now;
        measure(rounds(Set.of(), "precision", "1%", "budget", "10m"), RoundsTest::noisy);
        Duration used = Duration.ofNanos(now - start);
        assertTrue(used.compareTo(Duration.ofMinutes(2)) <= 0, used::toString);
        assertTrue(used.compareTo(Duration.ofMinutes(1)) > 0, used::toString);
    }

    /** A profiler runs the iterations of the user without turns, which may take much longer. */
    @Test
    void theBudgetKeepsTheTimeOfProfiledRounds() {
        times = new ExpectedTimes(FORK, Duration.ofSeconds(30));
        long start = now;
        measure(rounds(EnumSet.of(Profiler.PERFNORM), "precision", "1%", "budget", "10m"), RoundsTest::noisy);
        Duration used = Duration.ofNanos(now - start);
        Duration left = Duration.ofMinutes(10).minus(Duration.ofSeconds(6 * 30));
        assertTrue(used.compareTo(left) <= 0, used::toString);
        assertTrue(used.compareTo(left.minus(FORK.multipliedBy(4))) > 0, used::toString);
    }

    /** The files of an earlier campaign in the same folder are then kept. */
    @Test
    void aCampaignThatIsStoppedBeforeItsFirstForkHasNothingToReport() {
        stopAfter = 0;
        assertTrue(EndedRounds.of(rounds(Set.of(), "rounds", "3"), forks(job -> 1.0), SILENT)
                .nothingForked());
        stopAfter = 1;
        assertFalse(EndedRounds.of(rounds(Set.of(), "rounds", "3"), forks(job -> 1.0), SILENT)
                .nothingForked());
    }

    /** The profiled round comes last, so a stopped campaign never had it. */
    @Test
    void aContinuedCampaignHasTheProfilersThatItLacks() {
        Set<Profiler> both = EnumSet.of(Profiler.PERFNORM, Profiler.PERFASM);
        assertEquals(
                both,
                ProfiledRounds.missing(both, List.of(run(SMALL, "thp", 1, 4).build())));
        List<Run> profiled = List.of(
                run(SMALL, "thp", 2, 4).profiler(Profiler.PERFNORM).build(),
                run(SMALL, "thp", 3, 4)
                        .profiler(Profiler.PERFASM)
                        .failed(RunStatus.INTERRUPTED, "stopped by the user")
                        .build());
        assertEquals(Set.of(Profiler.PERFASM), ProfiledRounds.missing(both, profiled));
        assertEquals(Set.of(), ProfiledRounds.missing(Set.of(), profiled));
        measure(rounds(Set.of(), "rounds", "2"), job -> 10.0);
        after = 2;
        Rounds further = rounds(EnumSet.of(Profiler.PERFASM), "rounds", "2");
        measure(further, job -> 10.0);
        assertEquals(Set.of(5), further.profiled().stream().map(Job::round).collect(Collectors.toSet()));
    }

    @Test
    void theCaseNearestToThePrecisionGetsTheNextRound() {
        Function<Job, Double> cost = job -> {
            double spread = job.subject().equals(SMALL) ? 0.02 : 0.5;
            return 10
                    * Math.exp(
                            new Random(31L * job.round() + job.variant().name().hashCode()).nextGaussian() * spread);
        };
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "precision", "1%", "budget", "3m"), cost));
        assertEquals(6, rounds(LARGE, "thp"));
        assertTrue(rounds(SMALL, "thp") > 10, () -> rounds(SMALL, "thp") + " rounds");
        long small = rounds(SMALL, "thp");
        runs.clear();
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "precision", "1%", "budget", "20m"), cost));
        assertTrue(rounds(LARGE, "thp") > 6, "then the other one");
        assertTrue(rounds(SMALL, "thp") > small);
    }

    @Test
    void stopsBeforeTheBudgetWhenAllIntervalsAreNarrow() {
        assertEquals(StopReason.PRECISION, measure(rounds(Set.of(), "precision", "1%"), job -> 10.0));
        assertEquals(8 * 8, runs.size());
    }

    @Test
    void replacesRoundsThatLostAFork() {
        lost = Set.of("2 thp", "3 hugetlb");
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "6"), job -> 10.0));
        assertEquals(6 * 8 + 8, runs.size(), "one more round of both cases");
        assertEquals(7, runs.stream().mapToInt(it -> it.job().round()).max().orElseThrow());
        assertEquals(6, wellEnded(SMALL, "thp"));
        assertEquals(6, wellEnded(LARGE, "hugetlb"));
    }

    @Test
    void doesNotRepeatAVariantThatNeverSucceeds() {
        lost = Set.of("1 thp", "2 thp", "3 thp", "4 thp", "5 thp", "6 thp");
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "6"), job -> 10.0));
        assertEquals(6 * 8, runs.size());
    }

    @Test
    void replacesAtMostThreeRounds() {
        lost = Set.of("1 thp", "7 thp", "8 thp", "9 thp", "10 thp");
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "6"), job -> 10.0));
        assertEquals((6 + 3) * 8, runs.size());
    }

    @Test
    void theDefaultBudgetDoesNotCutTheFirstRounds() {
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of()), RoundsTest::noisy));
        assertTrue(rounds(LARGE, "hugetlb") > 6);
        runs.clear();
        slow = 10;
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of()), RoundsTest::noisy));
        assertEquals(6 * 8, runs.size(), "16 minutes, and six rounds all the same");
    }

    @Test
    void earlierRunsAreNotCountedAsNewRuns() {
        runs.add(run(SMALL, "thp", 1, 1)
                .failed(RunStatus.NOT_STARTED, "no pages")
                .build());
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "6"), job -> 10.0));
        assertEquals(1 + 6 * 8, runs.size());
        stopAfter = 60;
        assertEquals(StopReason.INTERRUPTED, measure(rounds(Set.of(), "rounds", "6"), job -> 10.0));
    }

    @Test
    void aContinuedCampaignNumbersItsRoundsAfterTheEarlierRounds() {
        measure(rounds(Set.of(), "rounds", "2"), job -> 10.0);
        List<Job> earlier = runs.stream().map(Run::job).toList();
        after = 2;
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "3"), job -> 10.0));
        assertEquals(earlier, runs.subList(0, 16).stream().map(Run::job).toList());
        assertEquals((2 + 3) * 8, runs.size());
        assertEquals(5, rounds(SMALL, "thp"));
        assertEquals(5, runs.stream().mapToInt(it -> it.job().round()).max().orElseThrow());
    }

    @Test
    void aContinuedCampaignAddsRoundsOnlyWhereIntervalsAreWide() {
        measure(rounds(Set.of(), "rounds", "6"), RoundsTest::noisy);
        after = 6;
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "budget", "10m"), RoundsTest::noisy));
        assertEquals(8, rounds(SMALL, "thp"), "two rounds that confirm");
        assertTrue(rounds(LARGE, "hugetlb") > 50);
        after = runs.stream().mapToInt(it -> it.job().round()).max().orElseThrow();
        int before = runs.size();
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "budget", "1m"), RoundsTest::noisy));
        assertTrue(runs.size() > before);
        assertEquals(8, rounds(SMALL, "thp"));
    }

    /** Ctrl-C in the first round: the second case has no ratio, so no rule would measure it again. */
    @Test
    void aContinuedCampaignFirstMeasuresTheCasesOfAStoppedFirstRound() {
        stopAfter = 5;
        assertEquals(StopReason.INTERRUPTED, measure(rounds(Set.of(), "budget", "10m"), job -> 10.0));
        Job last = runs.get(4).job();
        runs.set(
                4,
                run(last.subject(), last.variant(), 1, 10)
                        .order(5)
                        .failed(RunStatus.INTERRUPTED, "stopped by the user")
                        .build());
        assertTrue(runs.stream().limit(4).noneMatch(run -> run.job().subject().equals(last.subject())));
        stopAfter = Integer.MAX_VALUE;
        after = 1;
        EndedRounds ended =
                EndedRounds.of(rounds(Set.of(), "budget", "10m", "precision", "1%"), forks(job -> 10.0), SILENT);
        assertEquals(
                Set.of("baseline", "thp", "hugetlb", "baseline'"),
                ended.runs().stream()
                        .filter(run -> run.job().round() == 2)
                        .filter(run -> run.job().subject().equals(last.subject()))
                        .map(run -> run.job().variant().name())
                        .collect(Collectors.toSet()));
        assertTrue(ended.runs().stream()
                .filter(run -> run.job().round() == 2)
                .allMatch(run -> run.job().subject().equals(last.subject())));
        assertEquals(8, wellEnded(SMALL, "thp"));
        assertEquals(8, wellEnded(LARGE, "thp"));
        assertEquals(StopReason.PRECISION, ended.stopped());
        assertTrue(ended.whole(), "the fork that was stopped is one of the earlier campaign");
    }

    /** The budget would refuse it each time. */
    @Test
    void theRestOfTheFirstRoundRunsWhateverTheBudget() {
        stopAfter = 4;
        measure(rounds(Set.of(), "budget", "10m"), job -> 10.0);
        stopAfter = Integer.MAX_VALUE;
        after = 1;
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "budget", "1s"), job -> 10.0));
        assertEquals(8, runs.size());
        after = 2;
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "budget", "1s"), job -> 10.0));
        assertEquals(8, runs.size());
    }

    @Test
    void onlyTimedRoundsThatTheUserDidNotStopMeasureACase() {
        List<Job> planned = CampaignPlan.of(
                        List.of(SMALL, LARGE),
                        List.of(Samples.variant("baseline"), Samples.variant("thp")),
                        2,
                        Set.of(),
                        7)
                .timed();
        List<Run> earlier = new ArrayList<>();
        for (String variant : List.of("baseline", "thp", "baseline'")) {
            earlier.add(run(SMALL, variant, 1, 10)
                    .failed(RunStatus.CRASHED, "exit code 1")
                    .build());
            earlier.add(run(LARGE, variant, 3, 10).profiler(Profiler.PERFNORM).build());
        }
        // Each variant of the large case has ended, but not in one round
        earlier.add(run(LARGE, "baseline", 1, 10).build());
        earlier.add(run(LARGE, "baseline'", 1, 10).build());
        earlier.add(run(LARGE, "thp", 1, 10)
                .failed(RunStatus.INTERRUPTED, "stopped by the user")
                .build());
        earlier.add(run(LARGE, "thp", 2, 10).build());
        assertEquals(
                Map.of(LARGE, LostRounds.ofRound(planned).get(LARGE)),
                LostRounds.unmeasured(earlier, planned),
                "a case that failed is measured");
    }

    /** A mean over both cases is too short for one and too long for the other. */
    @Test
    void theBudgetKnowsTheTimeOfEachCase() {
        slowLarge = 50;
        for (int minutes = 42; minutes < 62; minutes++) {
            runs.clear();
            long start = now;
            String budget = minutes + "m";
            assertEquals(
                    StopReason.BUDGET, measure(rounds(Set.of(), "budget", budget), job -> spread(job, 0.5)), budget);
            Duration used = Duration.ofNanos(now - start);
            assertTrue(used.compareTo(Duration.ofMinutes(minutes)) <= 0, () -> used + " of " + budget);
        }
    }

    @Test
    void replacesBusyRoundsThatAreLeftOut() {
        disturbedUntil = 6;
        assertEquals(
                StopReason.PRECISION, measure(rounds(Set.of(), "precision", "1%", "disturbed", "drop"), job -> 10.0));
        assertEquals((6 + 8) * 8, runs.size());
    }

    /** After a budget the number of a round is higher than the number of rounds of each case. */
    @Test
    void aContinuedCampaignReplacesOnlyItsOwnLostRounds() {
        measure(rounds(Set.of(), "budget", "5m"), job -> spread(job, 0.5));
        after = runs.stream().mapToInt(it -> it.job().round()).max().orElseThrow();
        for (Job job : rounds(EnumSet.of(Profiler.PERFNORM), "rounds", "6").profiled()) {
            runs.add(run(job.subject(), job.variant().name(), ++after, 10)
                    .profiler(Profiler.PERFNORM)
                    .build());
        }
        int before = runs.size();
        assertTrue(Math.min(rounds(SMALL, "thp"), rounds(LARGE, "thp")) < 20, "most rounds are of one case");
        assertEquals(StopReason.ROUNDS, measure(rounds(Set.of(), "rounds", "6"), job -> 10.0));
        assertEquals(before + 6 * 8, runs.size());
        runs.subList(before, runs.size()).clear();
        lost = Set.of((after + 2) + " thp");
        measure(rounds(Set.of(), "rounds", "6"), job -> 10.0);
        assertEquals(before + 7 * 8, runs.size(), "one more for the lost fork");
    }

    /** Four rounds of two cases, continued with a budget: six rounds of one case would not help the other. */
    @Test
    void aContinuedCampaignGivesEachCaseAnIntervalFirst() {
        measure(rounds(Set.of(), "rounds", "4"), job -> spread(job, 0.5));
        after = 4;
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "budget", "3m"), job -> spread(job, 0.5)));
        assertTrue(rounds(SMALL, "thp") >= 6, () -> rounds(SMALL, "thp") + " rounds");
        assertTrue(rounds(LARGE, "thp") >= 6, () -> rounds(LARGE, "thp") + " rounds");
    }

    private static double spread(Job job, double spread) {
        int seed = 31 * job.round() + job.variant().name().hashCode();
        return 10 * Math.exp(new Random(seed).nextGaussian() * spread);
    }

    @Test
    void anAlwaysBusyMachineEndsWithTheBudget() {
        disturbedUntil = Integer.MAX_VALUE;
        assertEquals(
                StopReason.BUDGET,
                measure(rounds(Set.of(), "precision", "1%", "disturbed", "drop", "budget", "5m"), RoundsTest::noisy));
        assertTrue(runs.size() > 6 * 8);
    }

    @Test
    void stopsAfterTheFirstRoundsIfNoVariantGetsItsPages() {
        notRealised = Set.of("thp", "hugetlb");
        assertEquals(StopReason.NOT_REALISED, measure(rounds(Set.of(), "precision", "1%"), job -> 10.0));
        runs.clear();
        notRealised = Set.of("baseline");
        assertEquals(StopReason.NOT_REALISED, measure(rounds(Set.of(), "precision", "1%"), job -> 10.0));
        assertEquals(6 * 8, runs.size());
        runs.clear();
        notRealised = Set.of("hugetlb");
        assertEquals(StopReason.PRECISION, measure(rounds(Set.of(), "precision", "1%"), job -> 10.0));
    }

    @Test
    void runsAtLeastSixRounds() {
        assertEquals(StopReason.PRECISION, measure(rounds(Set.of(), "precision", "1%", "rounds", "1"), job -> 10.0));
        assertEquals(8 * 8, runs.size());
    }

    @Test
    void aBudgetShorterThanTheFirstRoundsAllowsOneRound() {
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "budget", "1s"), job -> 10.0));
        assertEquals(8, runs.size());
        runs.clear();
        assertEquals(StopReason.BUDGET, measure(rounds(Set.of(), "budget", "50s"), job -> 10.0));
        assertEquals(3 * 8, runs.size());
    }

    @Test
    void reservesTimeForProfiledRoundsAndNumbersThemLast() {
        Rounds rounds = rounds(EnumSet.of(Profiler.PERFNORM), "budget", "3m");
        long start = now;
        measure(rounds, RoundsTest::noisy);
        List<Job> profiled = rounds.profiled();
        assertEquals(6, profiled.size());
        assertTrue(now - start + FORK.toNanos() * 6 <= Duration.ofMinutes(3).toNanos());
        int last = runs.stream().mapToInt(it -> it.job().round()).max().orElseThrow();
        assertTrue(profiled.stream().allMatch(job -> job.round() == last + 1));
    }

    @Test
    void stopsWhenTheUserInterrupts() {
        stopAfter = 50;
        assertEquals(StopReason.INTERRUPTED, measure(rounds(Set.of(), "precision", "1%"), RoundsTest::noisy));
        stopAfter = 60;
        assertEquals(StopReason.INTERRUPTED, measure(rounds(Set.of(), "rounds", "30"), RoundsTest::noisy));
    }

    @Test
    void eachRoundHasItsOwnOrderWhichTheSeedRepeats() {
        measure(rounds(Set.of(), "precision", "1%", "budget", "5m"), RoundsTest::noisy);
        List<Job> first = runs.stream().map(Run::job).toList();
        runs.clear();
        measure(rounds(Set.of(), "precision", "1%", "budget", "5m"), RoundsTest::noisy);
        assertEquals(first, runs.stream().map(Run::job).toList());
        assertTrue(
                first.stream()
                                .filter(job -> job.round() > 10 && job.order() == 1)
                                .map(job -> job.variant().name())
                                .distinct()
                                .count()
                        > 1,
                "not the same side first each time");
    }
}
