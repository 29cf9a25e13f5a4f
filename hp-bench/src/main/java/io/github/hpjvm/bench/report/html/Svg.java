package io.github.hpjvm.bench.report.html;

import java.util.Locale;
import java.util.function.Function;

/** The pieces that plots are drawn with. */
final class Svg {
    private Svg() {}

    /** A width for pages of a desk, and one for those of a telephone; the style sheet shows one of the two. */
    enum Width {
        WIDE,
        NARROW
    }

    /** A picture in both widths. */
    static Element both(Function<Width, Element> draw) {
        return Element.of("div").add(draw.apply(Width.WIDE), draw.apply(Width.NARROW));
    }

    /** A picture that grows with the page, up to a size that is still easy to read. */
    static Element picture(Width kind, double width, double height, String title) {
        return Element.of("svg")
                .as("plot " + kind.name().toLowerCase(Locale.ROOT))
                .with("viewBox", "0 0 " + Element.coordinate(width) + " " + Element.coordinate(height))
                .with("style", String.format(Locale.ROOT, "max-width:%.0fpx", width * 1.15))
                .with("role", "img")
                .with("aria-label", title);
    }

    /** Text that starts, ends or is centred at a place: {@code start}, {@code end}, {@code middle}. */
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

    /** A group that shows a text where the pointer rests on it. */
    static Element hover(String text, Element... parts) {
        return Element.of("g").as("hover").add(Element.of("title", text)).add(parts);
    }

    /** A text cut to so many characters; the whole of it belongs into a title. */
    static String cut(String text, int length) {
        return text.codePointCount(0, text.length()) <= length
                ? text
                : text.substring(0, text.offsetByCodePoints(0, length - 1)) + "\u2026";
    }
}
