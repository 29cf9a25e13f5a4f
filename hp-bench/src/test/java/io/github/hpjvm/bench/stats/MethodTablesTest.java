package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Checks that the tables of docs/METHOD.md equal the simulations. */
class MethodTablesTest {
    private static final Path METHOD = Path.of("..", "docs", "METHOD.md");
    private static final Path FRESH = Path.of("target", "method-tables.md");
    private static final String BEGIN = "<!-- tables: begin -->\n";
    private static final String END = "<!-- tables: end -->";

    private static String shown() throws IOException {
        String method = Files.readString(METHOD);
        assertTrue(method.contains(BEGIN) && method.contains(END), "docs/METHOD.md has a place for them");
        return method.substring(method.indexOf(BEGIN) + BEGIN.length(), method.indexOf(END));
    }

    /** The other rows are computed in the same way, and take a minute: {@code -Plab} computes them. */
    @Test
    void theFirstRowOfEachTableEqualsTheSimulations() throws IOException {
        List<List<String>> shown = Arrays.stream(shown().strip().split("\n(?=Share|The same|Rounds|Accuracy)"))
                .map(table -> List.of(table.split("\n")))
                .toList();
        List<List<String>> fresh = MethodTables.beginnings();
        assertEquals(fresh.size(), shown.size());
        for (int i = 0; i < fresh.size(); i++) {
            List<String> beginning = fresh.get(i);
            assertEquals(beginning, shown.get(i).subList(0, beginning.size()));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "hp.lab", matches = "true")
    void theTablesOfTheMethodEqualTheSimulations() throws IOException {
        String tables = MethodTables.all();
        Files.writeString(FRESH, tables);
        assertEquals(tables.strip(), shown().strip(), "fresh ones are in hp-bench/" + FRESH);
    }
}
