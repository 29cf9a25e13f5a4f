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
 * Every fork to be made, in order. A round holds one fork of every variant of every case; cases, and the variants
 * within a case, come in an order drawn from the seed, anew for each round. The variants of a case follow one another,
 * so that the two sides of a ratio meet the same machine.
 *
 * @param cases what is compared
 * @param timed the jobs of the rounds whose scores count
 * @param profiled the jobs of rounds that profile, after all others
 */
public record Plan(List<Case> cases, List<Job> timed, List<Job> profiled) {

    /**
     * @param cases without repetition
     * @param variants baseline among them
     * @param rounds rounds that are timed, at least one
     * @param profilers each gets one round of its own
     */
    public static Plan of(List<Case> cases, List<Variant> variants, int rounds, Set<Profiler> profilers, long seed) {
        Random random = new Random(seed);
        Set<Case> withTwin = withTwin(cases);
        List<Job> timed = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            timed.addAll(round(round, cases, variants, withTwin, Optional.empty(), random));
        }
        List<Job> profiled = new ArrayList<>();
        int round = rounds;
        for (Profiler profiler : profilers) {
            profiled.addAll(round(++round, cases, variants, Set.of(), Optional.of(profiler), random));
        }
        return new Plan(List.copyOf(cases), List.copyOf(timed), List.copyOf(profiled));
    }

    /**
     * A further round, in an order drawn from the seed and the number of the round: it does not depend on the rounds before.
     *
     * @param open what it measures
     */
    public static List<Job> round(int round, Map<Case, List<Variant>> open, long seed) {
        Random random = new Random(new Random(seed).nextLong() + round);
        List<Case> order = new ArrayList<>(open.keySet());
        Collections.shuffle(order, random);
        List<Job> jobs = new ArrayList<>();
        for (Case subject : order) {
            add(jobs, round, subject, open.get(subject), Optional.empty(), random);
        }
        return jobs;
    }

    private static List<Job> round(
            int round,
            List<Case> cases,
            List<Variant> variants,
            Set<Case> withTwin,
            Optional<Profiler> profiler,
            Random random) {
        List<Job> jobs = new ArrayList<>();
        List<Case> order = new ArrayList<>(cases);
        Collections.shuffle(order, random);
        for (Case subject : order) {
            List<Variant> turns = new ArrayList<>(variants);
            if (withTwin.contains(subject)) {
                turns.add(Variants.twin());
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

    /** The first and the last case of each workload: the smallest and the largest size. */
    private static Set<Case> withTwin(List<Case> cases) {
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
