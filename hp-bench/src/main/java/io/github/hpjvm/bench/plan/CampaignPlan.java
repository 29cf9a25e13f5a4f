package io.github.hpjvm.bench.plan;

import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * All planned forks in order. A round has one fork of each variant of each case. The order of cases, and of variants
 * within a case, is drawn from the seed for each round. The variants of a case follow one another, so that the state of
 * the machine is the same for both sides of a ratio.
 *
 * @param cases the compared cases
 * @param timed the jobs of the rounds whose scores count
 * @param profiled the jobs of profiled rounds, which come last
 */
public record CampaignPlan(List<Case> cases, List<Job> timed, List<Job> profiled) {

    /**
     * Plans a campaign.
     *
     * @param cases without repetition
     * @param variants baseline and others
     * @param rounds timed rounds, at least one
     * @param profilers profilers; each has its own round
     */
    public static CampaignPlan of(
            List<Case> cases, List<Variant> variants, int rounds, Set<Profiler> profilers, long seed) {
        Random random = new Random(seed);
        Set<Case> withPair = withPair(cases);
        List<Job> timed = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            timed.addAll(round(round, cases, variants, withPair, Optional.empty(), random));
        }
        List<Job> profiled = new ArrayList<>();
        int round = rounds;
        for (Profiler profiler : profilers) {
            profiled.addAll(round(++round, cases, variants, Set.of(), Optional.of(profiler), random));
        }
        return new CampaignPlan(List.copyOf(cases), List.copyOf(timed), List.copyOf(profiled));
    }

    /**
     * Plans a further round, in an order drawn from the seed and the round's number, independent of earlier rounds.
     *
     * @param open variants by case
     */
    public static List<Job> round(int round, Map<Case, List<Variant>> open, long seed) {
        Random random = new Random(new Random(seed).nextLong() + round);
        List<Case> order = new ArrayList<>(open.keySet());
        Collections.shuffle(order, random);
        List<Job> jobs = new ArrayList<>();
        for (Case subject : order) {
            add(jobs, round, subject, open.getOrDefault(subject, List.of()), Optional.empty(), random);
        }
        return jobs;
    }

    private static List<Job> round(
            int round,
            List<Case> cases,
            List<Variant> variants,
            Set<Case> withPair,
            Optional<Profiler> profiler,
            Random random) {
        List<Job> jobs = new ArrayList<>();
        List<Case> order = new ArrayList<>(cases);
        Collections.shuffle(order, random);
        for (Case subject : order) {
            List<Variant> turns = new ArrayList<>(variants);
            if (withPair.contains(subject)) {
                turns.add(Variants.twinOf(variants));
            }
            add(jobs, round, subject, turns, profiler, random);
        }
        return jobs;
    }

    private static void add(
            List<Job> jobs,
            int round,
            Case subject,
            List<Variant> variants,
            Optional<Profiler> profiler,
            Random random) {
        List<Variant> turns = new ArrayList<>(variants);
        Collections.shuffle(turns, random);
        for (Variant variant : turns) {
            jobs.add(new Job(round, jobs.size() + 1, subject, variant, profiler));
        }
    }

    /**
     * The cases with an A/A pair: the first and the last of each workload, that is, the smallest and the largest size.
     */
    private static Set<Case> withPair(List<Case> cases) {
        Set<Case> ends = new LinkedHashSet<>();
        for (int i = 0; i < cases.size(); i++) {
            Workload workload = cases.get(i).workload();
            boolean first = i == 0 || !cases.get(i - 1).workload().equals(workload);
            boolean last = i == cases.size() - 1 || !cases.get(i + 1).workload().equals(workload);
            if (first || last) {
                ends.add(cases.get(i));
            }
        }
        return ends;
    }
}
