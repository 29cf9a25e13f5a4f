package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.html.Curve.Point;
import io.github.hpjvm.bench.report.model.CaseNames;
import io.github.hpjvm.bench.report.model.EffectSize;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.NoBreak;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The section on costs: a curve over the size for each variant, and a table. */
final class CostSection {
    private CostSection() {}

    static Element draw(Findings findings) {
        boolean sizes = findings.workloads().stream()
                .anyMatch(workload -> !curves(findings, workload).isEmpty());
        Element section =
                Element.of("section").with("id", "cost").add(Element.of("h2", sizes ? "Cost against size" : "Cost"));
        for (Workload workload : findings.workloads()) {
            section.add(Element.of("h3", workload.name() + ", " + findings.costName(workload)));
            curves(findings, workload).forEach(plot -> section.add(plot.draw()));
            section.add(table(findings, workload));
        }
        String signs = Stream.of(Verdict.FASTER, Verdict.SLOWER, Verdict.SAME, Verdict.INCONCLUSIVE)
                .map(verdict -> sign(verdict) + " " + EffectSize.verdict(verdict))
                .collect(Collectors.joining(", "));
        section.add(Element.of(
                        "p",
                        "Medians of the rounds that count, and the ratio of costs to baseline, which is computed within each round: "
                                + signs + ".")
                .as("caption"));
        return section;
    }

    private static String unit(Findings findings, Workload workload) {
        if (findings.clock(findings.cases(workload).get(0)) == Clock.CPU) {
            return "ns of CPU time per operation";
        }
        String better = workload.higherIsBetter() ? " (higher is better)" : "";
        return findings.unit(workload).map(unit -> unit + better).orElse("no score");
    }

    /** The plots, one for each combination of the other parameters; empty without a parameter for the lower axis. */
    static List<LinePlot> curves(Findings findings, Workload workload) {
        List<Case> cases = findings.cases(workload);
        Optional<String> across = parameter(cases);
        if (across.isEmpty()) {
            return List.of();
        }
        Map<Map<String, String>, List<Case>> groups = new LinkedHashMap<>();
        for (Case subject : cases) {
            Map<String, String> others = new LinkedHashMap<>(subject.params());
            others.remove(across.get());
            groups.computeIfAbsent(others, key -> new ArrayList<>()).add(subject);
        }
        List<LinePlot> plots = new ArrayList<>();
        groups.forEach((others, group) -> {
            String rest = others.isEmpty() ? "" : ", " + CaseFigures.params(new Case(workload, others));
            LinePlot plot = new LinePlot(
                    "Cost of " + workload.name() + " against " + across.get() + rest,
                    across.get() + rest,
                    unit(findings, workload),
                    findings.results().options().variants().stream()
                            .map(variant -> curve(findings, variant, across.get(), group))
                            .toList());
            if (plot.shows()) {
                plots.add(plot);
            }
        });
        return plots;
    }

    /** The parameter of the lower axis: the first one that is a number in all cases and has several values. */
    private static Optional<String> parameter(List<Case> cases) {
        return cases.stream()
                .flatMap(subject -> subject.params().keySet().stream())
                .distinct()
                .filter(name -> cases.stream()
                        .allMatch(subject ->
                                subject.params().getOrDefault(name, "").matches("[1-9]\\d{0,17}")))
                .filter(name -> cases.stream()
                                .map(subject -> subject.params().get(name))
                                .distinct()
                                .count()
                        > 1)
                .findFirst();
    }

    private static Curve curve(Findings findings, Variant variant, String across, List<Case> cases) {
        List<Point> points = new ArrayList<>();
        for (Case subject : cases) {
            List<Double> scores = EffectSize.Cost.values(findings, subject, variant, findings.clock(subject));
            if (!scores.isEmpty()) {
                points.add(new Point(
                        Double.parseDouble(subject.params().get(across)),
                        Figures.median(scores),
                        variant.name() + " at " + CaseNames.name(subject) + ": "
                                + Figures.score(Figures.median(scores)) + ", rounds from "
                                + Figures.score(
                                        scores.stream().min(Double::compare).orElseThrow()) + " to "
                                + Figures.score(
                                        scores.stream().max(Double::compare).orElseThrow())));
            }
        }
        points.sort(Comparator.comparing(Point::x));
        return new Curve(
                variant.name(),
                SeriesStyle.of(variant, findings.results().options().variants()),
                points);
    }

    private static Element table(Findings findings, Workload workload) {
        List<String> titles = new ArrayList<>(List.of(""));
        titles.add(Variants.baseline().name());
        findings.compared().forEach(variant -> titles.add(variant.name()));
        HtmlTable table = new HtmlTable(titles);
        for (Case subject : findings.cases(workload)) {
            List<Element> row = new ArrayList<>();
            row.add(HtmlTable.name(NoBreak.numbers(CaseNames.name(subject))));
            row.add(HtmlTable.number(findings.cost(subject, Variants.baseline())));
            findings.compared().forEach(variant -> row.add(cell(findings, findings.comparison(subject, variant))));
            table.row(row);
        }
        return table.draw();
    }

    /** A cell with the cost and, smaller, the ratio to baseline in the colour and with the sign of the verdict. */
    private static Element cell(Findings findings, Comparison comparison) {
        Element cell = HtmlTable.number("");
        if (comparison.verdict() == Verdict.NOT_REALISED) {
            return cell.add(small(
                    findings.whyNoRatio(comparison.subject(), comparison.variant())
                            .text(),
                    comparison));
        }
        String verdict = comparison.verdict().name().toLowerCase(Locale.ROOT);
        Element ratio = small(Figures.ratio(comparison.ratio().ratio().orElseThrow()), comparison)
                .with(
                        "title",
                        verdict
                                + comparison
                                        .ratio()
                                        .ci95()
                                        .map(it -> " " + CaseFigures.interval(it))
                                        .orElse(""));
        Element sign = Element.of("span", sign(comparison.verdict()))
                .as("sign " + verdict)
                .with("title", verdict);
        return cell.text(findings.cost(comparison.subject(), comparison.variant()) + " ")
                .add(Element.of("span").as("judged").add(ratio, sign));
    }

    /** The verdict as a sign, for readers without colour. */
    private static String sign(Verdict verdict) {
        return switch (verdict) {
            case FASTER -> "\u2193";
            case SLOWER -> "\u2191";
            case SAME -> "=";
            case INCONCLUSIVE -> "?";
            case NOT_REALISED -> "";
        };
    }

    private static Element small(String text, Comparison comparison) {
        return Element.of("small", text)
                .as("verdict " + comparison.verdict().name().toLowerCase(Locale.ROOT));
    }
}
