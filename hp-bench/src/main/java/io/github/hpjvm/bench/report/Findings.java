package io.github.hpjvm.bench.report;

import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.bench.Disturbed;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.MemoryMode;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.run.RunStatus;
import io.github.hpjvm.bench.run.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What both reports tell of a campaign, so that they tell the same. */
final class Findings {
    static final String UNKNOWN = "unknown";

    private final Results results;
    private final Comparisons comparisons;

    Findings(Results results) {
        this.results = results;
        this.comparisons = results.comparisons();
    }

    Results results() {
        return results;
    }

    Comparisons comparisons() {
        return comparisons;
    }

    List<Workload> workloads() {
        return results.cases().stream().map(Case::workload).distinct().toList();
    }

    List<Case> cases(Workload workload) {
        return results.cases().stream()
                .filter(subject -> subject.workload().equals(workload))
                .toList();
    }

    /** All variants but baseline, in the order of tables. */
    List<Variant> compared() {
        return results.options().variants().stream()
                .filter(variant -> !variant.equals(Variants.baseline()))
                .toList();
    }

    /** The variants in the order of tables, the twin after all others. */
    List<Variant> shown() {
        List<Variant> shown = new ArrayList<>(results.options().variants());
        if (!comparisons.noiseFloor().isEmpty()) {
            shown.add(Variants.twin());
        }
        return shown;
    }

    /** Whether any round of this workload had both sides of a ratio. */
    boolean hasRatio(Workload workload) {
        return comparisons.against().stream()
                .anyMatch(it -> it.subject().workload().equals(workload)
                        && it.ratio().ratio().isPresent());
    }

    Comparison comparison(Case subject, Variant variant) {
        return comparisons.against().stream()
                .filter(it -> it.subject().equals(subject) && it.variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }

    /** The timed forks of a variant. */
    List<Run> runs(Variant variant) {
        return results.runs().stream()
                .filter(run -> run.job().variant().equals(variant)
                        && run.job().profiler().isEmpty())
                .toList();
    }

    List<Run> realised(Variant variant) {
        return runs(variant).stream().filter(run -> run.evidence().realised()).toList();
    }

    /** Those that got their pages and ended well. */
    List<Run> ended(Variant variant) {
        return realised(variant).stream()
                .filter(run -> run.status() == RunStatus.OK)
                .toList();
    }

    /** Those of one workload. */
    List<Run> ended(Workload workload, Variant variant) {
        return ended(variant).stream()
                .filter(run -> run.job().subject().workload().equals(workload))
                .toList();
    }

    /** Scores that count, round by round. */
    List<Double> scores(Case subject, Variant variant) {
        return results.options().disturbed().counting(results.runs()).stream()
                .filter(run -> run.job().variant().equals(variant)
                        && run.job().subject().equals(subject)
                        && run.counts())
                .map(run -> run.score().getAsDouble())
                .toList();
    }

    /** The median of the scores that count, or a dash. */
    String score(Case subject, Variant variant) {
        List<Double> scores = scores(subject, variant);
        return scores.isEmpty() ? "-" : Figures.score(Figures.median(scores));
    }

    /** The unit of a workload's scores; empty if there is no score. */
    Optional<String> unit(Workload workload) {
        return results.runs().stream()
                .filter(run -> run.job().subject().workload().equals(workload)
                        && !run.unit().isEmpty())
                .map(Run::unit)
                .findFirst();
    }

    /** Why no round has both sides; baseline may be the one that lacks. */
    String whyNoRatio(Case subject, Variant variant) {
        for (Variant side : List.of(variant, Variants.baseline())) {
            List<Run> forks = runs(side).stream()
                    .filter(run -> run.job().subject().equals(subject))
                    .toList();
            String whose = side == variant ? "" : side.name() + " ";
            if (forks.isEmpty()) {
                return whose + "not measured";
            }
            if (forks.stream().noneMatch(run -> run.status() == RunStatus.OK)) {
                return whose + "did not end well";
            }
            if (forks.stream().noneMatch(run -> run.evidence().realised())) {
                return whose + "not realised";
            }
        }
        boolean leftOut = results.options().disturbed() == Disturbed.DROP
                && !Collections.disjoint(rounds(subject, variant), rounds(subject, Variants.baseline()));
        return leftOut ? "all rounds left out" : "never in one round";
    }

    /** Those in which the variant has a score that counts, before any are left out. */
    private Set<Integer> rounds(Case subject, Variant variant) {
        return runs(variant).stream()
                .filter(run -> run.job().subject().equals(subject) && run.counts())
                .map(run -> run.job().round())
                .collect(Collectors.toSet());
    }

    /** The kinds of page that realised forks of a variant had, or a dash. */
    String kinds(Variant variant) {
        String kinds = realised(variant).stream()
                .map(run -> run.evidence().kind().map(Enum::name).orElse("?"))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return kinds.isEmpty() ? "-" : kinds;
    }

    /** The worst share of huge pages: the least where they are wanted, the most where they are not. A dash if unseen. */
    String hugeShare(Variant variant) {
        List<Double> shares = realised(variant).stream()
                .map(Run::evidence)
                .map(it -> it.heap().isZero()
                        ? 1
                        : (double) it.huge().value() / it.heap().value())
                .sorted()
                .toList();
        if (shares.isEmpty()) {
            return "-";
        }
        return Figures.percent(variant.asks() == PageKind.BASE ? shares.get(shares.size() - 1) : shares.get(0));
    }

    /** Why forks that ended well do not count, and how many of them. */
    Map<String, Long> reasons(Variant variant) {
        return count(runs(variant).stream()
                .filter(run -> run.status() == RunStatus.OK)
                .flatMap(run -> run.evidence().reason().stream())
                .toList());
    }

    /** What to type so that more forks count. */
    Map<String, Long> fixes(Variant variant) {
        return count(runs(variant).stream()
                .flatMap(run -> run.evidence().fix().stream())
                .toList());
    }

    Map<String, Long> notes(Variant variant) {
        return count(runs(variant).stream()
                .flatMap(run -> run.evidence().notes().stream())
                .toList());
    }

    /** How forks failed: status, variant and the line of the failure. */
    Map<String, Long> failures() {
        return count(results.runs().stream()
                .filter(run -> run.status() != RunStatus.OK)
                .map(run -> run.status() + "  " + run.job().variant().name()
                        + run.failure().map(it -> ": " + it).orElse(""))
                .toList());
    }

    /** Whether the runs are those of somebody else's program, seen from outside. */
    boolean fromOutside() {
        return results.runs().stream().anyMatch(run -> run.outside().isPresent());
    }

    /** The median of what the runs of a variant used that count; NaN where it is not known. */
    double medianUsage(Variant variant, Function<Usage, OptionalLong> figure) {
        return Figures.median(ended(variant).stream()
                .flatMap(run -> run.outside().stream())
                .map(outside -> figure.apply(outside.usage()))
                .filter(OptionalLong::isPresent)
                .map(it -> (double) it.getAsLong())
                .toList());
    }

    /** {@code 1.25 s}; unknown of NaN. */
    static String seconds(double millis) {
        return Double.isNaN(millis) ? UNKNOWN : String.format(Locale.ROOT, "%.2f s", millis / 1000);
    }

    /** {@code 12 345}; unknown of NaN. */
    static String count(double number) {
        return Double.isNaN(number) ? UNKNOWN : Figures.grouped(String.valueOf(Math.round(number)));
    }

    /** What free memory was like before the timed forks, and so what the start of a fork that touches its heap contains. */
    String memory() {
        Map<MemoryMode, List<Run>> modes = results.runs().stream()
                .filter(run -> run.job().profiler().isEmpty() && run.status() != RunStatus.NOT_STARTED)
                .collect(Collectors.groupingBy(Run::memory, TreeMap::new, Collectors.toList()));
        return modes.entrySet().stream()
                .map(mode -> words(mode.getKey(), mode.getValue())
                        + (modes.size() == 1
                                ? ""
                                : " (" + mode.getValue().size() + " " + runWord()
                                        + (mode.getValue().size() == 1 ? ")" : "s)")))
                .collect(Collectors.joining("; "));
    }

    private String words(MemoryMode mode, List<Run> runs) {
        return switch (mode) {
            case WARM -> "warm: as much as the heap takes was touched and given back before each " + runWord();
            case FRAGMENTED ->
                "warm, and " + unusable(runs) + " of what was free in pieces too small for a huge page, before each "
                        + runWord();
            case AS_FOUND -> "as found: what the hypervisor had taken back came slowly";
        };
    }

    /** The median of the index by which fragmentation is judged: {@code 96.0 % (median)}. */
    private static String unusable(List<Run> runs) {
        double median = Figures.median(runs.stream()
                .map(run -> run.disturbance().unusableFree())
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList());
        return Double.isNaN(median) ? "an unknown share" : Figures.percent(median) + " (median)";
    }

    /** {@code (3 forks)} after a text that holds for several. */
    String times(long times) {
        return times > 1 ? "  (" + times + " " + runWord() + "s)" : "";
    }

    /** What one measurement is called: a fork of ours, a run of somebody else's program. */
    String runWord() {
        return fromOutside() ? "run" : "fork";
    }

    private static Map<String, Long> count(List<String> texts) {
        return texts.stream().collect(Collectors.groupingBy(it -> it, LinkedHashMap::new, Collectors.counting()));
    }
}
