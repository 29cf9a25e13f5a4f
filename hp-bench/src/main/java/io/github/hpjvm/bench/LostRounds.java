package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.variant.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
        Map<Case, List<Variant>> lost = ofRound(planned);
        lost.entrySet()
                .removeIf(it ->
                        it.getValue().stream().noneMatch(variant -> isLost(runs, it.getKey(), variant, after, rounds)));
        return lost;
    }

    /**
     * Returns the cases without a whole round, because the user stopped the campaign in its first one. A failed fork is part
     * of a round, so a case that failed under all variants has one. Profiled runs do not count.
     *
     * @param runs of the campaign that is continued
     * @param planned the jobs of all rounds
     * @return all variants of each such case, in the order of the plan
     */
    static Map<Case, List<Variant>> unmeasured(List<Run> runs, List<Job> planned) {
        Map<Case, List<Variant>> unmeasured = ofRound(planned);
        unmeasured.entrySet().removeIf(it -> hasRound(runs, it.getKey(), it.getValue()));
        return unmeasured;
    }

    /** All variants of each case, in the order of the plan. */
    static Map<Case, List<Variant>> ofRound(List<Job> planned) {
        return planned.stream()
                .filter(job -> job.round() == 1)
                .collect(Collectors.groupingBy(
                        Job::subject, LinkedHashMap::new, Collectors.mapping(Job::variant, Collectors.toList())));
    }

    private static boolean hasRound(List<Run> runs, Case subject, List<Variant> variants) {
        Map<Integer, Set<Variant>> ended = runs.stream()
                .filter(run -> run.job().subject().equals(subject)
                        && run.job().profiler().isEmpty()
                        && run.status() != RunStatus.INTERRUPTED)
                .collect(Collectors.groupingBy(
                        run -> run.job().round(),
                        Collectors.mapping(run -> run.job().variant(), Collectors.toSet())));
        return ended.values().stream().anyMatch(round -> round.containsAll(variants));
    }

    private static boolean isLost(List<Run> runs, Case subject, Variant variant, int after, int rounds) {
        List<Run> succeeded = runs.stream()
                .filter(run -> run.job().subject().equals(subject)
                        && run.job().variant().equals(variant)
                        && run.job().profiler().isEmpty()
                        && run.status() == RunStatus.OK)
                .toList();
        return !succeeded.isEmpty()
                && succeeded.stream().filter(run -> run.job().round() > after).count() < rounds;
    }
}
