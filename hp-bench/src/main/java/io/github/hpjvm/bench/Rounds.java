package io.github.hpjvm.bench;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.options.UntilPrecise;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Plan;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.run.Campaign;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.Precision;
import io.github.hpjvm.bench.variant.Variant;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes the rounds of a plan. With a precision, these are the first rounds. More rounds follow, each of one case: that whose
 * intervals are nearest to the precision and have not reached it. So the time goes first to cases that little more time
 * completes. The rounds end when all intervals have reached the precision, or when the budget is used up. Profiled rounds
 * come last, and their time is kept back.
 */
final class Rounds {
    /** Rounds of a case that may be made again because a fork of them was lost. */
    private static final int MOST_REPLACED = 3;

    private final Plan plan;
    private final List<Variant> variants;
    private final BenchOptions options;
    private final LongSupplier nanoTime;
    private final long start;
    private final Duration keptBack;
    private Duration perFork;
    private int made;
    private int before;
    private final int after;
    private int lastRound;

    /** What makes forks: {@link Campaign#run}. */
    interface Forks {
        /** All runs so far; fewer than were asked for only if the user stopped it. */
        List<Run> run(List<Job> jobs, Campaign.Listener listener);
    }

    /**
     * The budget begins now.
     *
     * @param variants those that are forked
     * @param after number of the last round of the campaign that is continued; 0 for a new one
     * @param perFork what one fork is expected to take, until some have been made
     */
    Rounds(
            Plan plan,
            List<Variant> variants,
            BenchOptions options,
            int after,
            Duration perFork,
            LongSupplier nanoTime) {
        this.plan = plan;
        this.variants = List.copyOf(variants);
        this.after = after;
        this.lastRound = after;
        this.options = options;
        this.perFork = perFork;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.keptBack = perFork.multipliedBy(plan.profiled().size());
    }

    /** Makes all timed rounds. */
    StopReason run(Forks forks, Campaign.Listener listener) {
        made = forks.run(List.of(), listener).size();
        before = made;
        if (options.untilPrecise().isEmpty()) {
            return asManyAsGiven(forks, listener);
        }
        Map<Integer, List<Job>> first =
                after > 0 ? Map.of() : plan.timed().stream().collect(Collectors.groupingBy(Job::round));
        UntilPrecise until = options.untilPrecise().get();
        List<Run> runs = forks.run(List.of(), listener);
        while (true) {
            List<Job> next = first.get(lastRound + 1);
            if (next == null) {
                List<Run> counting = options.disturbed().counting(runs);
                Map<Case, List<Variant>> open = until.precision().open(runs, counting, plan.cases(), variants);
                if (open.isEmpty()) {
                    return Comparisons.of(counting, plan.cases(), variants).hasInterval()
                            ? StopReason.PRECISION
                            : StopReason.NOT_REALISED;
                }
                if (lastRound == BenchOptions.MOST_ROUNDS) {
                    return StopReason.ROUNDS;
                }
                Case nearest = Precision.nearest(counting, open);
                next = Plan.round(lastRound + 1, Map.of(nearest, open.get(nearest)), options.seed());
            }
            if (lastRound > 0
                    && !(until.wholeFirst() && lastRound < after + options.rounds() && after == 0)
                    && !fits(next, until.budget())) {
                return StopReason.BUDGET;
            }
            lastRound++;
            runs = make(next, forks, listener);
            if (runs.size() < made) {
                return StopReason.INTERRUPTED;
            }
            perFork = elapsed().dividedBy(made - before);
        }
    }

    private StopReason asManyAsGiven(Forks forks, Campaign.Listener listener) {
        List<Job> jobs = after == 0 ? plan.timed() : further(options.rounds());
        lastRound = after + options.rounds();
        List<Run> runs = make(jobs, forks, listener);
        for (int again = 0; again < MOST_REPLACED && runs.size() >= made; again++) {
            Map<Case, List<Variant>> lost = LostRounds.of(runs, plan.timed(), after + options.rounds());
            if (lost.isEmpty()) {
                return StopReason.ROUNDS;
            }
            runs = make(Plan.round(++lastRound, lost, options.seed()), forks, listener);
        }
        return runs.size() < made ? StopReason.INTERRUPTED : StopReason.ROUNDS;
    }

    /** Rounds of all cases after those of the campaign that is continued. */
    private List<Job> further(int rounds) {
        Map<Case, List<Variant>> all = plan.timed().stream()
                .filter(job -> job.round() == 1)
                .collect(Collectors.groupingBy(
                        Job::subject, LinkedHashMap::new, Collectors.mapping(Job::variant, Collectors.toList())));
        return IntStream.rangeClosed(after + 1, after + rounds)
                .boxed()
                .flatMap(round -> Plan.round(round, all, options.seed()).stream())
                .toList();
    }

    /** The rounds that profile, numbered after the last that was timed. */
    List<Job> profiled() {
        return plan.profiled().stream()
                .map(job -> new Job(
                        job.round() - options.rounds() + lastRound,
                        job.order(),
                        job.subject(),
                        job.variant(),
                        job.profiler()))
                .toList();
    }

    private List<Run> make(List<Job> jobs, Forks forks, Campaign.Listener listener) {
        made += jobs.size();
        return forks.run(jobs, listener);
    }

    private boolean fits(List<Job> round, Duration budget) {
        Duration end = elapsed().plus(perFork.multipliedBy(round.size())).plus(keptBack);
        return end.compareTo(budget) <= 0;
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoTime.getAsLong() - start);
    }
}
