package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.host.HostIdentity;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.stats.WalkCurves;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.util.List;
import java.util.Optional;

/**
 * A campaign, finished or stopped on the way.
 *
 * @param partial whether forks of the plan are missing
 * @param stopped why there are no more rounds
 * @param countersUnavailable why the CPU's counters cannot be had here
 */
public record Results(
        BenchOptions options,
        HostIdentity host,
        TargetJvm jvm,
        List<Case> cases,
        List<Run> runs,
        boolean partial,
        StopReason stopped,
        Optional<String> countersUnavailable) {

    private static final int FAILURE = 1;
    private static final int GATE = 3;

    public Results {
        cases = List.copyOf(cases);
        runs = List.copyOf(runs);
    }

    /** 1 if no fork ended well, 3 if a gate does not hold, else 0: that a variant was not realised is a result too. */
    public int exitCode() {
        if (runs.stream().noneMatch(run -> run.status() == RunStatus.OK)) {
            return FAILURE;
        }
        return gates().stream().allMatch(GateResult::holds) ? 0 : GATE;
    }

    /** What the runs that count say about the variants. */
    public Comparisons comparisons() {
        return Comparisons.of(options.disturbed().counting(runs), cases, options.variants());
    }

    /** What TlbReach says, a curve for each variant; none if it was not measured. */
    public List<WalkCurve> walkCurves() {
        return WalkCurves.of(options.disturbed().counting(runs), options.variants());
    }

    /** Gates that do not hold, a line each; for stderr. */
    public List<String> failedGates() {
        return gates().stream()
                .filter(result -> !result.holds())
                .map(TextNotes::gate)
                .toList();
    }

    /** What became of the gates. */
    public List<GateResult> gates() {
        return GateResult.of(options.gates(), comparisons().against());
    }
}
