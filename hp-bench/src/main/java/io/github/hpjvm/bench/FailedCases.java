package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
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
     * Returns the cases of which forks were started in these runs, and all failed.
     *
     * @param runs those of the first round
     */
    static Set<Case> of(List<Run> runs) {
        Map<Case, List<Run>> forked = runs.stream()
                .filter(Run::forked)
                .collect(Collectors.groupingBy(run -> run.job().subject(), LinkedHashMap::new, Collectors.toList()));
        Set<Case> failed = new LinkedHashSet<>();
        forked.forEach((subject, own) -> {
            if (own.stream().noneMatch(run -> run.status() == RunStatus.OK || run.status() == RunStatus.INTERRUPTED)) {
                failed.add(subject);
            }
        });
        return failed;
    }
}
