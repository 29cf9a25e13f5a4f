package io.github.hpjvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FleetSamples;
import io.github.hpjvm.advisor.fleet.FleetColumn;
import java.io.File;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The job on two workers, started as spark-submit starts it, beside hp-cli fleet on the same files. On the JDK that runs
 * this test, and on the JDKs in the folders of the environment variable {@code HP_JDKS} that Spark supports.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FleetJobIT {
    /** The releases that Spark 4.1 supports (https://spark.apache.org/docs/4.1.1/). */
    private static final Set<Integer> SUPPORTED = Set.of(17, 21);

    private static final int DEPTH_OF_JAVA = 7;
    private static final int HOSTS = 60;

    @TempDir
    Path folder;

    /** The Java homes, by release. */
    private static Map<Integer, Path> homes() throws IOException {
        Map<Integer, Path> homes = new TreeMap<>();
        homes.put(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
        String folders = Optional.ofNullable(System.getenv("HP_JDKS")).orElse("");
        for (String folder : folders.split(File.pathSeparator)) {
            if (folder.isBlank() || !Files.isDirectory(Path.of(folder))) {
                continue;
            }
            try (Stream<Path> files =
                    Files.find(Path.of(folder), DEPTH_OF_JAVA, (path, attributes) -> path.endsWith("bin/java"))) {
                for (Path java : files.sorted().toList()) {
                    Path home = java.getParent().getParent();
                    release(home).ifPresent(release -> homes.putIfAbsent(release, home));
                }
            }
        }
        homes.keySet().retainAll(SUPPORTED);
        return homes;
    }

    /** The release as the file of that name has it; empty for Java 8 and older, which have another form. */
    private static Optional<Integer> release(Path home) throws IOException {
        Path file = home.resolve("release");
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        Matcher version = Pattern.compile("JAVA_VERSION=\"(\\d{2,})").matcher(Files.readString(file));
        return version.find() ? Optional.of(Integer.valueOf(version.group(1))) : Optional.empty();
    }

    static Stream<Arguments> jdks() throws IOException {
        return homes().entrySet().stream()
                .map(entry -> Arguments.of(Named.of("JDK " + entry.getKey(), entry.getValue())));
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void rowsAndSummaryEqualThoseOfFleet(Path home) throws Exception {
        Path in = folder.resolve("in");
        FleetSamples.write(in, HOSTS, 50);
        record(in.resolve("recorded/one"), "coarse-20260102T030000000Z", "fine-20260102T030405000Z");
        record(in.resolve("recorded/two"), "fine-20260102T030405000Z", "coarse-20260102T030405001Z");
        Path rows = folder.resolve("fleet.ndjson");
        Result fleet = run(
                home,
                List.of(
                        home.resolve("bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.github.hpjvm.cli.Main",
                        "fleet",
                        in.toString(),
                        "-o",
                        rows.toString()));
        assertEquals(4, fleet.code(), fleet.err());
        Result spark = submit(home, in.toString(), folder.resolve("out").toString());
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
                    List.of(
                            "one/snapshot-fine-20260102T030405000Z.json.gz",
                            "two/snapshot-coarse-20260102T030405001Z.json.gz"),
                    recorded(statement, in));
            assertEquals(
                    0, number(statement, "SELECT count(*) FROM (SELECT * FROM fleet EXCEPT ALL SELECT * FROM spark)"));
            assertEquals(
                    0, number(statement, "SELECT count(*) FROM (SELECT * FROM spark EXCEPT ALL SELECT * FROM fleet)"));
        }
        assertTrue(Files.readString(folder.resolve("out/summary.json")).contains("\"idlePoolBytes\""));
    }

    @Test
    void refusesWhatFleetRefuses() throws Exception {
        Path home = Path.of(System.getProperty("java.home"));
        Path in = Files.createDirectories(folder.resolve("in"));
        Result empty = submit(home, in.toString(), folder.resolve("out").toString());
        assertEquals(2, empty.code(), empty.err());
        assertTrue(empty.err().contains("hp-fleet-spark: no file in "), empty.err());
        FleetSamples.write(in, 2, 50);
        Path labels = Files.writeString(folder.resolve("labels.csv"), "team,cluster\na,b\n");
        Result wrong = submit(home, in.toString(), folder.resolve("out2").toString(), labels.toString());
        assertEquals(2, wrong.code(), wrong.err());
        assertTrue(wrong.err().contains("labels.csv has no labels"), wrong.err());
    }

    /** The snapshots of a folder of {@code hp-cli watch --record}. */
    private static void record(Path recording, String... times) throws IOException {
        Files.createDirectories(recording);
        for (int i = 0; i < times.length; i++) {
            // Compact and compressed, as the recorder writes them.
            byte[] snapshot = FleetSamples.file(51, 3 * i + 2);
            Files.write(recording.resolve("snapshot-" + times[i] + ".json.gz"), snapshot);
        }
    }

    private static List<String> recorded(Statement statement, Path in) throws SQLException {
        String prefix = in.resolve("recorded") + "/";
        List<String> sources = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT DISTINCT source FROM spark WHERE starts_with(source, '" + prefix + "') ORDER BY 1")) {
            while (rows.next()) {
                sources.add(rows.getString(1).substring(prefix.length()));
            }
        }
        return sources;
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void invalidUsageIsOneLine(Path home) throws Exception {
        Result spark = submit(home, folder.toString());
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
        assertEquals(FleetColumn.values().length, columns.size());
        return String.join(", ", columns);
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet answer = statement.executeQuery(query)) {
            assertTrue(answer.next());
            return answer.getLong(1);
        }
    }

    private record Result(int code, String out, String err) {}

    private Result submit(Path home, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
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
        return run(home, command);
    }

    private Result run(Path home, List<String> command) throws Exception {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("SPARK_HOME", System.getProperty("spark.home"));
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JAVA_HOME", home.toString());
        int code = builder.start().waitFor();
        return new Result(code, Files.readString(out), Files.readString(err));
    }
}
