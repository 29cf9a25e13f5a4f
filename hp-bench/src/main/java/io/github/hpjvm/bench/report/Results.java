package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.BenchOptions;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.HostIdentity;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.run.RunStatus;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.util.List;
import java.util.Optional;

/**
 * A campaign, finished or stopped on the way.
 *
 * @param partial whether forks of the plan are missing
 * @param countersUnavailable why the CPU's counters cannot be had here
 */
public record Results(
        BenchOptions options,
        HostIdentity host,
        TargetJvm jvm,
        List<Case> cases,
        List<Run> runs,
        boolean partial,
        Optional<String> countersUnavailable) {

    public Results {
        cases = List.copyOf(cases);
        runs = List.copyOf(runs);
    }

    /** 1 if no fork ended well, else 0: that a variant was not realised is a result too. */
    public int exitCode() {
        return runs.stream().anyMatch(run -> run.status() == RunStatus.OK) ? 0 : 1;
    }

    /** What the runs say about the variants. */
    public Comparisons comparisons() {
        return Comparisons.of(runs, cases, options.variants());
    }
}
