package io.github.hpjvm.bench.plan;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The expected times of the forks of a plan, on average, before one was timed; zero if unknown.
 *
 * @param timed of a fork of a timed round
 * @param profiled of a fork of a profiled round, which takes no turns
 */
public record ExpectedTimes(Duration timed, Duration profiled) {
    /** The expected time of one fork; zero if unknown. */
    public interface OfFork {
        /**
         * @param how whether the fork takes turns, in a timed round
         * @param profiled whether it is a fork of a profiled round
         */
        Duration of(Case subject, Interleave how, boolean profiled);
    }

    /** @param how whether the forks of a case take turns */
    public static ExpectedTimes of(CampaignPlan plan, OfFork fork, Function<Case, Interleave> how) {
        Map<Case, Interleave> chosen = new HashMap<>();
        plan.cases().forEach(it -> chosen.put(it, how.apply(it)));
        return new ExpectedTimes(mean(plan.timed(), fork, chosen), mean(plan.profiled(), fork, chosen));
    }

    private static Duration mean(List<Job> jobs, OfFork fork, Map<Case, Interleave> how) {
        return jobs.stream()
                .map(job -> fork.of(
                        job.subject(),
                        how.getOrDefault(job.subject(), Interleave.FORKS),
                        job.profiler().isPresent()))
                .reduce(Duration.ZERO, Duration::plus)
                .dividedBy(Math.max(1, jobs.size()));
    }

    /** The time of all timed rounds. */
    public Duration timed(CampaignPlan plan) {
        return timed.multipliedBy(plan.timed().size());
    }

    /** The time of all profiled rounds. */
    public Duration profiled(CampaignPlan plan) {
        return profiled.multipliedBy(plan.profiled().size());
    }

    /** The time of all forks. */
    public Duration all(CampaignPlan plan) {
        return timed(plan).plus(profiled(plan));
    }

    /** The time of a fork, on average over all of them. */
    public Duration each(CampaignPlan plan) {
        return all(plan)
                .dividedBy(Math.max(1, plan.timed().size() + plan.profiled().size()));
    }
}
