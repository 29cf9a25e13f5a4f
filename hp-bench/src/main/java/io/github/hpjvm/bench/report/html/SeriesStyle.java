package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.variant.Variant;
import java.util.List;

/**
 * The style of a series: colour, and for readers without colour the shape of its marks and the dashes of its line.
 *
 * @param index position of the series, from 0
 */
record SeriesStyle(int index) {
    private static final int COLOURS = 8;
    private static final List<String> DASHES = List.of("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2");
    private static final double SIZE = 4.5;

    /** The style of a variant; {@code baseline'}, which is not an option, has the style of baseline. */
    static SeriesStyle of(Variant variant, List<Variant> options) {
        int index = options.indexOf(variant);
        return new SeriesStyle(Math.max(0, index));
    }

    /** The CSS class for the colour of this series. */
    String colour() {
        return "v" + index % COLOURS;
    }

    Element mark(double x, double y, boolean filled) {
        Element mark = switch (index % 7) {
            case 0 -> Element.of("circle").at("cx", x).at("cy", y).at("r", SIZE);
            case 1 ->
                Element.of("rect").at("x", x - 4).at("y", y - 4).at("width", 8).at("height", 8);
            case 2 -> polygon(x, y, 0, -5.5, 5, 4, -5, 4);
            case 3 -> polygon(x, y, 0, -6, 5, 0, 0, 6, -5, 0);
            case 4 -> polygon(x, y, 0, 5.5, 5, -4, -5, -4);
            case 5 -> polygon(x, y, -5.5, 0, 4, 5, 4, -5);
            default ->
                polygon(x, y, -2, -5, 2, -5, 2, -2, 5, -2, 5, 2, 2, 2, 2, 5, -2, 5, -2, 2, -5, 2, -5, -2, -2, -2);
        };
        return mark.as("mark " + colour() + (filled ? "" : " hollow"));
    }

    /** A path in this style; {@code d} is SVG's attribute. */
    Element line(String d) {
        Element line = Element.of("path").as("line " + colour()).with("d", d);
        String dashes = DASHES.get(index % DASHES.size());
        return dashes.isEmpty() ? line : line.with("stroke-dasharray", dashes);
    }

    /** A sample of line and mark for a legend. */
    Element sample() {
        return Element.of("svg")
                .as("sample")
                .with("width", "34")
                .with("height", "14")
                .with("viewBox", "0 0 34 14")
                .with("aria-hidden", "true")
                .add(line("M1 7H33"), mark(17, 7, true));
    }

    private static Element polygon(double x, double y, double... offsets) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < offsets.length; i += 2) {
            points.append(i == 0 ? "" : " ")
                    .append(Element.coordinate(x + offsets[i]))
                    .append(',')
                    .append(Element.coordinate(y + offsets[i + 1]));
        }
        return Element.of("polygon").with("points", points.toString());
    }
}
