package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.RoundsForVerdict;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.stats.WarmUp;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.Figures;
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

/** Notes on the figures: rounds needed for a verdict, anomalies, results of gates. */
public final class TextNotes {
    /** Up to this number, comparisons with the same note are listed one by one. */
    private static final int MAX_LISTED = 4;

    /** More lines than this are replaced by one line for each workload. */
    private static final int MAX_LINES = 8;

    private static final String LABEL = "for a verdict  ";

    /** Distance from the interval up to which medians agree with it. */
    private static final double MARGIN = 0.01;

    private static final Map<WarmUp.State, String> TRENDS = Map.of(
            WarmUp.State.STILL_WARMING_UP, "still warming up",
            WarmUp.State.GETTING_DEARER, "slowing down during the run");

    private final Results results;
    private final Comparisons comparisons;

    public TextNotes(Results results, Comparisons comparisons) {
        this.results = results;
        this.comparisons = comparisons;
    }

    /** The notes, one line each. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        roundsForVerdicts(lines);
        comparisons.against().stream()
                .filter(it -> !it.ratio().crossCheckAgrees())
                .forEach(it -> lines.add("outliers     " + ofWorkload(it.subject()) + named(it)
                        + ": a few rounds are far from the others; a t-interval would be "
                        + CaseFigures.interval(it.ratio().t95().orElseThrow())));
        warmUps(lines);
        medians(lines);
        memory(lines);
        forks(lines);
        failed(lines);
        leftOut(results).forEach(it -> lines.add("left out     " + it));
        StopText.line(results, comparisons).ifPresent(lines::add);
        return lines;
    }

    /** The rounds that each comparison needs for a verdict; one line for many comparisons with the same need. */
    private void roundsForVerdicts(List<String> lines) {
        List<Comparison> open = comparisons.against().stream()
                .filter(it -> it.forVerdict().isPresent())
                .toList();
        Map<String, List<Comparison>> groups = groups(open, TextNotes::more);
        List<String> lacking = new ArrayList<>();
        groups.forEach((more, group) -> {
            if (group.size() > MAX_LISTED) {
                lacking.add(
                        LABEL + group.size() + " of " + comparisons.against().size() + " comparisons: " + more);
            } else {
                group.forEach(it -> lacking.add(LABEL + ofWorkload(it.subject()) + named(it) + ": " + more));
            }
        });
        Map<Workload, List<Comparison>> workloads =
                groups(open, it -> it.subject().workload());
        if (lacking.size() > (workloads.size() > 1 ? MAX_LINES : MAX_LISTED)) {
            lacking.clear();
            workloads.forEach((workload, group) -> lacking.add(ofAll(workload, group)));
        }
        lines.addAll(lacking);
    }

    private static <K> Map<K, List<Comparison>> groups(List<Comparison> all, Function<Comparison, K> by) {
        return all.stream().collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * One line for a workload: its comparisons without a verdict, and the largest number of rounds that one needs. Those
     * that a possible number of rounds decides have a number of their own.
     */
    private String ofAll(Workload workload, List<Comparison> open) {
        Map<Boolean, List<Comparison>> byBound = open.stream()
                .collect(Collectors.partitioningBy(
                        it -> it.forVerdict().orElseThrow().orMore()));
        List<Comparison> decided = byBound.getOrDefault(false, List.of());
        List<Comparison> others = byBound.getOrDefault(true, List.of());
        String most = decided.isEmpty() || others.isEmpty()
                ? more(most(open))
                : more(most(decided)) + " for " + decided.size() + " of them, " + more(most(others))
                        + " for the others";
        long all = comparisons.against().stream()
                .filter(it -> it.subject().workload().equals(workload))
                .count();
        return LABEL + workload.name() + ", " + open.size() + " of " + all + " comparisons: " + most;
    }

    private static Comparison most(List<Comparison> open) {
        return open.stream()
                .max(Comparator.<Comparison>comparingInt(
                                it -> it.forVerdict().orElseThrow().orMore() ? 1 : 0)
                        .thenComparingInt(it -> it.ratio().rounds()
                                + it.forVerdict().orElseThrow().moreRounds()))
                .orElseThrow();
    }

    /** The workload as a prefix, {@code TpcB.transaction, }; empty in a campaign of one workload. */
    private String ofWorkload(Case subject) {
        boolean several =
                results.cases().stream().map(Case::workload).distinct().count() > 1;
        return several ? subject.workload().name() + ", " : "";
    }

    private static String named(Comparison comparison) {
        return named(comparison.variant(), comparison.subject());
    }

    private static String named(Variant variant, Case subject) {
        String params = CaseNames.name(subject);
        return variant.name() + (params.isEmpty() ? "" : " at " + params);
    }

    /** The option to set: {@code --rounds 28}; {@code more than --rounds 206} if these are too few. */
    public static String more(Comparison comparison) {
        RoundsForVerdict forVerdict = comparison.forVerdict().orElseThrow();
        return bound(forVerdict) + "--rounds " + (comparison.ratio().rounds() + forVerdict.moreRounds());
    }

    private static String bound(RoundsForVerdict forVerdict) {
        return !forVerdict.orMore()
                ? ""
                : forVerdict.moreRounds() == RoundsForVerdict.MAX_ROUNDS ? "more than " : "at least ";
    }

    /** One line for each workload and direction in which the costs of its iterations change. */
    private void warmUps(List<String> lines) {
        record Trend(Workload workload, WarmUp.State state) {}
        Map<Trend, List<WarmUp>> trends = new LinkedHashMap<>();
        comparisons.warmUps().stream()
                .filter(it -> TRENDS.containsKey(it.state()))
                .forEach(it -> trends.computeIfAbsent(
                                new Trend(it.subject().workload(), it.state()), key -> new ArrayList<>())
                        .add(it));
        trends.forEach((trend, group) -> lines.add("iterations   " + TRENDS.get(trend.state()) + ": "
                + ofWorkload(group.get(0).subject()) + which(group) + ", later ones cost " + change(group)
                + " of earlier ones"));
    }

    private String which(List<WarmUp> group) {
        if (group.size() > MAX_LISTED) {
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
                    + CaseFigures.interval(change.ci95().orElseThrow());
        }
        DoubleSummaryStatistics changes = group.stream()
                .mapToDouble(it -> it.change().ratio().orElseThrow())
                .summaryStatistics();
        return Figures.ratio(changes.getMin()) + " to " + Figures.ratio(changes.getMax());
    }

    /** A line if medians of all rounds contradict the ratio, which is computed within rounds. */
    private void medians(List<String> lines) {
        Findings findings = new Findings(results, comparisons);
        List<String> odd = comparisons.against().stream()
                .filter(it -> contradicted(findings, it))
                .map(it -> ofWorkload(it.subject()) + named(it))
                .toList();
        if (!odd.isEmpty()) {
            lines.add("medians      "
                    + (odd.size() > MAX_LISTED ? odd.size() + " comparisons" : String.join(", ", odd))
                    + ": the medians of all rounds do not agree with the ratio, because the machine changed between"
                    + " rounds. The ratio is computed within rounds and decides");
        }
    }

    private static boolean contradicted(Findings findings, Comparison it) {
        double median = median(findings, it, it.variant());
        double base = median(findings, it, it.against());
        Optional<RatioInterval> interval = it.ratio().ci95();
        if (interval.isEmpty()) {
            return false;
        }
        boolean rate = it.clock() == Clock.WALL && it.subject().workload().higherIsBetter();
        double medians = rate ? base / median : median / base;
        return medians < interval.get().low() - MARGIN
                || medians > interval.get().high() + MARGIN;
    }

    private static double median(Findings findings, Comparison it, Variant side) {
        return Figures.median(EffectSize.Cost.values(findings, it.subject(), side, it.clock()));
    }

    /** A line for each reason why forks did not take turns. */
    private void forks(List<String> lines) {
        results.runs().stream()
                .filter(run -> run.job().profiler().isEmpty())
                .flatMap(run -> run.timing().whyForks().stream()
                        .map(why -> run.job().subject().workload().name() + ": one fork after the other: " + why))
                .distinct()
                .forEach(it -> lines.add("no turns     " + it));
    }

    /** A line for each case in which all runs failed, unless all cases did. */
    private void failed(List<String> lines) {
        Map<Case, String> failed = results.failedCases();
        if (failed.size() < results.cases().size()) {
            failed.forEach((subject, why) ->
                    lines.add("failed       " + subject + ": no run succeeded, so it has no result: " + why));
        }
    }

    /** What only one of two jars has; the first lines of many. */
    public static List<String> leftOut(Results results) {
        List<String> all = results.leftOut();
        if (all.size() <= MAX_LINES) {
            return all;
        }
        List<String> lines = new ArrayList<>(all.subList(0, MAX_LINES - 1));
        lines.add(all.size() - lines.size() + " more; results.json names all");
        return lines;
    }

    /** Comparisons whose rounds had free memory in several states; one line for many of them. */
    private void memory(List<String> lines) {
        List<Run> counting = results.options().disturbed().counting(results.runs());
        List<String> mixed = new ArrayList<>();
        for (Comparison comparison : comparisons.against()) {
            MemoryStates.of(counting, comparison)
                    .mixed()
                    .ifPresent(states -> mixed.add(ofWorkload(comparison.subject()) + named(comparison)
                            + " had free memory in several states: " + states));
        }
        if (mixed.size() > MAX_LISTED) {
            lines.add("memory       " + mixed.size() + " of "
                    + comparisons.against().size()
                    + " comparisons had free memory in several states; results.json has the state of each run");
        } else {
            mixed.forEach(it -> lines.add("memory       " + it));
        }
    }

    /** The result of one gate, which a failing build shows. */
    public static String gate(GateResult result, Findings findings) {
        String gate = "gate " + result.gate() + " ";
        if (result.failure().isEmpty()) {
            return gate + "holds: " + measured(result.subject().orElseThrow());
        }
        return gate + "failed: "
                + switch (result.failure().get()) {
                    case NOTHING_MATCHED -> "no measured case matches";
                    case NOT_REALISED -> lacks(result.subject().orElseThrow(), findings);
                    case INCONCLUSIVE ->
                        measured(result.subject().orElseThrow())
                                + result.subject()
                                        .orElseThrow()
                                        .forVerdict()
                                        .map(it -> "; for a verdict: "
                                                + more(result.subject().orElseThrow()))
                                        .orElse(
                                                result.subject().orElseThrow().verdict() == Verdict.SAME
                                                        ? "; a bound below 1 requires a gain above the bias of the A/A pair"
                                                        : "");
                    case ABOVE ->
                        measured(result.subject().orElseThrow()) + "; the whole interval must lie at or below "
                                + result.gate().bound();
                };
    }

    private static String lacks(Comparison comparison, Findings findings) {
        NoRatio why = findings.whyNoRatio(comparison.subject(), comparison.variant());
        String side = side(comparison);
        if (why.isOfVariant(NoRatio.Why.NO_PAGES)) {
            return side + " " + why.text() + "; the report names the reason and the fix";
        }
        if (why.isPart()) {
            return side + " may have lost results: " + why.text();
        }
        return why.isOfVariant(NoRatio.Why.NOT_MEASURED)
                ? side + " was " + why.text() + "; the report names the reason and the fix"
                : side + " was not measured: " + error(comparison, findings).orElse(why.text());
    }

    /** Why a comparison has no ratio, with the first error of the side of which no run succeeded; empty if one did of each. */
    public static Optional<String> error(Comparison comparison, Findings findings) {
        NoRatio why = findings.whyNoRatio(comparison.subject(), comparison.variant());
        return findings.results().failure(comparison.subject(), why.side()).map(error -> why.text() + ": " + error);
    }

    private static String side(Comparison comparison) {
        return comparison.subject() + " " + comparison.variant().name();
    }

    private static String measured(Comparison comparison) {
        return side(comparison) + " costs "
                + comparison.ratio().ratio().map(Figures::ratio).orElse("?") + " of baseline, "
                + comparison
                        .ratio()
                        .ci95()
                        .map(it -> "95 % interval " + CaseFigures.interval(it))
                        .orElse("no interval: "
                                + comparison.ratio().rounds() + " of "
                                + SignedRank.FEWEST + " required rounds")
                + " (" + comparison.verdict().name().toLowerCase(Locale.ROOT) + ")";
    }
}
