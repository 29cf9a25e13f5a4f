package io.github.hpjvm.cli.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.FleetSamples;
import io.github.hpjvm.cli.Called;
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
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queries of docs/FLEET.md run on the rows that hp-cli fleet writes. */
class FleetQueriesTest {
    private static final Path DOCUMENT = Path.of("../docs/FLEET.md");
    private static final Pattern SQL = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL);
    private static final String NDJSON = "read_json('fleet.ndjson', format = 'newline_delimited')";
    private static final long MILLION = 1_000_000;

    @TempDir
    private Path folder;

    private Path fleet(int hosts, long seed) throws IOException {
        FleetSamples.write(folder.resolve("snapshots"), hosts, seed);
        Path rows = folder.resolve("fleet.ndjson");
        Called.with("fleet", folder.resolve("snapshots").toString(), "-o", rows.toString());
        return rows;
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        for (Matcher matcher = SQL.matcher(Files.readString(DOCUMENT)); matcher.find(); ) {
            queries.add(matcher.group(1));
        }
        assertEquals(3, queries.size());
        return queries;
    }

    /** The query on another table. */
    private static String on(String table, String query) {
        assertTrue(query.contains(NDJSON), query);
        return query.replace(NDJSON, table);
    }

    private static String ndjson(Path file) {
        return NDJSON.replace("fleet.ndjson", file.toString());
    }

    private static String answer(Statement statement, String query) throws SQLException {
        StringBuilder answer = new StringBuilder();
        try (ResultSet rows = statement.executeQuery(query)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    answer.append(rows.getString(i)).append(i == columns ? "\n" : "\t");
                }
            }
        }
        assertNotEquals("", answer.toString(), query);
        return answer.toString();
    }

    @Test
    void queriesOfTheDocumentAnswer() throws IOException, SQLException {
        Path rows = fleet(60, 3);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (String query : queries()) {
                try (ResultSet answer = statement.executeQuery(on(ndjson(rows), query))) {
                    assertTrue(answer.next(), query);
                    int last = answer.getMetaData().getColumnCount();
                    assertTrue(answer.getLong(last) > 0, query);
                }
            }
            String jvms = answer(statement, "SELECT count(DISTINCT (source, pid)) FROM " + ndjson(rows))
                    .strip();
            String summary =
                    Called.with("fleet", folder.resolve("snapshots").toString()).out();
            assertTrue(summary.replaceAll("(?<=\\d) (?=\\d{3})", "").contains(jvms + " JVMs\n"), summary);
        }
    }

    /**
     * A million rows: those of 400 generated hosts as often as it takes, with other names of hosts and clusters. The
     * answers on NDJSON and on Parquet are equal, and all numbers are multiples of those of the 400 hosts.
     */
    @Test
    void queriesAnswerOnAMillionRows() throws IOException, SQLException {
        assumeTrue(Boolean.getBoolean("hp.lab"), "runs under -Plab only");
        long seed = Long.getLong("hp.seed", System.nanoTime() & 0xffff);
        Path rows = fleet(Integer.getInteger("hp.fleet.hosts", 400), seed);
        Path large = folder.resolve("large.ndjson");
        Path parquet = folder.resolve("large.parquet");
        String table = "read_json('" + rows + "', format = 'newline_delimited', columns = {" + columns() + "})";
        StringBuilder times = new StringBuilder("-Dhp.seed=" + seed + "\n");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            long few = Long.parseLong(
                    answer(statement, "SELECT count(*) FROM " + table).strip());
            long copies = (MILLION + few - 1) / few;
            String copied =
                    "SELECT * REPLACE ('copy' || copy || '/' || source AS source, 'c' || copy || '-' || host AS host,"
                            + " map(['cluster'], ['cluster' || copy % 40]) AS labels) FROM (SELECT row.*, copy.range AS copy FROM "
                            + table + " AS row, range(" + copies + ") AS copy)";
            statement.execute("COPY (SELECT * EXCLUDE (copy) FROM (" + copied + ")) TO '" + large + "' (FORMAT json)");
            statement.execute("COPY (SELECT * FROM read_json('" + large + "', format = 'newline_delimited', columns = {"
                    + columns() + "})) TO '" + parquet + "' (FORMAT parquet)");
            times.append(few * copies)
                    .append(" rows, NDJSON ")
                    .append(Files.size(large))
                    .append(" bytes, Parquet ")
                    .append(Files.size(parquet))
                    .append(" bytes\n");
            for (String query : queries()) {
                String small = answer(statement, on(ndjson(rows), query));
                String fromText = timed(statement, on(ndjson(large), query), "NDJSON", times);
                String fromParquet = timed(statement, on("read_parquet('" + parquet + "')", query), "Parquet", times);
                assertEquals(fromText, fromParquet, query);
                assertEquals(times(small, copies), sorted(fromText), "-Dhp.seed=" + seed + "\n" + query);
            }
        }
        Files.writeString(Path.of("target", "fleet-queries.txt"), times);
        System.out.print(times);
    }

    private static String timed(Statement statement, String query, String what, StringBuilder times)
            throws SQLException {
        long start = System.nanoTime();
        String answer = answer(statement, query);
        times.append(String.format(
                Locale.ROOT,
                "%s  %s  %.2f s%n",
                query.lines().findFirst().orElse(""),
                what,
                (System.nanoTime() - start) / 1e9));
        return answer;
    }

    private static List<String> sorted(String answer) {
        return answer.lines().sorted().toList();
    }

    /** The lines of an answer with all numbers multiplied. */
    private static List<String> times(String answer, long copies) {
        return sorted(Pattern.compile("(?<=^|\\t)\\d+(?=\\t|$)", Pattern.MULTILINE)
                .matcher(answer)
                .replaceAll(number -> String.valueOf(Long.parseLong(number.group()) * copies)));
    }

    /** The columns as the document has them, for DuckDB. */
    private static String columns() throws IOException {
        return Files.readAllLines(DOCUMENT).stream()
                .filter(line -> line.matches("\\| `\\w+` \\| [A-Z(, )]+ \\|.*"))
                .map(line -> line.split("`")[1] + ": '" + line.split("\\|")[2].strip() + "'")
                .collect(Collectors.joining(", "));
    }
}
