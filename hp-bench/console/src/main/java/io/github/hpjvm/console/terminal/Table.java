package io.github.hpjvm.console.terminal;

import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A text table whose columns are as wide as their widest cells. */
public final class Table {
    /** The blanks between two columns. */
    public static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    public Table(Column... columns) {
        this(Arrays.asList(columns));
    }

    public Table(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /** A column with its title and alignment. */
    public record Column(String title, boolean right) {
        public static Column left(String title) {
            return new Column(title, false);
        }

        public static Column right(String title) {
            return new Column(title, true);
        }
    }

    /** A text and its style. */
    public record Cell(String text, Style style) {
        /** Makes the text one line, whatever characters it contains: see {@link Visible}. */
        public Cell {
            text = Visible.line(text);
        }

        public static Cell of(String text) {
            return new Cell(text, Style.PLAIN);
        }
    }

    public void row(List<Cell> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns.size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    public void row(String... cells) {
        row(Arrays.stream(cells).map(Cell::of).toList());
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * The lines without trailing blanks. The titles come first unless all are empty. Columns that the terminal has no room for
     * follow below, after a copy of the first column.
     */
    public List<String> lines(String indent, boolean colour) {
        if (columns.size() == 2 && !columns.get(1).right() && width(indent) > Paragraph.columns()) {
            return wrapped(indent, colour);
        }
        return columns.size() > 2 && width(indent) > Paragraph.columns()
                ? folded(indent, colour, 1, Paragraph.columns())
                : whole(indent, colour);
    }

    /** The lines of a list, whose texts are wrapped below each other. */
    private List<String> wrapped(String indent, boolean colour) {
        String hanging = " ".repeat(indent.length() + width(0) + GAP.length());
        List<String> lines = new ArrayList<>();
        for (List<Cell> row : rows) {
            String first = line(indent, List.of(row.get(0), Cell.of("|")), false);
            List<String> text = Paragraph.wrap(row.get(1).text(), hanging, hanging);
            lines.add(first.substring(0, hanging.length())
                    + row.get(1).style().of(text.get(0).substring(hanging.length()), colour));
            text.subList(1, text.size()).forEach(lines::add);
        }
        return lines;
    }

    /** The columns of the longest line. */
    public int width(String indent) {
        int sum = indent.length() - GAP.length();
        for (int i = 0; i < columns.size(); i++) {
            sum += width(i) + GAP.length();
        }
        return sum;
    }

    private List<String> whole(String indent, boolean colour) {
        List<String> lines = new ArrayList<>();
        if (columns.stream().anyMatch(column -> !column.title().isEmpty())) {
            lines.add(line(
                    indent,
                    columns.stream()
                            .map(column -> new Cell(column.title(), Style.DIM))
                            .toList(),
                    colour));
        }
        rows.forEach(row -> lines.add(line(indent, row, colour)));
        return lines;
    }

    /**
     * The lines within a page's width. Columns that do not fit follow below, after a copy of the key columns.
     *
     * @param keys number of leading columns that identify a row
     */
    public List<String> folded(String indent, boolean colour, int keys) {
        return folded(indent, colour, keys, Paragraph.width());
    }

    private List<String> folded(String indent, boolean colour, int keys, int most) {
        int used = indent.length();
        int from = keys;
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            used += width(i) + GAP.length();
        }
        int room = most - used;
        while (from < columns.size()) {
            int to = from;
            int taken = 0;
            while (to < columns.size() && (to == from || taken + width(to) <= room)) {
                taken += width(to++) + GAP.length();
            }
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(columns(keys, from, to).whole(indent, colour));
            from = to;
        }
        return lines;
    }

    private Table columns(int keys, int from, int to) {
        Table part = new Table(Stream.concat(columns.stream().limit(keys), columns.subList(from, to).stream())
                .toList());
        rows.forEach(row -> part.row(Stream.concat(row.stream().limit(keys), row.subList(from, to).stream())
                .toList()));
        return part;
    }

    private String line(String indent, List<Cell> cells, boolean colour) {
        StringBuilder line = new StringBuilder(indent);
        for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            String padding = " ".repeat(width(i) - cell.text().length());
            String text = cell.text().isEmpty() ? "" : cell.style().of(cell.text(), colour);
            line.append(i == 0 ? "" : GAP).append(columns.get(i).right() ? padding + text : text + padding);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int widest = columns.get(column).title().length();
        for (List<Cell> row : rows) {
            widest = Math.max(widest, row.get(column).text().length());
        }
        return widest;
    }
}
