package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.BusyRounds;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.MetricComparison;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The content that all report formats share. */
public final class Findings {
    static final String UNKNOWN = "unknown";
    static final String NOT_MEASURED = "not measured";

    private final Results results;
    private final Comparisons comparisons;
    private final List<Run> kept;
    private final Map<Case, List<Run>> counting;

    public Findings(Results results) {
        this(results, results.comparisons());
    }

    public Findings(Results results, Comparisons comparisons) {
        this.results = results;
        this.comparisons = comparisons;
        this.kept = results.options().disturbed().counting(results.runs());
        this.counting = kept.stream()
                .filter(Run::counts)
                .collect(Collectors.groupingBy(run -> run.job().subject()));
    }

    public Results results() {
        return results;
    }

    public Comparisons comparisons() {
        return comparisons;
    }

    public List<Workload> workloads() {
        return results.cases().stream().map(Case::workload).distinct().toList();
    }

    public List<Case> cases(Workload workload) {
        return results.cases().stream()
                .filter(subject -> subject.workload().equals(workload))
                .toList();
    }

    /** All variants but baseline, in the order of tables. */
    public List<Variant> compared() {
        return results.options().variants().stream()
                .filter(variant -> !variant.equals(Variants.baseline()))
                .toList();
    }

    /** The variants in the order of tables, {@code baseline'} last. */
    public List<Variant> shown() {
        List<Variant> shown = new ArrayList<>(results.options().variants());
        if (!comparisons.noiseFloor().isEmpty()) {
            shown.add(Variants.twinOf(results.options().variants()));
        }
        return shown;
    }

    /** Returns whether a round of this workload has both sides of a ratio. */
    public boolean hasRatio(Workload workload) {
        return comparisons.against().stream()
                .anyMatch(it -> it.subject().workload().equals(workload)
                        && it.ratio().ratio().isPresent());
    }

    public Comparison comparison(Case subject, Variant variant) {
        return comparisons.against().stream()
                .filter(it -> it.subject().equals(subject) && it.variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }

    /** The comparisons of one variant on all cases of a workload, in the order of tables. */
    public List<Comparison> comparisons(Workload workload, Variant variant) {
        return cases(workload).stream()
                .map(subject -> comparison(subject, variant))
                .toList();
    }

    /** The timed runs of a variant, with jobs that were not forked. */
    public List<Run> runs(Variant variant) {
        return results.runs().stream()
                .filter(run -> run.job().variant().equals(variant)
                        && run.job().profiler().isEmpty())
                .toList();
    }

    /** The timed forks of a variant, without jobs that were not forked. */
    public List<Run> forks(Variant variant) {
        return runs(variant).stream().filter(Run::forked).toList();
    }

    /** The timed forks of a variant with verified pages. */
    public List<Run> realised(Variant variant) {
        return runs(variant).stream().filter(run -> run.evidence().realised()).toList();
    }

    /** The forks of a variant with verified pages and status OK, without busy rounds if these are left out. */
    public List<Run> ended(Variant variant) {
        return kept.stream()
                .filter(run -> run.job().variant().equals(variant)
                        && run.job().profiler().isEmpty()
                        && run.evidence().realised()
                        && run.status() == RunStatus.OK)
                .toList();
    }

    /** Those of one workload. */
    public List<Run> ended(Workload workload, Variant variant) {
        return ended(variant).stream()
                .filter(run -> run.job().subject().workload().equals(workload))
                .toList();
    }

    /** The runs of a case that count, without busy rounds if these are left out. */
    List<Run> counting(Case subject) {
        return counting.getOrDefault(subject, List.of());
    }

    /** The runs that count, in the order of rounds. */
    List<Run> counting(Case subject, Variant variant) {
        return counting(subject).stream()
                .filter(run -> run.job().variant().equals(variant))
                .toList();
    }

    /** The comparisons of the metrics of a command, if it has several. */
    public List<MetricComparison> metrics(Case subject) {
        if (!ofCommand()) {
            return List.of();
        }
        List<MetricComparison> all = MetricComparison.of(
                counting(subject), subject, results.options().variants());
        if (all.stream().map(MetricComparison::metric).distinct().count() < 2) {
            return List.of();
        }
        if (clock(subject) != Clock.WALL) {
            return all;
        }
        // The unit of a score is the name of the metric that decides.
        Set<String> decides = counting(subject).stream().map(Run::unit).collect(Collectors.toSet());
        return all.stream()
                .map(it -> decides.contains(it.metric()) ? decided(it) : it)
                .toList();
    }

    /** The metric with the ratio of the verdict, which has the same estimator, to its last digit. */
    private MetricComparison decided(MetricComparison it) {
        RatioOfRounds cost = comparison(it.subject(), it.variant()).wall();
        boolean higher = it.subject().workload().higherIsBetter();
        return new MetricComparison(it.subject(), it.metric(), it.variant(), higher ? cost.inverse() : cost);
    }

    /** The median of a reading over the runs that count, with its unit if that is known; a dash if there is none. */
    public String median(Case subject, Variant variant, String reading) {
        List<Double> values = counting(subject, variant).stream()
                .filter(run -> run.readings().containsKey(reading))
                .map(run -> run.readings().get(reading).value())
                .toList();
        if (values.isEmpty()) {
            return "-";
        }
        double median = Figures.median(values);
        int decimals = Math.abs(median) >= 1000
                ? 0
                : Math.abs(median) >= 100 ? 1 : Math.abs(median) >= 1 ? 2 : Figures.decimals(median, 4);
        String unit = unitOf(subject, reading);
        return Figures.grouped(String.format(Locale.ROOT, "%." + decimals + "f", median))
                + (unit.isEmpty() || unit.equals(reading) ? "" : " " + unit);
    }

    /** The unit of a reading in all runs of a case; empty if it is unknown, or differs. */
    String unitOf(Case subject, String reading) {
        List<String> units = counting(subject).stream()
                .filter(run -> run.readings().containsKey(reading))
                .map(run -> run.readings().get(reading).unit())
                .distinct()
                .toList();
        return units.size() == 1 ? units.get(0) : "";
    }

    /** The scores of the runs that count. */
    List<Double> scores(Case subject, Variant variant) {
        return counting(subject, variant).stream()
                .map(run -> run.score().getAsDouble())
                .toList();
    }

    /** The median cost of an operation by the clock that decides, with its unit, or a dash. */
    public String cost(Case subject, Variant variant) {
        return EffectSize.Cost.of(this, subject, variant, clock(subject))
                .map(EffectSize.Cost::text)
                .orElse("-");
    }

    /** The compared quantity: {@code CPU time per operation}, {@code tps}. */
    public String costName(Workload workload) {
        return EffectSize.noun(
                this, cases(workload).get(0), clock(cases(workload).get(0)));
    }

    /** The clock that decides the comparisons of a case. */
    public Clock clock(Case subject) {
        return comparisons.against().stream()
                .filter(it -> it.subject().equals(subject))
                .map(Comparison::clock)
                .findFirst()
                .orElse(Clock.WALL);
    }

    /** Returns whether a round of this workload has a score that counts. */
    public boolean hasScore(Workload workload) {
        return results.runs().stream()
                .anyMatch(run -> run.counts() && run.job().subject().workload().equals(workload));
    }

    /** Returns whether any comparison has a ratio. */
    public boolean hasRatio() {
        return comparisons.against().stream().anyMatch(it -> it.ratio().ratio().isPresent());
    }

    /** The unit of a workload's scores; empty without a score. */
    public Optional<String> unit(Workload workload) {
        return results.runs().stream()
                .filter(run -> run.job().subject().workload().equals(workload)
                        && !run.unit().isEmpty())
                .map(Run::unit)
                .findFirst();
    }

    /** The reason why no round has both sides, or which runs have no ratio; baseline may be the missing side. */
    public NoRatio whyNoRatio(Case subject, Variant variant) {
        for (Variant side : List.of(variant, Variants.baseline())) {
            Optional<NoRatio.Why> why = whyNoScore(subject, side);
            if (why.isPresent()) {
                return NoRatio.of(why.get(), side, side == variant, runWord() + "s");
            }
        }
        if (comparison(subject, variant).leftOut() > 0) {
            Variant side = subject.workload().higherIsBetter() ? variant : Variants.baseline();
            return new NoRatio(
                    NoRatio.Why.PARTLY_NO_SCORE,
                    side,
                    side == variant,
                    Warnings.leftOut(this, subject, side).orElse(NOT_MEASURED));
        }
        boolean leftOut = results.options().disturbed() == BusyRounds.DROP
                && !Collections.disjoint(rounds(subject, variant), rounds(subject, Variants.baseline()));
        return NoRatio.of(leftOut ? NoRatio.Why.LEFT_OUT : NoRatio.Why.NEVER_TOGETHER, variant, true, runWord() + "s");
    }

    /** The reason why no run of a side counts; empty if one does. */
    private Optional<NoRatio.Why> whyNoScore(Case subject, Variant side) {
        List<Run> forks = runs(side).stream()
                .filter(run -> run.job().subject().equals(subject) && run.forked())
                .toList();
        List<Run> ended =
                forks.stream().filter(run -> run.status() == RunStatus.OK).toList();
        if (forks.isEmpty()) {
            return Optional.of(NoRatio.Why.NOT_MEASURED);
        }
        if (ended.isEmpty()) {
            boolean stopped = forks.stream().allMatch(run -> run.status() == RunStatus.INTERRUPTED);
            return Optional.of(stopped ? NoRatio.Why.STOPPED : NoRatio.Why.FAILED);
        }
        if (forks.stream().noneMatch(run -> run.evidence().realised())) {
            boolean otherJvm = ended.stream()
                    .allMatch(run -> run.outside().flatMap(Outside::otherJvm).isPresent());
            return Optional.of(otherJvm ? NoRatio.Why.OTHER_JVM : NoRatio.Why.NO_PAGES);
        }
        return forks.stream().anyMatch(Run::counts) ? Optional.empty() : Optional.of(NoRatio.Why.NO_SCORE);
    }

    /** Why these cases of a variant were not forked; empty if any of them was. */
    Optional<String> whyNotForked(List<Case> cases, Variant variant) {
        List<Run> jobs = runs(variant).stream()
                .filter(run -> cases.contains(run.job().subject()))
                .toList();
        return jobs.stream().anyMatch(Run::forked)
                ? Optional.empty()
                : jobs.stream()
                        .flatMap(run -> run.failure().map(RunFailure::why).stream())
                        .findFirst();
    }

    /** The rounds in which the variant has a score that counts, including busy rounds. */
    private Set<Integer> rounds(Case subject, Variant variant) {
        return runs(variant).stream()
                .filter(run -> run.job().subject().equals(subject) && run.counts())
                .map(run -> run.job().round())
                .collect(Collectors.toSet());
    }

    /** The page kinds of forks with verified pages, or a dash. */
    public String kinds(Variant variant) {
        String kinds = realised(variant).stream()
                .map(run -> run.evidence().kind().map(Enum::name).orElse("unknown"))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return kinds.isEmpty() ? "-" : kinds;
    }

    /** Returns whether a run of the variant counts only with certain pages; else its pages are only reported. */
    public static boolean requiresPages(Variant variant) {
        return !(variant.proof() instanceof Proof.Reported);
    }

    /** The worst share of huge pages: the highest for variants on base pages, else the lowest. A dash if unknown. */
    public String hugeShare(Variant variant) {
        List<Double> shares = realised(variant).stream()
                .map(Run::evidence)
                .filter(it -> !it.heapBytes().isZero())
                .map(it -> (double) it.hugeBytes().value() / it.heapBytes().value())
                .sorted()
                .toList();
        boolean unknown =
                realised(variant).stream().allMatch(run -> run.evidence().kind().isEmpty());
        if (shares.isEmpty() || unknown) {
            return "-";
        }
        return Figures.percent(variant.asks() == PageKind.BASE ? shares.get(shares.size() - 1) : shares.get(0));
    }

    /** Reasons why forks with status OK do not count, each with its number of forks. */
    public Map<String, Long> reasons(Variant variant) {
        return count(runs(variant).stream()
                .filter(run -> run.status() == RunStatus.OK)
                .flatMap(run -> run.evidence().reason().stream())
                .toList());
    }

    /** Commands that make the missing pages available, each with its number of forks. */
    public Map<String, Long> fixes(Variant variant) {
        return count(runs(variant).stream()
                .flatMap(run -> run.evidence().fix().stream())
                .toList());
    }

    /** The command that makes a variant's pages available for these cases; empty if none is known. */
    Optional<String> fixOf(List<Case> cases, Variant variant) {
        return runs(variant).stream()
                .filter(run -> cases.contains(run.job().subject()))
                .flatMap(run -> run.evidence().fix().stream())
                .findFirst();
    }

    public Map<String, Long> notes(Variant variant) {
        return count(runs(variant).stream()
                .flatMap(run -> run.evidence().notes().stream())
                .toList());
    }

    /** Failed forks: status, variant and reason, each with its number of forks. */
    public Map<String, Long> failures() {
        return count(results.runs().stream()
                .filter(run -> run.status() != RunStatus.OK)
                .map(run -> run.status() + "  " + run.job().variant().name()
                        + run.failure().map(it -> ": " + it.why()).orElse(""))
                .toList());
    }

    /** Returns whether the runs are those of a command or a JMH jar, which are observed from outside. */
    public boolean fromOutside() {
        return results.runs().stream().anyMatch(run -> run.outside().isPresent());
    }

    /** The median of a resource usage over the forks of a variant; NaN if unknown. */
    public double medianUsage(Variant variant, Function<Usage, OptionalLong> figure) {
        return Figures.median(ended(variant).stream()
                .flatMap(run -> run.outside().stream())
                .map(outside -> figure.apply(outside.usage()))
                .filter(OptionalLong::isPresent)
                .map(it -> (double) it.getAsLong())
                .toList());
    }

    /** Seconds, {@code 1.25 s}; {@code unknown} for NaN. */
    public static String seconds(double millis) {
        return Double.isNaN(millis) ? UNKNOWN : String.format(Locale.ROOT, "%.2f s", millis / 1000);
    }

    /** A number in groups of digits, {@code 12 345}; {@code unknown} for NaN. */
    public static String count(double number) {
        return Double.isNaN(number) ? UNKNOWN : Figures.grouped(String.valueOf(Math.round(number)));
    }

    /** The number of forks after a text, {@code (3 forks)}; empty for one. */
    public String times(long times) {
        return times > 1 ? "  (" + times + " " + runWord() + "s)" : "";
    }

    /** Returns whether the campaign measures a command, not a JMH benchmark. */
    public boolean ofCommand() {
        return ofCommand(results);
    }

    /**
     * Returns whether the campaign measures a command. The unit of a metric is the user's text, so it decides only for a
     * campaign without options of {@code try} or of a jar, as earlier versions wrote them: its unit is {@code s}, and that of
     * a jar is JMH's.
     */
    public static boolean ofCommand(Results results) {
        return results.options().profile() == Profile.OWN
                && ofCommand(
                        results.options().setting(), results.runs().stream().map(Run::unit));
    }

    /**
     * Returns whether a campaign of the user's program measures a command; else it measures a jar.
     *
     * @param setting its options, as a results.json has them
     * @param units those of its runs
     */
    public static boolean ofCommand(Map<String, String> setting, Stream<String> units) {
        return !BenchOptions.isOfJar(setting) && (BenchOptions.isOfTry(setting) || units.noneMatch(Findings::isOfJmh));
    }

    private static boolean isOfJmh(String unit) {
        return unit.contains("/op") || unit.startsWith("ops/");
    }

    /** The term for one measurement: {@code run} of a command or jar, else {@code fork}. */
    public String runWord() {
        return fromOutside() ? "run" : "fork";
    }

    private static Map<String, Long> count(List<String> texts) {
        return texts.stream().collect(Collectors.groupingBy(it -> it, LinkedHashMap::new, Collectors.counting()));
    }
}
