package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The profiled rounds of a campaign that is continued. */
final class ProfiledRounds {
    private ProfiledRounds() {}

    /** Returns the profilers without a successful run. */
    static Set<Profiler> missing(Set<Profiler> wanted, List<Run> earlier) {
        Set<Profiler> missing = EnumSet.noneOf(Profiler.class);
        missing.addAll(wanted);
        earlier.stream()
                .filter(run -> run.status() == RunStatus.OK)
                .forEach(run -> run.job().profiler().ifPresent(missing::remove));
        return missing;
    }
}
