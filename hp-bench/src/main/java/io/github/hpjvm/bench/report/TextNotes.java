package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.Disturbed;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Disturbance;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.Outlook;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.WarmUp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a reader should know of the figures: what would settle them, what is odd about them, what the gates say. */
final class TextNotes {
    /** So many comparisons that need the same are named one by one. */
    private static final int NAMED = 4;

    private final Results results;
    private final Comparisons comparisons;

    TextNotes(Results results, Comparisons comparisons) {
        this.results = results;
        this.comparisons = comparisons;
    }

    /** A line each; none if there is nothing to say. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        outlooks(lines);
        comparisons.against().stream()
                .filter(it -> !it.ratio().crossCheckAgrees())
                .forEach(it ->
                        lines.add("wild rounds  " + ofWorkload(it.subject()) + named(it) + ": a t-interval would be "
                                + Figures.interval(it.ratio().t95().orElseThrow())
                                + "; a few rounds are far from the others"));
        comparisons.warmUps().stream().flatMap(it -> warmUp(it).stream()).forEach(lines::add);
        disturbed(lines);
        memory(lines);
        StopText.line(results, comparisons).ifPresent(lines::add);
        return lines;
    }

    /** What would settle each comparison; where many need the same, one line tells their number. */
    private void outlooks(List<String> lines) {
        Map<String, List<Comparison>> groups = new LinkedHashMap<>();
        comparisons
                .against()
                .forEach(comparison -> comparison
                        .outlook()
                        .ifPresent(outlook -> groups.computeIfAbsent(more(outlook), key -> new ArrayList<>())
                                .add(comparison)));
        groups.forEach((more, group) -> {
            if (group.size() > NAMED) {
                lines.add("to settle    " + group.size() + " of "
                        + comparisons.against().size() + " comparisons: " + more);
            } else {
                group.forEach(it -> lines.add("to settle    " + ofWorkload(it.subject()) + named(it) + ": " + more));
            }
        });
    }

    /** {@code TpcB.transaction, } where there are several workloads. */
    private String ofWorkload(Case subject) {
        boolean several =
                results.cases().stream().map(Case::workload).distinct().count() > 1;
        return several ? subject.workload().name() + ", " : "";
    }

    private static String named(Comparison comparison) {
        String params = Figures.params(comparison.subject());
        return comparison.variant().name() + (params.isEmpty() ? "" : " at " + params);
    }

    private static String more(Outlook outlook) {
        return (outlook.orMore() ? (outlook.moreRounds() == Outlook.HOPELESS ? "more than " : "at least ") : "about ")
                + outlook.moreRounds() + " more round" + (outlook.moreRounds() == 1 ? "" : "s");
    }

    private List<String> warmUp(WarmUp warmUp) {
        String what = switch (warmUp.state()) {
            case STILL_WARMING_UP -> "still warming up";
            case GETTING_DEARER -> "getting dearer";
            default -> "";
        };
        if (what.isEmpty()) {
            return List.of();
        }
        return List.of("iterations   " + what + ": " + ofWorkload(warmUp.subject())
                + warmUp.variant().name()
                + (warmUp.subject().params().isEmpty() ? "" : " at " + Figures.params(warmUp.subject()))
                + ", later ones cost "
                + Figures.ratio(warmUp.change().ratio().orElseThrow()) + " "
                + Figures.interval(warmUp.change().ci95().orElseThrow()) + " of earlier ones");
    }

    private void disturbed(List<String> lines) {
        List<Run> timed = results.runs().stream()
                .filter(run -> run.job().profiler().isEmpty())
                .toList();
        long all = rounds(timed);
        long disturbed = rounds(
                timed.stream().filter(run -> run.disturbance().disturbed()).toList());
        if (disturbed > 0) {
            lines.add("disturbed    " + disturbed + " of " + all + " rounds of a case had " + Disturbance.rule()
                    + (results.options().disturbed() == Disturbed.DROP ? ": left out" : ": kept"));
        }
    }

    private static long rounds(List<Run> runs) {
        record Place(Case subject, int round) {}
        return runs.stream()
                .map(run -> new Place(run.job().subject(), run.job().round()))
                .distinct()
                .count();
    }

    /** Where memory was not the same for all rounds of a comparison; where there are many, one line tells their number. */
    private void memory(List<String> lines) {
        List<Run> counting = results.options().disturbed().counting(results.runs());
        List<String> mixed = new ArrayList<>();
        for (Comparison comparison : comparisons.against()) {
            MemoryStates.of(counting, comparison)
                    .mixed()
                    .ifPresent(states -> mixed.add(ofWorkload(comparison.subject()) + named(comparison)
                            + " met free memory in several states: " + states));
        }
        if (mixed.size() > NAMED) {
            lines.add("memory       " + mixed.size() + " of "
                    + comparisons.against().size()
                    + " comparisons met free memory in several states; results.json has that of each run");
        } else {
            mixed.forEach(it -> lines.add("memory       " + it));
        }
    }

    /** What became of one gate: the line that a failing build shows. */
    static String gate(GateResult result) {
        String gate = "gate " + result.gate() + " ";
        if (result.failure().isEmpty()) {
            return gate + "holds: " + measured(result.subject().orElseThrow());
        }
        return gate + "failed: "
                + switch (result.failure().get()) {
                    case NOTHING_MATCHED -> "it matches nothing that was measured";
                    case NOT_REALISED ->
                        named(result.subject().orElseThrow())
                                + " was not realised; the report says why and what to type";
                    case INCONCLUSIVE ->
                        measured(result.subject().orElseThrow())
                                + result.subject()
                                        .orElseThrow()
                                        .outlook()
                                        .map(it -> "; " + more(it) + " would likely settle it")
                                        .orElse("");
                    case ABOVE ->
                        measured(result.subject().orElseThrow()) + ", not wholly at or below "
                                + result.gate().bound();
                };
    }

    private static String measured(Comparison comparison) {
        return comparison.subject() + " " + comparison.variant().name() + " costs "
                + comparison.ratio().ratio().map(Figures::ratio).orElse("?") + " of baseline, "
                + comparison
                        .ratio()
                        .ci95()
                        .map(it -> "95 % interval " + Figures.interval(it))
                        .orElse("no interval with "
                                + comparison.ratio().rounds() + " of the "
                                + SignedRank.FEWEST + " rounds that it takes")
                + " (" + comparison.verdict().name().toLowerCase(Locale.ROOT) + ")";
    }
}
