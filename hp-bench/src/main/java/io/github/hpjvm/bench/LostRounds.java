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
     * Returns the cases with a variant that succeeded at least once but not in all rounds. A variant that never
     * succeeded is expected to fail in another round too and does not count.
     *
     * @param planned the jobs of all rounds
     * @return all variants of each such case, in the order of the plan
     */
    static Map<Case, List<Variant>> of(List<Run> runs, List<Job> planned, int rounds) {
        Map<Case, List<Variant>> lost = new LinkedHashMap<>();
        for (Job job : planned) {
            if (job.round() == 1 && isLost(runs, job, rounds)) {
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

    private static boolean isLost(List<Run> runs, Job job, int rounds) {
        long succeeded = runs.stream()
                .filter(run -> run.job().subject().equals(job.subject())
                        && run.job().variant().equals(job.variant())
                        && run.status() == RunStatus.OK)
                .count();
        return succeeded > 0 && succeeded < rounds;
    }
}
