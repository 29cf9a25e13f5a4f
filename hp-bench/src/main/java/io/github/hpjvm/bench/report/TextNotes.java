package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.Disturbed;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Disturbance;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.run.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.Outlook;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.WarmUp;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a reader should know of the figures: what would settle them, what is odd about them, what the gates say. */
final class TextNotes {
    /** So many that need or do the same are named one by one. */
    private static final int NAMED = 4;

    /** Of more lines than these about several workloads nobody reads one. */
    private static final int LINES = 8;

    private static final Map<WarmUp.State, String> WENT = Map.of(
            WarmUp.State.STILL_WARMING_UP, "still warming up",
            WarmUp.State.GETTING_DEARER, "getting dearer");

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
        warmUps(lines);
        disturbed(lines);
        memory(lines);
        StopText.line(results, comparisons).ifPresent(lines::add);
        return lines;
    }

    /** What would settle each comparison; where many need the same, one line tells their number. */
    private void outlooks(List<String> lines) {
        List<Comparison> open = comparisons.against().stream()
                .filter(it -> it.outlook().isPresent())
                .toList();
        Map<String, List<Comparison>> groups =
                groups(open, it -> more(it.outlook().orElseThrow()));
        List<String> settling = new ArrayList<>();
        groups.forEach((more, group) -> {
            if (group.size() > NAMED) {
                settling.add("to settle    " + group.size() + " of "
                        + comparisons.against().size() + " comparisons: " + more);
            } else {
                group.forEach(it -> settling.add("to settle    " + ofWorkload(it.subject()) + named(it) + ": " + more));
            }
        });
        Map<Workload, List<Comparison>> workloads =
                groups(open, it -> it.subject().workload());
        if (settling.size() > LINES && workloads.size() > 1) {
            settling.clear();
            workloads.forEach((workload, group) -> settling.add(ofAll(workload, group)));
        }
        lines.addAll(settling);
    }

    private static <K> Map<K, List<Comparison>> groups(List<Comparison> all, Function<Comparison, K> by) {
        return all.stream().collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
    }

    /** One line for all of a workload, from what settles the first of them to what settles the last. */
    private String ofAll(Workload workload, List<Comparison> open) {
        List<Outlook> outlooks = open.stream()
                .map(it -> it.outlook().orElseThrow())
                .sorted(Comparator.comparing(Outlook::moreRounds).thenComparing(Outlook::orMore))
                .toList();
        String most = more(outlooks.get(outlooks.size() - 1));
        String least = amount(outlooks.get(0));
        long all = comparisons.against().stream()
                .filter(it -> it.subject().workload().equals(workload))
                .count();
        return "to settle    " + workload.name() + ", " + open.size() + " of " + all + " comparisons: "
                + (most.startsWith(least + " ") ? "" : least + " to ") + most;
    }

    /** {@code TpcB.transaction, } where there are several workloads. */
    private String ofWorkload(Case subject) {
        boolean several =
                results.cases().stream().map(Case::workload).distinct().count() > 1;
        return several ? subject.workload().name() + ", " : "";
    }

    private static String named(Comparison comparison) {
        return named(comparison.variant(), comparison.subject());
    }

    private static String named(Variant variant, Case subject) {
        String params = Figures.params(subject);
        return variant.name() + (params.isEmpty() ? "" : " at " + params);
    }

    /** {@code about 5 more rounds}. */
    static String more(Outlook outlook) {
        return amount(outlook) + " more round" + (outlook.moreRounds() == 1 ? "" : "s");
    }

    private static String amount(Outlook outlook) {
        return (outlook.orMore() ? (outlook.moreRounds() == Outlook.HOPELESS ? "more than " : "at least ") : "about ")
                + outlook.moreRounds();
    }

    /** A line for each workload whose iterations go one way, however many of its figures do. */
    private void warmUps(List<String> lines) {
        record Trend(Workload workload, WarmUp.State state) {}
        Map<Trend, List<WarmUp>> trends = new LinkedHashMap<>();
        comparisons.warmUps().stream()
                .filter(it -> WENT.containsKey(it.state()))
                .forEach(it -> trends.computeIfAbsent(
                                new Trend(it.subject().workload(), it.state()), key -> new ArrayList<>())
                        .add(it));
        trends.forEach((trend, group) -> lines.add("iterations   " + WENT.get(trend.state()) + ": "
                + ofWorkload(group.get(0).subject()) + which(group) + ", later ones cost " + change(group)
                + " of earlier ones"));
    }

    private String which(List<WarmUp> group) {
        if (group.size() > NAMED) {
            Workload workload = group.get(0).subject().workload();
            long all = comparisons.warmUps().stream()
                    .filter(it -> it.subject().workload().equals(workload))
                    .count();
            return "at " + group.size() + " of " + all + " medians";
        }
        List<String> names =
                group.stream().map(it -> named(it.variant(), it.subject())).toList();
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    private static String change(List<WarmUp> group) {
        if (group.size() == 1) {
            RatioOfRounds change = group.get(0).change();
            return Figures.ratio(change.ratio().orElseThrow()) + " "
                    + Figures.interval(change.ci95().orElseThrow());
        }
        DoubleSummaryStatistics changes = group.stream()
                .mapToDouble(it -> it.change().ratio().orElseThrow())
                .summaryStatistics();
        return Figures.ratio(changes.getMin()) + " to " + Figures.ratio(changes.getMax());
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
