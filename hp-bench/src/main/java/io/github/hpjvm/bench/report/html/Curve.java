package io.github.hpjvm.bench.report.html;

import java.util.List;

/**
 * A line of a plot.
 *
 * @param name stands at its end
 * @param points in the order of x
 */
record Curve(String name, Look look, List<Point> points) {
    Curve {
        points = List.copyOf(points);
    }

    /**
     * A point that was measured.
     *
     * @param text what is shown where the pointer rests on it
     */
    record Point(double x, double y, String text) {}
}
