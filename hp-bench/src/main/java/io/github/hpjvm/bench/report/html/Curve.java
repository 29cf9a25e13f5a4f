package io.github.hpjvm.bench.report.html;

import java.util.List;

/**
 * A line of a plot.
 *
 * @param name the label at its end
 * @param points in the order of x
 */
record Curve(String name, SeriesStyle style, List<Point> points) {
    Curve {
        points = List.copyOf(points);
    }

    /**
     * A measured point.
     *
     * @param text its tooltip
     */
    record Point(double x, double y, String text) {}
}
