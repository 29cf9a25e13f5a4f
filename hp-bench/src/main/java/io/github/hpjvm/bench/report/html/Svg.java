package io.github.hpjvm.bench.report.html;

import java.util.Locale;
import java.util.function.Function;

/** Elements of plots. */
final class Svg {
    private Svg() {}

    /** Widths for desktops and telephones. The style sheet shows one of the two. */
    enum Width {
        WIDE,
        NARROW
    }

    /** A picture in both widths. */
    static Element both(Function<Width, Element> draw) {
        return Element.of("div").add(draw.apply(Width.WIDE), draw.apply(Width.NARROW));
    }

    /** A picture that scales with the page, up to a legible size. */
    static Element picture(Width kind, double width, double height, String title) {
        return Element.of("svg")
                .as("plot " + kind.name().toLowerCase(Locale.ROOT))
                .with("viewBox", "0 0 " + Element.coordinate(width) + " " + Element.coordinate(height))
                .with("style", String.format(Locale.ROOT, "max-width:%.0fpx", width * 1.15))
                .with("role", "img")
                .with("aria-label", title);
    }

    /** Text anchored at a point: {@code start}, {@code end}, {@code middle}. */
    static Element text(double x, double y, String anchor, String cssClass, String text) {
        return Element.of("text", text).as(cssClass).at("x", x).at("y", y).with("text-anchor", anchor);
    }

    static Element line(double x1, double y1, double x2, double y2, String cssClass) {
        return Element.of("line")
                .as(cssClass)
                .at("x1", x1)
                .at("y1", y1)
                .at("x2", x2)
                .at("y2", y2);
    }

    static Element box(double x, double y, double width, double height, String cssClass) {
        return Element.of("rect")
                .as(cssClass)
                .at("x", x)
                .at("y", y)
                .at("width", Math.max(0, width))
                .at("height", Math.max(0, height));
    }

    /** A group with a tooltip. */
    static Element hover(String text, Element... parts) {
        return Element.of("g").as("hover").add(Element.of("title", text)).add(parts);
    }

    /** A text, cut to a number of characters; a title should contain all of it. */
    static String cut(String text, int length) {
        return text.codePointCount(0, text.length()) <= length
                ? text
                : text.substring(0, text.offsetByCodePoints(0, length - 1)) + "\u2026";
    }
}
