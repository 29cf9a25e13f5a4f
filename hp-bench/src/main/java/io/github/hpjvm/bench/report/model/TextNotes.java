package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.Interval;
import io.github.hpjvm.bench.stats.Outlook;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.WarmUp;
import io.github.hpjvm.bench.terminal.Figures;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Notes on the figures: rounds that are missing for a verdict, oddities, and gates. */
public final class TextNotes {
    /** So many that need or do the same are named one by one. */
    private static final int NAMED = 4;

    /** More lines than these are summed up, a line for each workload. */
    private static final int LINES = 8;

    private static final String LABEL = "for a verdict  ";

    /** Medians that are this close to the interval do not contradict it. */
    private static final double MARGIN = 0.01;

    private static final Map<WarmUp.State, String> WENT = Map.of(
            WarmUp.State.STILL_WARMING_UP, "still warming up",
            WarmUp.State.GETTING_DEARER, "slowing down during the run");

    private final Results results;
    private final Comparisons comparisons;

    public TextNotes(Results results, Comparisons comparisons) {
        this.results = results;
        this.comparisons = comparisons;
    }

    /** A line each; none if there is nothing to say. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        outlooks(lines);
        comparisons.against().stream()
                .filter(it -> !it.ratio().crossCheckAgrees())
                .forEach(it -> lines.add("outliers     " + ofWorkload(it.subject()) + named(it)
                        + ": a few rounds are far from the others; a t-interval would be "
                        + Figures.interval(it.ratio().t95().orElseThrow())));
        warmUps(lines);
        medians(lines);
        memory(lines);
        forks(lines);
        StopText.line(results, comparisons).ifPresent(lines::add);
        return lines;
    }

    /** The rounds that each comparison needs for a verdict; where many need the same, one line tells their number. */
    private void outlooks(List<String> lines) {
        List<Comparison> open = comparisons.against().stream()
                .filter(it -> it.outlook().isPresent())
                .toList();
        Map<String, List<Comparison>> groups = groups(open, TextNotes::more);
        List<String> settling = new ArrayList<>();
        groups.forEach((more, group) -> {
            if (group.size() > NAMED) {
                settling.add(
                        LABEL + group.size() + " of " + comparisons.against().size() + " comparisons: " + more);
            } else {
                group.forEach(it -> settling.add(LABEL + ofWorkload(it.subject()) + named(it) + ": " + more));
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

    /** One line for a workload: the rounds of the comparison that needs most. */
    private String ofAll(Workload workload, List<Comparison> open) {
        Comparison most = open.stream()
                .max(Comparator.<Comparison>comparingInt(
                                it -> it.outlook().orElseThrow().orMore() ? 1 : 0)
                        .thenComparingInt(it ->
                                it.ratio().rounds() + it.outlook().orElseThrow().moreRounds()))
                .orElseThrow();
        long all = comparisons.against().stream()
                .filter(it -> it.subject().workload().equals(workload))
                .count();
        return LABEL + workload.name() + ", " + open.size() + " of " + all + " comparisons: " + more(most);
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
        String params = Places.name(subject);
        return variant.name() + (params.isEmpty() ? "" : " at " + params);
    }

    /** {@code --rounds 28}; {@code more than --rounds 206} where that many are not enough. */
    public static String more(Comparison comparison) {
        Outlook outlook = comparison.outlook().orElseThrow();
        return bound(outlook) + "--rounds " + (comparison.ratio().rounds() + outlook.moreRounds());
    }

    private static String bound(Outlook outlook) {
        return !outlook.orMore() ? "" : outlook.moreRounds() == Outlook.HOPELESS ? "more than " : "at least ";
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

    /** Medians of all rounds may contradict the ratio, which is taken within each round. */
    private void medians(List<String> lines) {
        Findings findings = new Findings(results, comparisons);
        List<String> odd = comparisons.against().stream()
                .filter(it -> contradicted(findings, it))
                .map(it -> ofWorkload(it.subject()) + named(it))
                .toList();
        if (!odd.isEmpty()) {
            lines.add("medians      "
                    + (odd.size() > NAMED ? odd.size() + " comparisons" : String.join(", ", odd))
                    + ": the medians of all rounds do not agree with the ratio. The machine changed between rounds;"
                    + " ratios are taken within rounds, and decide");
        }
    }

    private static boolean contradicted(Findings findings, Comparison it) {
        Optional<Effect.Cost> cost = Effect.Cost.of(findings, it.subject(), it.variant(), it.clock());
        Optional<Effect.Cost> base = Effect.Cost.of(findings, it.subject(), it.against(), it.clock());
        Optional<Interval> interval = it.ratio().ci95();
        if (cost.isEmpty() || base.isEmpty() || interval.isEmpty()) {
            return false;
        }
        double medians = cost.get().over(base.get());
        return medians < interval.get().low() - MARGIN
                || medians > interval.get().high() + MARGIN;
    }

    /** The reasons why forks did not take turns. */
    private void forks(List<String> lines) {
        results.runs().stream()
                .filter(run -> run.job().profiler().isEmpty())
                .flatMap(run -> run.timing().whyForks().stream()
                        .map(why -> run.job().subject().workload().name() + ": forks ran one after the other: " + why))
                .distinct()
                .forEach(it -> lines.add("no slices    " + it));
    }

    /** Where memory was not the same for all rounds of a comparison; where there are many, one line tells their number. */
    private void memory(List<String> lines) {
        List<Run> counting = results.options().disturbed().counting(results.runs());
        List<String> mixed = new ArrayList<>();
        for (Comparison comparison : comparisons.against()) {
            MemoryStates.of(counting, comparison)
                    .mixed()
                    .ifPresent(states -> mixed.add(ofWorkload(comparison.subject()) + named(comparison)
                            + " had free memory in several states: " + states));
        }
        if (mixed.size() > NAMED) {
            lines.add("memory       " + mixed.size() + " of "
                    + comparisons.against().size()
                    + " comparisons had free memory in several states; results.json has the state of each run");
        } else {
            mixed.forEach(it -> lines.add("memory       " + it));
        }
    }

    /** The result of one gate: the line that a failing build shows. */
    public static String gate(GateResult result) {
        String gate = "gate " + result.gate() + " ";
        if (result.failure().isEmpty()) {
            return gate + "holds: " + measured(result.subject().orElseThrow());
        }
        return gate + "failed: "
                + switch (result.failure().get()) {
                    case NOTHING_MATCHED -> "it matches no measured case";
                    case NOT_REALISED ->
                        named(result.subject().orElseThrow())
                                + " did not get its pages; the report names the reason and the fix";
                    case INCONCLUSIVE ->
                        measured(result.subject().orElseThrow())
                                + result.subject()
                                        .orElseThrow()
                                        .outlook()
                                        .map(it -> "; for a verdict: "
                                                + more(result.subject().orElseThrow()))
                                        .orElse("");
                    case ABOVE ->
                        measured(result.subject().orElseThrow()) + ", which is not wholly at or below "
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
                                + SignedRank.FEWEST + " rounds that it needs")
                + " (" + comparison.verdict().name().toLowerCase(Locale.ROOT) + ")";
    }
}
