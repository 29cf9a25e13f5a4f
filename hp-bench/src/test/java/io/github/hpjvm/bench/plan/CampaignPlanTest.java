package io.github.hpjvm.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.Seeds;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class CampaignPlanTest {
    private static final Workload ONE = Samples.workload("One.work", Mode.AverageTime);
    private static final Workload TWO = Samples.workload("Two.work", Mode.Throughput);
    private static final List<Variant> VARIANTS = Variants.all().subList(0, 4);

    private static final List<Case> CASES = List.of(
            Samples.ofSize(ONE, 1),
            Samples.ofSize(ONE, 2),
            Samples.ofSize(ONE, 3),
            Samples.ofSize(ONE, 4),
            Samples.ofSize(TWO, 1),
            Samples.ofSize(TWO, 2),
            Samples.ofSize(TWO, 3));

    @Test
    void aRoundHasEachVariantOfEachCaseAndASecondBaselineAtTheEndsOfEachWorkload() {
        Seeds.with(1, random -> {
            CampaignPlan plan = CampaignPlan.of(CASES, VARIANTS, 7, Set.of(), random.nextLong());
            Set<String> expected = new HashSet<>();
            for (Case subject : CASES) {
                VARIANTS.forEach(variant -> expected.add(subject + " " + variant.name()));
            }
            for (String end : List.of("One.work size=1", "One.work size=4", "Two.work size=1", "Two.work size=3")) {
                expected.add(end + " baseline'");
            }
            for (int round = 1; round <= 7; round++) {
                List<String> forks = round(plan.timed(), round).stream()
                        .map(CampaignPlanTest::what)
                        .toList();
                assertEquals(expected.size(), forks.size(), "no fork twice");
                assertEquals(expected, Set.copyOf(forks));
            }
            assertEquals(7 * expected.size(), plan.timed().size());
            assertEquals(CASES, plan.cases());
            assertEquals(List.of(), plan.profiled());
        });
    }

    @Test
    void roundsFollowOneAnotherAndOrderCountsFromOneInEach() {
        CampaignPlan plan = CampaignPlan.of(CASES, VARIANTS, 3, EnumSet.allOf(Profiler.class), 5);
        List<Job> all =
                Stream.concat(plan.timed().stream(), plan.profiled().stream()).toList();
        List<Integer> rounds = all.stream().map(Job::round).toList();
        assertEquals(rounds.stream().sorted().toList(), rounds);
        for (int round = 1; round <= 5; round++) {
            List<Job> jobs = round(all, round);
            assertEquals(
                    IntStream.rangeClosed(1, jobs.size()).boxed().toList(),
                    jobs.stream().map(Job::order).toList());
        }
    }

    @Test
    void theVariantsOfACaseFollowOneAnother() {
        for (int round = 1; round <= 5; round++) {
            List<Case> order = round(
                            CampaignPlan.of(CASES, VARIANTS, 5, Set.of(), 3).timed(), round)
                    .stream()
                    .map(Job::subject)
                    .toList();
            List<Case> changes = new ArrayList<>();
            for (Case subject : order) {
                if (changes.isEmpty() || !changes.get(changes.size() - 1).equals(subject)) {
                    changes.add(subject);
                }
            }
            assertEquals(CASES.size(), changes.size(), () -> "a case comes back: " + order);
        }
    }

    @Test
    void theSameSeedGivesTheSamePlanAndAnotherSeedAnother() {
        CampaignPlan plan = CampaignPlan.of(CASES, VARIANTS, 4, EnumSet.allOf(Profiler.class), 123456);
        assertEquals(plan, CampaignPlan.of(CASES, VARIANTS, 4, EnumSet.allOf(Profiler.class), 123456));
        assertNotEquals(plan, CampaignPlan.of(CASES, VARIANTS, 4, EnumSet.allOf(Profiler.class), 123457));
    }

    @Test
    void moreRoundsDoNotChangeTheFirstOnes() {
        assertEquals(
                CampaignPlan.of(CASES, VARIANTS, 3, Set.of(), 9).timed(),
                CampaignPlan.of(CASES, VARIANTS, 5, Set.of(), 9).timed().stream()
                        .filter(job -> job.round() <= 3)
                        .toList());
    }

    @Test
    void roundsDifferInTheOrderOfCasesAndOfVariants() {
        List<Job> timed = CampaignPlan.of(CASES, VARIANTS, 6, Set.of(), 77).timed();
        Set<List<Case>> orders = new HashSet<>();
        Set<List<Variant>> turns = new HashSet<>();
        for (int round = 1; round <= 6; round++) {
            orders.add(round(timed, round).stream().map(Job::subject).distinct().toList());
            turns.add(round(timed, round).stream()
                    .filter(job -> job.subject().equals(CASES.get(1)))
                    .map(Job::variant)
                    .toList());
        }
        assertTrue(orders.size() > 3, () -> orders.size() + " orders of cases");
        assertTrue(turns.size() > 2, () -> turns.size() + " orders of variants");
    }

    @Test
    void everyVariantOccursInEveryPosition() {
        List<Case> one = List.of(CASES.get(0));
        List<Variant> four = VARIANTS.subList(0, 4);
        int[][] places = new int[four.size() + 1][four.size() + 1];
        List<Variant> withTwin = new ArrayList<>(four);
        withTwin.add(Variants.twin());
        for (Job job : CampaignPlan.of(one, four, 1000, Set.of(), 2).timed()) {
            places[withTwin.indexOf(job.variant())][job.order() - 1]++;
        }
        for (int[] ofVariant : places) {
            for (int times : ofVariant) {
                assertTrue(times > 140 && times < 260, () -> "200 of 1000 expected, found " + times);
            }
        }
    }

    @Test
    void eachProfilerHasItsOwnRoundAfterTheTimedOnesWithoutASecondBaseline() {
        CampaignPlan plan = CampaignPlan.of(CASES, VARIANTS, 2, EnumSet.of(Profiler.PERFASM, Profiler.PERFNORM), 1);
        assertTrue(plan.timed().stream().allMatch(job -> job.profiler().isEmpty() && job.round() <= 2));
        assertEquals(2 * CASES.size() * VARIANTS.size(), plan.profiled().size());
        assertEquals(
                Set.of(Optional.of(Profiler.PERFNORM)),
                Set.copyOf(round(plan.profiled(), 3).stream().map(Job::profiler).toList()));
        assertEquals(
                Set.of(Optional.of(Profiler.PERFASM)),
                Set.copyOf(round(plan.profiled(), 4).stream().map(Job::profiler).toList()));
        assertTrue(plan.profiled().stream().noneMatch(job -> job.variant().equals(Variants.twin())));
    }

    @Test
    void aProfilerChangesNothingInTheTimedRounds() {
        assertEquals(
                CampaignPlan.of(CASES, VARIANTS, 4, Set.of(), 11).timed(),
                CampaignPlan.of(CASES, VARIANTS, 4, EnumSet.allOf(Profiler.class), 11)
                        .timed());
    }

    @Test
    void theOnlyCaseOfAWorkloadHasOneSecondBaseline() {
        CampaignPlan plan = CampaignPlan.of(List.of(CASES.get(0), CASES.get(4)), VARIANTS, 1, Set.of(), 1);
        assertEquals(
                2,
                plan.timed().stream()
                        .filter(job -> job.variant().equals(Variants.twin()))
                        .count());
    }

    private static List<Job> round(List<Job> jobs, int round) {
        return jobs.stream().filter(job -> job.round() == round).toList();
    }

    private static String what(Job job) {
        return job.subject() + " " + job.variant().name();
    }
}
