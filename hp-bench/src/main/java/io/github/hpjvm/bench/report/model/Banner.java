package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.options.BusyRounds;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.SlowIdleReads;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.RoundsForVerdict;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.console.terminal.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Warnings below the answer: the campaign is incomplete, the machine was busy, the clocks disagree. */
public final class Banner {
    private Banner() {}

    /** The warnings, each as a short label, a colon and a sentence; empty if there are none. */
    public static List<String> lines(Findings findings) {
        List<String> lines = new ArrayList<>();
        incomplete(findings.results()).ifPresent(lines::add);
        budget(findings).ifPresent(lines::add);
        busy(findings).ifPresent(lines::add);
        SlowIdleReads.warning(findings.results().runs().stream()
                        .flatMapToDouble(run -> run.disturbance().slowIdleReadsPercent().stream()))
                .ifPresent(lines::add);
        clocks(findings, lines);
        return lines;
    }

    private static Optional<String> incomplete(Results results) {
        if (!results.partial()) {
            return Optional.empty();
        }
        if (results.stopped() == StopReason.FAILED) {
            return Optional.of("FAILED: all runs failed, so no further round was started. The end of"
                    + " the report lists the errors.");
        }
        long rounds = results.runs().stream()
                .mapToInt(run -> run.job().round())
                .distinct()
                .count();
        return Optional.of(
                results.stopped() == StopReason.RUNNING
                        ? "Not finished: this report was written in round " + (rounds + 1)
                                + ". It is updated after each round."
                        : "PARTIAL: stopped before the plan was complete. The figures are those of the completed forks.");
    }

    /** A budget that was too short for a verdict on the case with the fewest rounds. A case that failed has other reasons. */
    private static Optional<String> budget(Findings findings) {
        Results results = findings.results();
        boolean hasBudget = results.options().untilPrecise().isPresent();
        if (results.partial() || results.stopped() != StopReason.BUDGET || !hasBudget) {
            return Optional.empty();
        }
        Map<Case, Long> rounds = results.runs().stream()
                .filter(run -> run.job().profiler().isEmpty() && run.status() == RunStatus.OK)
                .collect(Collectors.groupingBy(
                        run -> run.job().subject(),
                        Collectors.collectingAndThen(
                                Collectors.toList(),
                                runs -> runs.stream()
                                        .mapToInt(run -> run.job().round())
                                        .distinct()
                                        .count())));
        long fewest = rounds.values().stream().mapToLong(it -> it).min().orElse(0);
        if (fewest == 0 || fewest >= SignedRank.FEWEST) {
            return Optional.empty();
        }
        Duration budget = results.options().untilPrecise().orElseThrow().budget();
        List<Case> few = rounds.entrySet().stream()
                .filter(it -> it.getValue() < SignedRank.FEWEST)
                .map(Map.Entry::getKey)
                .toList();
        String which = few.size() == 1 ? few.get(0).toString() : few.size() + " of " + rounds.size() + " cases";
        return Optional.of("No verdict is possible" + (findings.comparisons().hasInterval() ? " for " + which : "")
                + ": a verdict needs " + SignedRank.FEWEST + " rounds, and "
                + (fewest == 1 ? "one fits" : fewest + " fit") + " into the budget of " + Figures.duration(budget)
                + ". Type --budget "
                + budget.multipliedBy(SignedRank.FEWEST).dividedBy(fewest).toSeconds()
                + "s or more, or --continue DIR --rounds " + (SignedRank.FEWEST - fewest) + " to add rounds.");
    }

    private static Optional<String> busy(Findings findings) {
        Results results = findings.results();
        List<Run> timed = results.runs().stream()
                .filter(run -> run.job().profiler().isEmpty())
                .toList();
        long disturbed = rounds(
                timed.stream().filter(run -> run.disturbance().disturbed()).toList());
        if (disturbed == 0) {
            return Optional.empty();
        }
        String busy =
                "Machine busy: " + disturbed + " of " + rounds(timed) + " rounds had " + Disturbance.rule() + ". ";
        if (results.options().disturbed() == BusyRounds.DROP) {
            return Optional.of(busy + "These rounds are left out.");
        }
        return Optional.of(busy
                + effect(
                        findings.comparisons().against(),
                        Origin.loads(timed.stream())
                                .map(range -> " (load average " + range + ")")
                                .orElse("")));
    }

    private static String effect(List<Comparison> all, String load) {
        List<Comparison> measured =
                all.stream().filter(it -> it.verdict() != Verdict.NOT_REALISED).toList();
        List<Comparison> open = measured.stream()
                .filter(it -> it.verdict() == Verdict.INCONCLUSIVE)
                .toList();
        if (measured.isEmpty()) {
            return "";
        }
        boolean slices = measured.stream().allMatch(it -> it.interleave() == Interleave.SLICES);
        String interval = (slices
                        ? "Variants took turns under the same load."
                        : "The intervals contain this noise and are wider because of it.")
                + " The size of the effect holds for this machine under this load" + load + ".";
        if (open.isEmpty()) {
            return "The answer holds. " + interval;
        }
        return open.size() + " of " + measured.size() + (measured.size() == 1 ? " comparison" : " comparisons")
                + (open.size() == 1 ? " has" : " have") + " no verdict"
                + (open.size() < measured.size() ? "; the others hold. " : ". ") + interval
                + (open.stream()
                                .allMatch(it -> it.forVerdict()
                                        .filter(RoundsForVerdict::orMore)
                                        .isPresent())
                        ? " A quieter machine would help."
                        : "");
    }

    private static void clocks(Findings findings, List<String> lines) {
        for (Comparison it : findings.comparisons().against()) {
            if (findings.comparisons().clocksDisagree(it)) {
                lines.add("CPU and wall time disagree: " + Answers.label(it.variant())
                        + name(it) + ": "
                        + Answers.byBothClocks(findings, it) + ". The verdict is by "
                        + (it.clock() == io.github.hpjvm.bench.plan.Clock.CPU ? "CPU" : "wall") + " time.");
            }
        }
    }

    private static String name(Comparison it) {
        String place = CaseNames.name(it.subject());
        return place.isEmpty() ? "" : " at " + place;
    }

    private static long rounds(List<Run> runs) {
        record Place(Object subject, int round) {}
        return runs.stream()
                .map(run -> new Place(run.job().subject(), run.job().round()))
                .distinct()
                .count();
    }
}
