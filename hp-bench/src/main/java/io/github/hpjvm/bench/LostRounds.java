package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.variant.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cases of which a fork was lost, so that another round is needed. */
final class LostRounds {
    private LostRounds() {}

    /**
     * A variant that ended well at least once, and less often than there were to be rounds, lost some. One that never did
     * would not do so in another round.
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
        long well = runs.stream()
                .filter(run -> run.job().subject().equals(job.subject())
                        && run.job().variant().equals(job.variant())
                        && run.status() == RunStatus.OK)
                .count();
        return well > 0 && well < rounds;
    }
}
