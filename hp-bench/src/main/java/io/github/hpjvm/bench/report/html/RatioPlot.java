package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.CaseNames;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.terminal.Figures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The ratios of a workload as dots with intervals, one row each, over a band that shows the bias of the A/A pair. */
final class RatioPlot {
    private static final double TOP = 42;
    private static final double GAP = 26;
    /** Width of a band below which its edge is not dashed. */
    private static final double NARROW = 6;
    /** Width of "slower" with its arrow. */
    private static final double DIRECTION = 58;
    /** Distance of each direction from the line at 1. */
    private static final double BESIDE = 8;

    /** In a narrow plot a row has a line of text, and below it a strip with the marks, from and to these distances. */
    private static final double STRIP_FROM = 0;

    private static final double STRIP_TO = 16;

    private static final int NAME = 24;
    private static final int SHORT_NAME = 16;
    private static final int LONG_NAME = 44;

    private final Findings findings;
    private final List<Case> cases;
    private final LogScale scale;
    private final Workload workload;
    private final Svg.Width kind;
    private final boolean narrow;
    private final double width;
    private final double left;
    private final double right;
    private final double step;

    private RatioPlot(Findings findings, Workload workload, Svg.Width kind) {
        this.findings = findings;
        this.workload = workload;
        this.kind = kind;
        this.narrow = kind == Svg.Width.NARROW;
        this.width = narrow ? 360 : 870;
        this.left = narrow ? 6 : 200;
        this.right = narrow ? 354 : 595;
        this.step = narrow ? 40 : 19;
        this.cases = findings.cases(workload);
        this.scale = scale();
    }

    /** The plot of one workload. */
    static Element draw(Findings findings, Workload workload) {
        return Svg.both(kind -> new RatioPlot(findings, workload, kind).draw());
    }

    private LogScale scale() {
        List<Double> values = new ArrayList<>(List.of(0.95, 1.05));
        for (Case subject : cases) {
            List<RatioOfRounds> ratios = new ArrayList<>();
            findings.compared()
                    .forEach(variant ->
                            ratios.add(findings.comparison(subject, variant).ratio()));
            ratios.add(twin(subject));
            for (RatioOfRounds ratio : ratios) {
                ratio.ratio().ifPresent(values::add);
                ratio.ci95().ifPresent(it -> values.addAll(List.of(it.low(), it.high())));
            }
        }
        return LogScale.around(values, left, right);
    }

    private RatioOfRounds twin(Case subject) {
        return findings.comparisons().noiseFloor().getOrDefault(subject, RatioOfRounds.of(List.of()));
    }

    private Element draw() {
        List<Element> parts = new ArrayList<>();
        List<Strip> strips = new ArrayList<>();
        double y = TOP;
        for (Case subject : cases) {
            double height = GAP + step * rows(subject);
            parts.addAll(rowsOf(subject, y, height));
            strips.addAll(strips(subject, y));
            y += height;
        }
        return Svg.picture(kind, width, y + 20, "Cost against baseline of " + workload.name())
                .add(axis(y, narrow ? strips : List.of(new Strip(TOP - 6, y))))
                .add(parts);
    }

    /** The part of the height that a line of the axis may cross: the whole plot, or the marks of one row. */
    private record Strip(double from, double to) {}

    /** The strips of a case in a narrow plot, where a whole line would cross the text of each row. */
    private List<Strip> strips(Case subject, double top) {
        List<Strip> strips = new ArrayList<>();
        for (int row = 0; row < rows(subject); row++) {
            double y = top + GAP + step / 2 + row * step;
            strips.add(new Strip(y + STRIP_FROM, y + STRIP_TO));
        }
        return strips;
    }

    private int rows(Case subject) {
        return findings.compared().size() + (twin(subject).ratio().isPresent() ? 1 : 0);
    }

    private List<Element> axis(double bottom, List<Strip> strips) {
        List<Element> parts = new ArrayList<>();
        for (BigDecimal tick : scale.ticks()) {
            double x = scale.pixel(tick.doubleValue());
            strips.forEach(it -> parts.add(Svg.line(x, it.from(), x, it.to(), "grid")));
            parts.add(Svg.text(x, TOP - 12, "middle", "tick", Ticks.plain(tick)));
            parts.add(Svg.text(x, bottom + 15, "middle", "tick", Ticks.plain(tick)));
        }
        double one = scale.pixel(1);
        strips.forEach(it -> parts.add(Svg.line(one, it.from(), one, it.to(), "one")));
        double edge = DIRECTION + BESIDE;
        double middle = Math.max(edge, Math.min(width - edge, one));
        parts.add(Svg.text(middle - BESIDE, 14, "end", "axis", "\u2190 faster"));
        parts.add(Svg.text(middle + BESIDE, 14, "start", "axis", "slower \u2192"));
        return parts;
    }

    private List<Element> rowsOf(Case subject, double top, double height) {
        List<Element> parts = new ArrayList<>();
        List<Strip> strips = narrow ? strips(subject, top) : List.of(new Strip(top + 2, top + height));
        findings.comparisons()
                .bias(subject)
                .ifPresent(bias ->
                        strips.forEach(it -> parts.add(band(bias, subject, it.from(), it.to() - it.from()))));
        String name = subject.params().isEmpty() ? "no parameter" : CaseNames.name(subject);
        parts.add(Svg.hover(name, Svg.text(4, top + 17, "start", "case", Svg.cut(name, LONG_NAME))));
        double y = top + GAP + step / 2;
        for (Variant variant : findings.compared()) {
            parts.add(row(findings.comparison(subject, variant), y));
            y += step;
        }
        if (twin(subject).ratio().isPresent()) {
            parts.add(row(Variants.twin(), subject, twin(subject), "", "A/A", y));
        }
        return parts;
    }

    private Element band(RatioInterval bias, Case subject, double top, double height) {
        boolean own = twin(subject).ci95().isPresent();
        double from = scale.pixel(bias.low());
        double to = scale.pixel(bias.high());
        return Svg.hover(
                "bias of the A/A pair " + CaseFigures.interval(bias)
                        + (own ? "" : ", from other cases of this workload"),
                Svg.box(
                        from,
                        top,
                        Math.max(1.5, to - from),
                        height,
                        own ? "floor" : to - from < NARROW ? "floor borrowed narrow" : "floor borrowed"));
    }

    private Element row(Comparison comparison, double y) {
        if (comparison.verdict() == Verdict.NOT_REALISED) {
            String why = findings.whyNoRatio(comparison.subject(), comparison.variant())
                    .text();
            return Svg.hover(
                    comparison.variant().name() + ": " + why,
                    name(comparison.variant(), y),
                    narrow
                            ? Svg.text(right, y - 8, "end", "verdict not_realised", Svg.cut(why, 30))
                            : Svg.text(right + 20, y + 4, "start", "verdict not_realised", Svg.cut(why, 36)));
        }
        return row(
                comparison.variant(),
                comparison.subject(),
                comparison.ratio(),
                comparison.forVerdict().isPresent() ? ", for a verdict: " + TextNotes.more(comparison) : "",
                comparison.verdict().name().toLowerCase(Locale.ROOT),
                y);
    }

    private Element row(Variant variant, Case subject, RatioOfRounds ratio, String forVerdict, String word, double y) {
        SeriesStyle style = SeriesStyle.of(variant, findings.results().options().variants());
        double x = scale.pixel(ratio.ratio().orElseThrow());
        String interval = ratio.ci95().map(CaseFigures::interval).orElse("needs " + SignedRank.FEWEST + " rounds");
        int busy = busyRounds(subject, variant);
        Element row = Svg.hover(
                variant.name() + " at " + CaseNames.name(subject) + ": "
                        + Figures.ratio(ratio.ratio().orElseThrow()) + " of baseline, 95 % interval " + interval + ", "
                        + ratio.rounds() + (ratio.rounds() == 1 ? " round" : " rounds")
                        + (busy == 0 ? "" : ", " + busy + " of them on a busy machine")
                        + forVerdict,
                Svg.box(left, y - step / 2, width - left, step, "touch"),
                name(variant, y));
        double at = narrow ? y + 8 : y;
        ratio.ci95().ifPresent(it -> {
            double low = scale.pixel(it.low());
            double high = scale.pixel(it.high());
            row.add(
                    Svg.line(low, at, high, at, "whisker " + style.colour()),
                    Svg.line(low, at - 5, low, at + 5, "whisker " + style.colour()),
                    Svg.line(high, at - 5, high, at + 5, "whisker " + style.colour()));
        });
        boolean filled = ratio.ci95().isPresent() && !variant.equals(Variants.twin());
        row.add(style.mark(x, at, filled));
        String figure = Figures.ratio(ratio.ratio().orElseThrow());
        if (narrow) {
            return row.add(Svg.text(
                    right, y - 8, "end", "verdict " + word.replace("/", ""), figure + " " + interval + " " + word));
        }
        return row.add(
                Svg.text(right + 20, y + 4, "start", "figure", figure),
                Svg.text(right + 64, y + 4, "start", "figure quiet", interval),
                Svg.text(right + 176, y + 4, "start", "verdict " + word.replace("/", ""), word));
    }

    /** The number of busy rounds among those of a ratio that count. */
    private int busyRounds(Case subject, Variant variant) {
        List<Run> runs = findings
                .results()
                .options()
                .disturbed()
                .counting(findings.results().runs())
                .stream()
                .filter(run -> run.job().subject().equals(subject))
                .toList();
        Set<Integer> rounds = rounds(runs, run -> run.disturbance().disturbed());
        for (Variant side : List.of(variant, Variants.baseline())) {
            rounds.retainAll(
                    rounds(runs, run -> run.counts() && run.job().variant().equals(side)));
        }
        return rounds.size();
    }

    private static Set<Integer> rounds(List<Run> runs, Predicate<Run> wanted) {
        return runs.stream()
                .filter(wanted)
                .map(run -> run.job().round())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private Element name(Variant variant, double y) {
        if (narrow) {
            return Svg.text(left, y - 8, "start", "figure", Svg.cut(variant.name(), SHORT_NAME));
        }
        return Svg.text(left - 12, y + 4, "end", "figure", Svg.cut(variant.name(), NAME));
    }
}
