package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks that the tables of docs/METHOD.md equal the simulations. */
class MethodTablesTest {
    private static final Path METHOD = Path.of("..", "docs", "METHOD.md");
    private static final Path FRESH = Path.of("target", "method-tables.md");
    private static final String BEGIN = "<!-- tables: begin -->\n";
    private static final String END = "<!-- tables: end -->";

    @Test
    void theTablesOfTheMethodEqualTheSimulations() throws IOException {
        String tables = MethodTables.all();
        Files.writeString(FRESH, tables);
        String method = Files.readString(METHOD);
        assertTrue(method.contains(BEGIN) && method.contains(END), "docs/METHOD.md has a place for them");
        String shown = method.substring(method.indexOf(BEGIN) + BEGIN.length(), method.indexOf(END));
        assertEquals(tables.strip(), shown.strip(), "fresh ones are in hp-bench/" + FRESH);
    }
}
