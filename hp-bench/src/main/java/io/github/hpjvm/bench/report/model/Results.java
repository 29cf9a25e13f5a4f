package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.RefusedStart;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.stats.WalkCurves;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The results of a campaign, complete or partial.
 *
 * @param partial whether forks of the plan are missing
 * @param stopped the reason why the rounds ended
 * @param countersUnavailable the reason why the CPU's counters are not available; empty if they are
 * @param tool the versions that measured
 * @param leftOut what only one of two programs has, so that it was not measured: a line each
 */
public record Results(
        BenchOptions options,
        MeasuredHost host,
        TargetJvm jvm,
        List<Case> cases,
        List<Run> runs,
        boolean partial,
        StopReason stopped,
        Optional<String> countersUnavailable,
        Tool tool,
        List<String> leftOut) {

    private static final int FAILURE = 1;
    private static final int GATE = 3;

    /** Results of this process. */
    public Results(
            BenchOptions options,
            MeasuredHost host,
            TargetJvm jvm,
            List<Case> cases,
            List<Run> runs,
            boolean partial,
            StopReason stopped,
            Optional<String> countersUnavailable) {
        this(options, host, jvm, cases, runs, partial, stopped, countersUnavailable, Tool.current(), List.of());
    }

    public Results {
        cases = List.copyOf(cases);
        runs = List.copyOf(runs);
        leftOut = List.copyOf(leftOut);
    }

    /** These results with what was not measured. */
    public Results leavingOut(List<String> lines) {
        return new Results(
                options, host, jvm, cases, runs, partial, stopped, countersUnavailable, tool, List.copyOf(lines));
    }

    /**
     * The exit code: 1 if no fork succeeded, 3 if a gate failed, 1 if the user's program failed in all its runs of a variant,
     * else 0, also if a variant did not get its pages.
     */
    public int exitCode() {
        if (runs.stream().noneMatch(run -> run.status() == RunStatus.OK)) {
            return FAILURE;
        }
        if (!gatesHold()) {
            return GATE;
        }
        return failedVariants().isEmpty() ? 0 : FAILURE;
    }

    /** The variants of a command or a jar of which no run succeeded, one line each, for stderr. */
    public List<String> failedVariants() {
        if (options.profile() != Profile.OWN) {
            return List.of();
        }
        return options.variants().stream().flatMap(it -> failure(it).stream()).toList();
    }

    /** The reason why no run of the variant succeeded; empty if one did, if there was none, or if the pages were the reason. */
    private Optional<String> failure(Variant variant) {
        return failure(run -> run.job().variant().equals(variant))
                .map(why -> "no run of " + variant.name() + " succeeded: " + why);
    }

    /** The reason why no run of a variant in a case succeeded; empty as for {@link #failedVariants}. */
    public Optional<String> failure(Case subject, Variant variant) {
        return failure(run ->
                run.job().subject().equals(subject) && run.job().variant().equals(variant));
    }

    /** The cases in which no run succeeded, with the reason; empty as for {@link #failedVariants}. */
    public Map<Case, String> failedCases() {
        Map<Case, String> failed = new LinkedHashMap<>();
        cases.forEach(subject ->
                failure(run -> run.job().subject().equals(subject)).ifPresent(why -> failed.put(subject, why)));
        return failed;
    }

    private Optional<String> failure(Predicate<Run> chosen) {
        List<Run> ended = runs.stream()
                .filter(run -> chosen.test(run) && run.forked())
                .filter(run -> run.status() != RunStatus.INTERRUPTED && !lacksPages(run))
                .toList();
        return ended.stream().anyMatch(run -> run.status() == RunStatus.OK)
                ? Optional.empty()
                : ended.stream()
                        .findFirst()
                        .map(run -> run.failure()
                                .map(RunFailure::why)
                                .orElse(run.status().name()));
    }

    /**
     * Returns whether the JVM refused to start with the pages of the variant, as ZGC does if a pool is too small, and not because of
     * other flags.
     */
    private static boolean lacksPages(Run run) {
        return run.status() == RunStatus.NOT_STARTED
                && run.job().variant().asks() != PageKind.BASE
                && run.failure().filter(it -> RefusedStart.isByFlags(it.why())).isEmpty();
    }

    /** Returns whether no gate failed. */
    public boolean gatesHold() {
        return gates().stream().allMatch(GateResult::holds);
    }

    /** The comparisons of the variants, from the runs that count. */
    public Comparisons comparisons() {
        return Comparisons.of(options.disturbed().counting(runs), cases, options.variants());
    }

    /** The curves of TlbReach, one for each variant; empty if it was not measured. */
    public List<WalkCurve> walkCurves() {
        return WalkCurves.of(options.disturbed().counting(runs), options.variants());
    }

    /** The failed gates, one line each, for stderr. */
    public List<String> failedGates() {
        Findings findings = new Findings(this);
        return gates().stream()
                .filter(result -> !result.holds())
                .map(result -> TextNotes.gate(result, findings))
                .toList();
    }

    /** The results of the gates. */
    public List<GateResult> gates() {
        return GateResult.of(options.gates(), comparisons().against());
    }
}
