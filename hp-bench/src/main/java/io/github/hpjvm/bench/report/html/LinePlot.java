package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.report.html.Curve.Point;
import io.github.hpjvm.console.terminal.Figures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Curves over two logarithmic axes. Points without a logarithm are omitted, and the line connects their neighbours.
 *
 * @param title text for screen readers
 * @param x label of the lower axis
 * @param y label of the left axis, with its unit
 * @param bands marked ranges of the lower axis, behind the curves
 */
record LinePlot(String title, String x, String y, List<Curve> curves, List<Band> bands) {
    private static final double TOP = 30;
    private static final double BOTTOM = 292;
    private static final double LABEL = 16;
    private static final int NAME = 25;

    /** A marked range of the lower axis with its label. */
    record Band(double from, double to, String label) {}

    /** A plot without bands. */
    LinePlot(String title, String x, String y, List<Curve> curves) {
        this(title, x, y, curves, List.of());
    }

    LinePlot {
        bands = List.copyOf(bands);
        curves = curves.stream()
                .map(curve -> new Curve(
                        curve.name(),
                        curve.style(),
                        curve.points().stream()
                                .filter(point -> LogScale.takes(point.x()) && LogScale.takes(point.y()))
                                .toList()))
                .filter(curve -> !curve.points().isEmpty())
                .toList();
    }

    /** Returns whether the points have more than one value on the lower axis. */
    boolean shows() {
        return values(Point::x).stream().distinct().count() > 1;
    }

    Element draw() {
        return Svg.both(kind -> new Drawing(kind).draw());
    }

    /** The picture in one width. The names of the curves are at their ends, or below a narrow picture. */
    private final class Drawing {
        private final Svg.Width kind;
        private final boolean narrow;
        private final double width;
        private final double height;
        private final double left;
        private final double right;

        private Drawing(Svg.Width kind) {
            this.kind = kind;
            this.narrow = kind == Svg.Width.NARROW;
            this.width = narrow ? 360 : 870;
            this.height = narrow ? 340 + LABEL * curves.size() : 340;
            this.left = narrow ? 52 : 64;
            this.right = narrow ? 350 : 640;
        }

        Element draw() {
            LogScale across = LogScale.around(values(Point::x), left, right);
            LogScale up = LogScale.around(values(Point::y), BOTTOM, TOP);
            Element picture =
                    Svg.picture(kind, width, height, title).add(bands(across)).add(axes(across, up));
            for (Curve curve : curves) {
                picture.add(curve.style().line(path(curve, across, up)));
            }
            for (Curve curve : curves) {
                curve.points()
                        .forEach(point -> picture.add(Svg.hover(
                                point.text(), curve.style().mark(across.pixel(point.x()), up.pixel(point.y()), true))));
            }
            return picture.add(labels(across, up));
        }

        private List<Element> bands(LogScale across) {
            List<Element> parts = new ArrayList<>();
            for (Band band : bands) {
                double left = across.pixel(band.from());
                double right = across.pixel(band.to());
                parts.add(Svg.hover(
                        band.label() + ": " + Figures.grouped(String.valueOf(Math.round(band.from()))) + " to "
                                + Figures.grouped(String.valueOf(Math.round(band.to()))),
                        Svg.box(left, TOP, right - left, BOTTOM - TOP, "floor"),
                        Svg.text((left + right) / 2, TOP - 6, "middle", "tick", band.label())));
            }
            return parts;
        }

        private List<Element> axes(LogScale across, LogScale up) {
            List<Element> parts = new ArrayList<>();
            for (BigDecimal tick : up.ticks()) {
                double at = up.pixel(tick.doubleValue());
                parts.add(Svg.line(left, at, right, at, "grid"));
                parts.add(Svg.text(left - 8, at + 4, "end", "tick", Ticks.plain(tick)));
            }
            for (BigDecimal tick : across.ticks()) {
                double at = across.pixel(tick.doubleValue());
                parts.add(Svg.line(at, TOP, at, BOTTOM, "grid"));
                parts.add(Svg.text(at, BOTTOM + 16, "middle", "tick", Ticks.plain(tick)));
            }
            parts.add(Svg.line(left, BOTTOM, right, BOTTOM, "frame"));
            parts.add(Svg.line(left, TOP, left, BOTTOM, "frame"));
            parts.add(Svg.text(4, 14, "start", "axis", y));
            parts.add(Svg.text((left + right) / 2, BOTTOM + 38, "middle", "axis", x));
            return parts;
        }

        private String path(Curve curve, LogScale across, LogScale up) {
            StringBuilder path = new StringBuilder();
            for (Point point : curve.points()) {
                path.append(path.isEmpty() ? "M" : " L")
                        .append(Element.coordinate(across.pixel(point.x())))
                        .append(' ')
                        .append(Element.coordinate(up.pixel(point.y())));
            }
            return path.toString();
        }

        /** The names right of the lines' ends, from top to bottom, moved apart where lines end together. */
        private List<Element> labels(LogScale across, LogScale up) {
            List<Curve> order = curves.stream()
                    .sorted(Comparator.comparing(curve -> up.pixel(last(curve).y())))
                    .toList();
            double[] at = new double[order.size()];
            for (int i = 0; i < at.length; i++) {
                double wanted = up.pixel(last(order.get(i)).y());
                at[i] = i == 0 ? wanted : Math.max(wanted, at[i - 1] + LABEL);
            }
            if (narrow) {
                return below(order);
            }
            double over = at.length == 0 ? 0 : Math.max(0, at[at.length - 1] - BOTTOM);
            List<Element> parts = new ArrayList<>();
            for (int i = 0; i < at.length; i++) {
                Curve curve = order.get(i);
                double y = at[i] - over;
                parts.add(Svg.line(
                        across.pixel(last(curve).x()) + 7, up.pixel(last(curve).y()), right + 18, y, "lead"));
                parts.add(curve.style().mark(right + 26, y, true));
                parts.add(Svg.hover(
                        curve.name(), Svg.text(right + 38, y + 4, "start", "figure", Svg.cut(curve.name(), NAME))));
            }
            return parts;
        }

        private List<Element> below(List<Curve> order) {
            List<Element> parts = new ArrayList<>();
            double y = BOTTOM + 58;
            for (Curve curve : order) {
                parts.add(curve.style().mark(left + 6, y - 4, true));
                parts.add(Svg.text(left + 18, y, "start", "figure", Svg.cut(curve.name(), NAME)));
                y += LABEL;
            }
            return parts;
        }
    }

    private List<Double> values(ToDoubleFunction<Point> of) {
        return curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(of::applyAsDouble)
                .toList();
    }

    private static Point last(Curve curve) {
        return curve.points().get(curve.points().size() - 1);
    }
}
