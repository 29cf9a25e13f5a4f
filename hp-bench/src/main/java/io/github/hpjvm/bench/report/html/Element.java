package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An element of an HTML page or SVG image with its content. Text and attributes are escaped, so that a name from
 * outside cannot become markup. The output is well-formed XML, which an HTML parser reads in the same way.
 */
public final class Element {
    /** Elements without an end tag in HTML. */
    private static final Set<String> VOID = Set.of("meta", "br", "col", "input");

    /** Elements that no line break follows, because a browser would show it as a blank. */
    private static final Set<String> INLINE =
            Set.of("a", "b", "code", "span", "strong", "small", "tspan", "title", "text");

    private final String name;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<Object> content = new ArrayList<>();

    private Element(String name) {
        this.name = name;
    }

    public static Element of(String name) {
        return new Element(name);
    }

    /** An element that contains only text. */
    public static Element of(String name, String text) {
        return new Element(name).text(text);
    }

    public Element with(String attribute, String value) {
        attributes.put(attribute, value);
        return this;
    }

    /** Sets a coordinate, rounded to a tenth. */
    Element at(String attribute, double value) {
        return with(attribute, coordinate(value));
    }

    /** Sets the class for the style sheet. */
    Element as(String cssClass) {
        return with("class", cssClass);
    }

    /** Returns whether the class attribute is exactly this. */
    boolean is(String cssClass) {
        return cssClass.equals(attributes.get("class"));
    }

    Element text(String text) {
        content.add(escape(text));
        return this;
    }

    Element add(Element... children) {
        return add(List.of(children));
    }

    Element add(List<Element> children) {
        content.addAll(children);
        return this;
    }

    /**
     * Adds the text of a script or a style sheet, which HTML does not unescape.
     *
     * @throws IllegalArgumentException if the text contains markup
     */
    Element verbatim(String text) {
        if (text.indexOf('<') >= 0 || text.indexOf('&') >= 0 || text.contains("]]>")) {
            throw new IllegalArgumentException("contains markup: " + name);
        }
        content.add(text);
        return this;
    }

    /** A coordinate in SVG's notation: {@code 12}, {@code 12.5}. */
    static String coordinate(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not a coordinate: " + value);
        }
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** Replaces characters that XML 1.0 does not allow (section 2.2) and characters that a browser does not show. */
    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            switch (point) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(allowed(point) ? point : 0xFFFD);
            }
        });
        return escaped.toString();
    }

    /**
     * Returns whether XML allows this character and a browser shows it. Bidirectional controls have an effect even as
     * references.
     */
    static boolean allowed(int point) {
        return point == '\t' || point == '\n' || !Visible.isHidden(point);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("<").append(name);
        attributes.forEach((attribute, value) -> text.append(' ')
                .append(attribute)
                .append("=\"")
                .append(escape(value))
                .append('"'));
        if (VOID.contains(name)) {
            return text.append("/>\n").toString();
        }
        text.append('>');
        content.forEach(text::append);
        text.append("</").append(name).append('>');
        return INLINE.contains(name) ? text.toString() : text.append('\n').toString();
    }
}
