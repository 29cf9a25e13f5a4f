package io.github.hpjvm.bench;

import io.github.hpjvm.bench.run.Campaign;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Job;
import io.github.hpjvm.bench.run.Plan;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.variant.Variant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Makes the rounds of a plan. Where a precision is asked for, these are the first rounds; more follow for the comparisons
 * that need them, until none does or the budget is used up. Profiled rounds come last, and their time is kept back.
 */
final class Rounds {
    private final Plan plan;
    private final BenchOptions options;
    private final LongSupplier nanoTime;
    private final long start;
    private final Duration keptBack;
    private Duration perFork;
    private int made;
    private int lastRound;

    /** What makes forks: {@link Campaign#run}. */
    interface Forks {
        /** All runs so far; fewer than were asked for only if the user stopped it. */
        List<Run> run(List<Job> jobs, Campaign.Listener listener);
    }

    /**
     * The budget begins now.
     *
     * @param perFork what one fork is expected to take, until some have been made
     */
    Rounds(Plan plan, BenchOptions options, Duration perFork, LongSupplier nanoTime) {
        this.plan = plan;
        this.options = options;
        this.perFork = perFork;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.keptBack = perFork.multipliedBy(plan.profiled().size());
    }

    /** Makes all timed rounds. */
    StopReason run(Forks forks, Campaign.Listener listener) {
        Map<Integer, List<Job>> first = plan.timed().stream().collect(Collectors.groupingBy(Job::round));
        if (options.untilPrecise().isEmpty()) {
            lastRound = options.rounds();
            return make(plan.timed(), forks, listener).size() < made ? StopReason.INTERRUPTED : StopReason.ROUNDS;
        }
        UntilPrecise until = options.untilPrecise().get();
        List<Run> runs = List.of();
        while (true) {
            List<Job> next = first.get(lastRound + 1);
            if (next == null) {
                List<Run> counting = options.disturbed().counting(runs);
                Map<Case, List<Variant>> open =
                        until.precision().open(runs, counting, plan.cases(), options.variants());
                if (open.isEmpty()) {
                    return Comparisons.of(counting, plan.cases(), options.variants())
                                    .hasInterval()
                            ? StopReason.PRECISION
                            : StopReason.NOT_REALISED;
                }
                if (lastRound == BenchOptions.MOST_ROUNDS) {
                    return StopReason.ROUNDS;
                }
                next = Plan.round(lastRound + 1, open, options.seed());
            }
            if (lastRound > 0 && !fits(next, until.budget())) {
                return StopReason.BUDGET;
            }
            lastRound++;
            runs = make(next, forks, listener);
            if (runs.size() < made) {
                return StopReason.INTERRUPTED;
            }
            perFork = elapsed().dividedBy(made);
        }
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
