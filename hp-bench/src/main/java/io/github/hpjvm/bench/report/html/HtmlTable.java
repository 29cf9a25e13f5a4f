package io.github.hpjvm.bench.report.html;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table with titles. Numbers are right-aligned, and a table that is too wide scrolls. */
final class HtmlTable {
    private static final String NUMBER = "number";

    private final List<String> titles;
    private final List<Element> rows = new ArrayList<>();

    /** Columns of numbers, whose titles are right-aligned too. */
    private final Set<Integer> numbers = new HashSet<>();

    HtmlTable(List<String> titles) {
        this.titles = List.copyOf(titles);
    }

    HtmlTable(String... titles) {
        this(List.of(titles));
    }

    /** A cell with text. */
    static Element text(String text) {
        return Element.of("td", text);
    }

    /** A cell with a number. */
    static Element number(String text) {
        return Element.of("td", text).as(NUMBER);
    }

    /** The header cell of a row. */
    static Element name(String text) {
        return Element.of("th", text).with("scope", "row");
    }

    void row(List<Element> cells) {
        if (cells.size() != titles.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + titles.size() + " columns");
        }
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i).is(NUMBER)) {
                numbers.add(i);
            }
        }
        rows.add(Element.of("tr").add(cells));
    }

    void row(Element... cells) {
        row(List.of(cells));
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    Element draw() {
        List<Element> heads = new ArrayList<>();
        for (int i = 0; i < titles.size(); i++) {
            Element head = Element.of("th", titles.get(i)).with("scope", "col");
            heads.add(numbers.contains(i) ? head.as(NUMBER) : head);
        }
        return Element.of("div")
                .as("scroll")
                .add(Element.of("table")
                        .add(
                                Element.of("thead").add(Element.of("tr").add(heads)),
                                Element.of("tbody").add(rows)));
    }
}
