package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.variant.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the cases that lost a fork and therefore need another round. */
final class LostRounds {
    private LostRounds() {}

    /**
     * Returns the cases with a variant that succeeded at least once but not in all new rounds. A variant that never
     * succeeded is expected to fail in another round too and does not count. Nor do profiled runs.
     *
     * @param planned the jobs of all rounds
     * @param after number of the last round of the campaign that is continued, in which a case may have had fewer rounds; 0
     *     for a new one
     * @param rounds number of new rounds
     * @return all variants of each such case, in the order of the plan
     */
    static Map<Case, List<Variant>> of(List<Run> runs, List<Job> planned, int after, int rounds) {
        Map<Case, List<Variant>> lost = new LinkedHashMap<>();
        for (Job job : planned) {
            if (job.round() == 1 && isLost(runs, job, after, rounds)) {
                lost.put(
                        job.subject(),
                        planned.stream()
                                .filter(it -> it.round() == 1 && it.subject().equals(job.subject()))
                                .map(Job::variant)
                                .toList());
            }
        }
        return lost;
    }

    private static boolean isLost(List<Run> runs, Job job, int after, int rounds) {
        List<Run> succeeded = runs.stream()
                .filter(run -> run.job().subject().equals(job.subject())
                        && run.job().variant().equals(job.variant())
                        && run.job().profiler().isEmpty()
                        && run.status() == RunStatus.OK)
                .toList();
        return !succeeded.isEmpty()
                && succeeded.stream().filter(run -> run.job().round() > after).count() < rounds;
    }
}
