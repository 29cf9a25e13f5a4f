package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FleetSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queries of docs/FLEET.md run on the rows that hp-cli fleet writes. */
class FleetQueriesTest {
    private static final Pattern SQL = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL);

    @Test
    void queriesOfTheDocumentAnswer(@TempDir Path folder) throws IOException, SQLException {
        FleetSamples.write(folder.resolve("snapshots"), 60, 3);
        Path rows = folder.resolve("fleet.ndjson");
        Called.with("fleet", folder.resolve("snapshots").toString(), "-o", rows.toString());
        String text = Files.readString(Path.of("../docs/FLEET.md"));
        List<String> queries = new ArrayList<>();
        for (Matcher matcher = SQL.matcher(text); matcher.find(); ) {
            queries.add(matcher.group(1).replace("fleet.ndjson", rows.toString()));
        }
        assertEquals(3, queries.size());
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String query : queries) {
                try (ResultSet answer = statement.executeQuery(query)) {
                    assertTrue(answer.next(), query);
                    int last = answer.getMetaData().getColumnCount();
                    assertTrue(answer.getLong(last) > 0, query);
                }
            }
            String jvms =
                    "SELECT count(DISTINCT (source, pid)) FROM read_json('" + rows + "', format = 'newline_delimited')";
            try (ResultSet answer = statement.executeQuery(jvms)) {
                assertTrue(answer.next());
                String summary = Called.with(
                                "fleet", folder.resolve("snapshots").toString())
                        .out();
                assertTrue(
                        summary.replaceAll("(?<=\\d) (?=\\d{3})", "").contains(answer.getLong(1) + " JVMs\n"), summary);
            }
        }
    }
}
