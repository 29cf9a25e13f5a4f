package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.report.html.LinePlot.Band;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.text.WalkText;
import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.stats.WalkCurve.Point;
import io.github.hpjvm.bench.stats.WalkCurve.Rise;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.terminal.NoBreak;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The section on TlbReach: costs of a load on base and huge pages, their difference, and the reach of the TLB. */
final class WalkSection {
    /**
     * Smallest difference that is drawn. A logarithmic axis would show smaller ones, which are noise, as steep drops.
     */
    private static final double LEAST_NANOS = 0.1;

    private static final String LABEL = " {2,}";

    private WalkSection() {}

    static Element draw(Findings findings) {
        Element section = Element.of("section").with("id", "tlb").add(Element.of("h2", "TLB reach"));
        List<WalkCurve> curves = findings.results().walkCurves();
        for (WalkCurve curve : curves) {
            section.add(Element.of("h3", "Base pages and " + curve.huge().name()), remarks(curve));
            LinePlot plot = plot(curve, findings.results().options().variants());
            if (plot.shows()) {
                section.add(plot.draw());
            }
            section.add(table(curve));
        }
        return section.add(Element.of(
                        "p",
                        "Each load depends on the one before and reads a random cache line, one in each 4 KiB. The"
                                + " fastest round counts, because other processes can only add time. Base and huge pages use"
                                + " the same number of lines, so the difference of the two curves is the cost of address"
                                + " translation. The grey bands are the edges of the TLB's levels, from the last size that a"
                                + " level holds to the first size that it does not. The tables show ns per load: cost of"
                                + " caches, cost of translation on base and on huge pages, and the saving by huge pages with"
                                + " the range of the two best rounds.")
                .as("caption"));
    }

    private static Element remarks(WalkCurve curve) {
        Element list = Element.of("dl");
        for (String sentence : WalkText.sentences(curve)) {
            String[] parts = sentence.split(LABEL, 2);
            list.add(Element.of("dt", parts[0]), Element.of("dd", NoBreak.numbers(parts[parts.length - 1])));
        }
        return list;
    }

    /** The table of the curves' figures, which is printed too. */
    private static Element table(WalkCurve curve) {
        HtmlTable table = new HtmlTable(WalkText.titles(curve));
        WalkText.rows(curve)
                .forEach(row -> table.row(row.stream().map(HtmlTable::number).toList()));
        return table.draw();
    }

    private static LinePlot plot(WalkCurve curve, List<Variant> variants) {
        String huge = curve.huge().name();
        List<Curve> lines = new ArrayList<>();
        lines.add(line(curve, Variants.baseline().name(), SeriesStyle.of(Variants.baseline(), variants), Point::base));
        lines.add(line(curve, huge, SeriesStyle.of(curve.huge(), variants), Point::huge));
        lines.add(line(
                curve,
                "baseline minus " + huge,
                new SeriesStyle(variants.size()),
                point -> point.saved().range().low() > 0 ? point.saved().value() : 0));
        if (curve.controlled()) {
            lines.add(line(curve, "caches alone", new SeriesStyle(variants.size() + 1), Point::caches));
        }
        List<Band> bands = new ArrayList<>();
        curve.firstLevel().ifPresent(rise -> bands.add(band("first level ends", rise)));
        curve.lastLevel()
                .ifPresent(rise ->
                        bands.add(band(curve.firstLevel().isPresent() ? "last level ends" : "a level ends", rise)));
        return new LinePlot(
                "Cost of a load on base pages and on " + huge + ", against the pages in use",
                "pages of 4 KiB in use",
                "ns per load, best round",
                lines,
                bands);
    }

    private static Band band(String label, Rise rise) {
        return new Band(rise.last().pages(), rise.first().pages(), label);
    }

    private static Curve line(WalkCurve curve, String name, SeriesStyle style, ToDoubleFunction<Point> of) {
        return new Curve(
                name,
                style,
                curve.points().stream()
                        .filter(point -> of.applyAsDouble(point) >= LEAST_NANOS)
                        .map(point -> new Curve.Point(
                                point.pages(),
                                of.applyAsDouble(point),
                                WalkText.point(name, point, of.applyAsDouble(point))))
                        .toList());
    }
}
