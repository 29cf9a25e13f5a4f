package io.github.hpjvm.spark;

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
import java.util.concurrent.TimeUnit;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The job on two workers, started as spark-submit starts it, beside hp-cli fleet on the same files. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FleetJobIT {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final int HOSTS = 60;

    @TempDir
    Path folder;

    @Test
    void rowsAndSummaryEqualThoseOfFleet() throws Exception {
        Path in = folder.resolve("in");
        FleetSamples.write(in, HOSTS, 50);
        Path rows = folder.resolve("fleet.ndjson");
        Result fleet = run(List.of(
                JAVA.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.github.hpjvm.cli.Main",
                "fleet",
                in.toString(),
                "-o",
                rows.toString()));
        assertEquals(4, fleet.code(), fleet.err());
        Result spark = submit(in.toString(), folder.resolve("out").toString());
        assertEquals(4, spark.code(), spark.err());
        assertEquals(fleet.out(), spark.out());
        assertTrue(spark.err().contains("hp-fleet-spark: skipped "), spark.err());
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE VIEW fleet AS SELECT * FROM read_json('" + rows
                    + "', format = 'newline_delimited', columns = {" + columns() + "})");
            statement.execute(
                    "CREATE VIEW spark AS SELECT * FROM read_parquet('" + folder.resolve("out/rows/*.parquet") + "')");
            long count = number(statement, "SELECT count(*) FROM fleet");
            assertTrue(count > HOSTS, "rows " + count);
            assertEquals(count, number(statement, "SELECT count(*) FROM spark"));
            assertEquals(
                    0, number(statement, "SELECT count(*) FROM (SELECT * FROM fleet EXCEPT ALL SELECT * FROM spark)"));
            assertEquals(
                    0, number(statement, "SELECT count(*) FROM (SELECT * FROM spark EXCEPT ALL SELECT * FROM fleet)"));
        }
        assertTrue(Files.readString(folder.resolve("out/summary.json")).contains("\"idlePoolBytes\""));
    }

    @Test
    void invalidUsageIsOneLine() throws Exception {
        Result spark = submit(folder.toString());
        assertEquals(2, spark.code(), spark.err());
        assertTrue(spark.err().contains("hp-fleet-spark: give a folder"), spark.err());
    }

    /** The columns as docs/FLEET.md has them, for DuckDB. */
    private static String columns() throws IOException {
        List<String> columns = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../../docs/FLEET.md"))) {
            if (line.matches("\\| `\\w+` \\| [A-Z(, )]+ \\|.*")) {
                columns.add(line.split("`")[1] + ": '" + line.split("\\|")[2].strip() + "'");
            }
        }
        assertEquals(20, columns.size());
        return String.join(", ", columns);
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet answer = statement.executeQuery(query)) {
            assertTrue(answer.next());
            return answer.getLong(1);
        }
    }

    private record Result(int code, String out, String err) {}

    private Result submit(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(JAVA.toString()));
        for (String option : JavaModuleOptions.defaultModuleOptionArray()) {
            command.add(option);
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("spark.home") + "/jars/*",
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                "local-cluster[2,1,1024]",
                "--conf",
                "spark.ui.enabled=false",
                "--class",
                FleetJob.class.getName(),
                System.getProperty("spark.jar")));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private Result run(List<String> command) throws Exception {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("SPARK_HOME", System.getProperty("spark.home"));
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        int code = builder.start().waitFor();
        return new Result(code, Files.readString(out), Files.readString(err));
    }
}
