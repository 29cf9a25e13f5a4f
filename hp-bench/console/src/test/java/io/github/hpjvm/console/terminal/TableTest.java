package io.github.hpjvm.console.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheirWidestCellAndAligned() {
        Table table = new Table(Column.left("name"), Column.right("ns/op"), Column.left(""));
        table.row("a", "1234.5", "x");
        table.row("longer", "7", "");
        assertEquals(List.of("  name     ns/op", "  a       1234.5  x", "  longer       7"), table.lines("  ", false));
    }

    @Test
    void withoutTitlesThereIsNoTitleLine() {
        Table table = new Table(Column.left(""), Column.right(""));
        table.row("a", "1");
        assertEquals(List.of("a  1"), table.lines("", false));
    }

    @Test
    void aTableWithoutRowsIsItsTitles() {
        assertEquals(List.of("a  b"), new Table(Column.left("a"), Column.right("b")).lines("", false));
    }

    @Test
    void colourDoesNotCountForTheWidth() {
        Table table = new Table(Column.left("a"), Column.right("b"), Column.left("c"));
        table.row(List.of(new Cell("xx", Style.GOOD), new Cell("1", Style.BAD), Cell.of("y")));
        table.row(List.of(Cell.of("x"), Cell.of("22"), Cell.of("y")));
        assertEquals(
                List.of(
                        "\033[2ma\033[0m    \033[2mb\033[0m  \033[2mc\033[0m",
                        "\033[32mxx\033[0m   \033[31m1\033[0m  y",
                        "x   22  y"),
                table.lines("", true));
    }

    @Test
    void anEmptyCellHasNoColour() {
        Table table = new Table(Column.left(""), Column.left(""));
        table.row(List.of(Cell.of("a"), new Cell("", Style.WARN)));
        assertEquals(List.of("a"), table.lines("", true));
    }

    @Test
    void rejectsARowOfAnotherLength() {
        Table table = new Table(Column.left("a"), Column.left("b"));
        assertThrows(IllegalArgumentException.class, () -> table.row("x"));
    }

    /** Where the terminal is too narrow, no cell is cut: the columns that do not fit follow below. */
    @Test
    void foldsOnANarrowTerminal() {
        Table table = new Table(Table.Column.left("name"), Table.Column.right("first"), Table.Column.right("second"));
        table.row("a".repeat(20), "b".repeat(20), "c".repeat(20));
        Paragraph.fit(60);
        try {
            List<String> lines = table.lines("", false);
            assertEquals(5, lines.size(), lines::toString);
            assertTrue(lines.stream().allMatch(line -> line.length() <= 60), lines::toString);
            assertEquals("a".repeat(20) + "  " + "c".repeat(20), lines.get(4));
        } finally {
            Paragraph.fit(Integer.MAX_VALUE);
        }
        assertEquals(2, table.lines("", false).size());
    }
}
