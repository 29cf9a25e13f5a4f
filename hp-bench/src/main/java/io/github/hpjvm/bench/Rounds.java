package io.github.hpjvm.bench;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.options.UntilPrecise;
import io.github.hpjvm.bench.plan.CampaignPlan;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.ExpectedTimes;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.run.Campaign;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.Precision;
import io.github.hpjvm.bench.variant.Variant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs the rounds of a plan. With a precision, these are the first rounds. More rounds follow, each of one case: the
 * case that probably needs the fewest rounds to reach the precision ({@link Precision#next}). The rounds
 * end when all intervals have reached the precision, or when the budget is used up. Profiled rounds come last; the budget
 * reserves time for them. A campaign that continues one that was stopped in its first round completes that round first.
 */
final class Rounds {
    /** Additional rounds that may replace rounds with a failed fork. */
    private static final int MAX_REPLACED = 3;

    private final CampaignPlan plan;
    private final List<Variant> variants;
    private final BenchOptions options;
    private final LongSupplier nanoTime;
    private final long start;
    private final Duration keptBack;
    private final ForkTimes times;
    private int made;
    private final int after;
    private int lastRound;
    private Set<Case> failed = Set.of();

    /** Runs forks: {@link Campaign#run}. */
    interface Forks {
        /** Runs the jobs and returns all runs so far; fewer than requested only if the user stopped the campaign. */
        List<Run> run(List<Job> jobs, Campaign.Listener listener);
    }

    /**
     * Plans the rounds without running them.
     *
     * @param variants the variants that are forked
     * @param after number of the last round of the campaign that is continued; 0 for a new one
     * @param times expected times of forks, until forks have been timed
     * @param start when the budget began
     */
    Rounds(
            CampaignPlan plan,
            List<Variant> variants,
            BenchOptions options,
            int after,
            ExpectedTimes times,
            LongSupplier nanoTime,
            long start) {
        this.plan = plan;
        this.variants = List.copyOf(variants);
        this.after = after;
        this.lastRound = after;
        this.options = options;
        this.nanoTime = nanoTime;
        this.start = start;
        this.times = new ForkTimes(nanoTime, times.timed());
        this.keptBack = times.profiled(plan);
    }

    /** Runs all timed rounds. */
    StopReason run(Forks forks, Campaign.Listener listener) {
        List<Run> runs = forks.run(List.of(), listener);
        made = runs.size();
        if (options.untilPrecise().isEmpty()) {
            return fixedRounds(forks, listener);
        }
        Map<Integer, List<Job>> first = first(runs);
        UntilPrecise until = options.untilPrecise().get();
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
                Case subject = until.precision().next(runs, counting, open);
                next = CampaignPlan.round(lastRound + 1, Map.of(subject, open.get(subject)), options.seed());
            }
            next = withoutFailed(next);
            boolean isFirst = lastRound == after && first.containsKey(after + 1);
            if (!isFirst
                    && !(until.wholeFirst() && lastRound < after + options.rounds() && after == 0)
                    && !fits(next, until.budget())) {
                return StopReason.BUDGET;
            }
            lastRound++;
            runs = make(next, forks, listener);
            if (runs.size() < made) {
                return StopReason.INTERRUPTED;
            }
            if (haveFailed(runs)) {
                return StopReason.FAILED;
            }
        }
    }

    /** The first rounds by number: those of the plan, or one of the cases that a stopped campaign has not measured. */
    private Map<Integer, List<Job>> first(List<Run> earlier) {
        if (after == 0) {
            return plan.timed().stream().collect(Collectors.groupingBy(Job::round));
        }
        Map<Case, List<Variant>> unmeasured = LostRounds.unmeasured(earlier, plan.timed());
        return unmeasured.isEmpty()
                ? Map.of()
                : Map.of(after + 1, CampaignPlan.round(after + 1, unmeasured, options.seed()));
    }

    /** Runs the requested number of rounds, then replaces rounds that lost a fork. */
    private StopReason fixedRounds(Forks forks, Campaign.Listener listener) {
        List<Job> jobs = after == 0 ? plan.timed() : further(options.rounds());
        lastRound = after + options.rounds();
        List<Run> runs = forks.run(List.of(), listener);
        for (int round = after + 1; round <= after + options.rounds() && runs.size() == made; round++) {
            int number = round;
            runs = make(
                    withoutFailed(
                            jobs.stream().filter(job -> job.round() == number).toList()),
                    forks,
                    listener);
            if (runs.size() == made && haveFailed(runs)) {
                return StopReason.FAILED;
            }
        }
        for (int again = 0; again < MAX_REPLACED && runs.size() >= made; again++) {
            Map<Case, List<Variant>> lost = LostRounds.of(runs, plan.timed(), after, options.rounds());
            if (lost.isEmpty()) {
                return StopReason.ROUNDS;
            }
            runs = make(CampaignPlan.round(++lastRound, lost, options.seed()), forks, listener);
        }
        return runs.size() < made ? StopReason.INTERRUPTED : StopReason.ROUNDS;
    }

    /** Returns whether all cases have failed ({@link FailedCases}). Else those that failed get no further round. */
    private boolean haveFailed(List<Run> runs) {
        failed = FailedCases.of(runs);
        return FailedCases.all(runs);
    }

    private List<Job> withoutFailed(List<Job> jobs) {
        return jobs.stream().filter(job -> !failed.contains(job.subject())).toList();
    }

    /** Jobs of all cases, for rounds after those of the campaign that is continued. */
    private List<Job> further(int rounds) {
        Map<Case, List<Variant>> all = LostRounds.ofRound(plan.timed());
        return IntStream.rangeClosed(after + 1, after + rounds)
                .boxed()
                .flatMap(round -> CampaignPlan.round(round, all, options.seed()).stream())
                .toList();
    }

    /** Jobs of the profiled rounds, numbered after the last timed round. */
    List<Job> profiled() {
        return withoutFailed(plan.profiled()).stream()
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
        return forks.run(jobs, times.before(listener));
    }

    private boolean fits(List<Job> round, Duration budget) {
        Duration end = elapsed().plus(times.expected(round)).plus(keptBack);
        return end.compareTo(budget) <= 0;
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoTime.getAsLong() - start);
    }
}
