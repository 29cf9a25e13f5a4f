package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the cases that fail under every variant, as a benchmark that throws an exception does. */
final class FailedCases {
    private FailedCases() {}

    /**
     * Returns the cases that get no further round: forks were started, and none succeeded. One round is sufficient if the
     * programs ended by themselves. Another failure, such as a timeout, must occur in two rounds.
     *
     * @param runs all runs so far, also those of the campaign that is continued
     */
    static Set<Case> of(List<Run> runs) {
        Map<Case, List<Run>> forked = runs.stream()
                .filter(run -> run.forked() && run.job().profiler().isEmpty())
                .collect(Collectors.groupingBy(run -> run.job().subject(), LinkedHashMap::new, Collectors.toList()));
        Set<Case> failed = new LinkedHashSet<>();
        forked.forEach((subject, own) -> {
            boolean none = own.stream()
                    .noneMatch(run -> run.status() == RunStatus.OK || run.status() == RunStatus.INTERRUPTED);
            boolean again =
                    own.stream().map(run -> run.job().round()).distinct().count() > 1;
            if (none && (again || own.stream().allMatch(FailedCases::endedByItself))) {
                failed.add(subject);
            }
        });
        return failed;
    }

    /** Returns whether forks were started, and no case of them gets a further round. */
    static boolean all(List<Run> runs) {
        Set<Case> failed = of(runs);
        return !failed.isEmpty()
                && runs.stream()
                        .filter(Run::forked)
                        .allMatch(run -> failed.contains(run.job().subject()));
    }

    private static boolean endedByItself(Run run) {
        return run.failure()
                .filter(it -> it.cause() == RunFailure.Cause.PROGRAM)
                .isPresent();
    }
}
