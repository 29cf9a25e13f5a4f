package io.github.hpjvm.cli.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.hpjvm.advisor.FleetSamples;
import io.github.hpjvm.advisor.fleet.FleetColumn;
import io.github.hpjvm.cli.Called;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SEED = 85;
    private static final int HOSTS = 24;

    @TempDir
    static Path folder;

    private static Path snapshots;

    @BeforeAll
    static void write() throws IOException {
        snapshots = folder.resolve("snapshots");
        FleetSamples.write(snapshots, HOSTS, SEED);
    }

    private static Called fleet(String... arguments) {
        List<String> all = new ArrayList<>(List.of("fleet"));
        all.addAll(Arrays.asList(arguments));
        return Called.with(all.toArray(String[]::new));
    }

    private static List<JsonNode> rows(Path file) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    /** A folder without a measurement is a mistake, not a fleet without measurements. */
    @Test
    void aFolderWithoutMeasurementsIsRefused() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Called called = fleet(snapshots.toString(), "--measured", empty.toString());
        assertEquals(2, called.exitCode());
        assertEquals(
                "hp-cli fleet: --measured: " + empty + " has no .json file; see hp-cli fleet --help",
                called.err().lines().findFirst().orElseThrow());
    }

    /** The JVMs of a host, 100 s earlier and with 25 s less of CPU time. */
    @Test
    void sinceAnEarlierSnapshotDecidesTheCores() throws IOException {
        Path now = folder.resolve("now.json");
        Path earlier = folder.resolve("earlier.json");
        // One snapshot for both: other JVMs of this machine start and end.
        String snapshot =
                Called.with("snapshot", "--all", "--compact", "-o", "-").out();
        Files.writeString(now, withCpu(snapshot, 400_000, 1_000_000));
        Files.writeString(earlier, withCpu(snapshot, 375_000, 900_000));
        assertCores(0.4, fleet(now.toString(), "--format", "ndjson"));
        assertCores(0.25, fleet(now.toString(), "--format", "ndjson", "--since", earlier.toString()));
        Called wrong =
                fleet(now.toString(), "--since", folder.resolve("absent.json").toString());
        assertEquals(2, wrong.exitCode());
        assertTrue(wrong.err().startsWith("hp-cli fleet: "), wrong.err());
    }

    private static String withCpu(String snapshot, long cpuMillis, long ageMillis) throws IOException {
        ObjectNode root = (ObjectNode) JSON.readTree(snapshot);
        ArrayNode jvms = (ArrayNode) root.get("jvms");
        assertTrue(jvms.size() > 0, "at least that of Maven");
        jvms.forEach(jvm -> {
            ObjectNode cpu = ((ObjectNode) jvm).putObject("cpu");
            cpu.put("cpuMillis", cpuMillis);
            cpu.put("ageMillis", ageMillis);
        });
        return root.toString();
    }

    private static void assertCores(double cores, Called called) throws IOException {
        assertEquals(0, called.exitCode(), called.err());
        List<String> rows = called.out().lines().toList();
        assertTrue(rows.size() > 0, called::out);
        for (String row : rows) {
            assertEquals(cores, JSON.readTree(row).get("cpuCores").asDouble(), 1e-9, row);
        }
    }

    /** One after the other, by hp-cli advise, as a user would without hp-cli fleet. */
    @Test
    void rowsAreWhatAdviseFindsInEachFile() throws IOException {
        Path out = folder.resolve("rows.ndjson");
        Called called = fleet(snapshots.toString(), "-o", out.toString());
        assertEquals(4, called.exitCode(), called.err());
        List<String> expected = new ArrayList<>();
        int damaged = 0;
        try (var files = Files.walk(snapshots)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                Called broken = Called.with("advise", "--snapshot", file.toString(), "--pid", "1");
                if (broken.err().contains("ends in the middle") || broken.err().contains("gzip data is damaged")) {
                    damaged++;
                    assertTrue(called.err().contains("skipped " + file + ": "), called.err());
                    continue;
                }
                for (String pid : broken.err()
                        .replaceAll("(?s).*its JVMs are |; see.*", "")
                        .split(", ")) {
                    expected.addAll(advised(file, pid.strip()));
                }
            }
        }
        assertTrue(damaged > 0 && expected.size() > HOSTS);
        List<String> actual = rows(out).stream()
                .map(row -> row.get("source").textValue() + " " + row.get("pid") + " " + row.get("rule") + " "
                        + row.get("severity") + " " + row.get("subject") + " " + row.get("summary") + " "
                        + row.get("heapCoverage") + " " + row.get("requested"))
                .toList();
        assertEquals(String.join("\n", expected), String.join("\n", actual));
    }

    private static List<String> advised(Path file, String pid) throws IOException {
        JsonNode advice =
                JSON.readTree(Called.with("advise", "--snapshot", file.toString(), "--pid", pid, "--format", "json")
                        .out());
        JsonNode heap = JSON.missingNode();
        for (JsonNode region : advice.get("regions")) {
            heap = region.get("name").textValue().equals("heap") ? region : heap;
        }
        String end = " " + heap.path("observed").path("coverage").toString().replaceAll("^$", "null") + " "
                + heap.path("requested");
        List<String> rows = new ArrayList<>();
        for (JsonNode finding : advice.get("findings")) {
            rows.add(file + " " + pid + " " + finding.get("rule") + " " + finding.get("severity") + " "
                    + finding.get("subject") + " " + finding.get("summary") + end);
        }
        return rows.isEmpty() ? List.of(file + " " + pid + " null null null null" + end) : rows;
    }

    @Test
    void noCellOfCsvIsAFormula() {
        for (String formula : List.of("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1")) {
            assertEquals("'" + formula, FleetReader.safe(formula));
        }
        assertEquals("com.example.Main", FleetReader.safe("com.example.Main"));
        assertEquals("", FleetReader.safe(""));
    }

    @Test
    void requiredPagesAreJudgedForEachJvm() throws IOException {
        Path out = folder.resolve("judged.ndjson");
        Called called = fleet(snapshots.toString(), "-o", out.toString(), "--require", "any");
        assertEquals(3, called.exitCode(), called.err());
        assertEquals(1, called.out().lines().count(), called.out());
        long jvms = rows(out).stream()
                .map(row -> row.get("source") + " " + row.get("pid"))
                .distinct()
                .count();
        assertTrue(called.out().contains(" of " + jvms + " JVMs hold it, "), called.out());
        Called json = fleet(snapshots.toString(), "--require", "any", "--format", "json");
        assertEquals(
                called.out().strip(),
                JSON.readTree(json.out()).get("require").get("reason").textValue());
        assertEquals(2, fleet(snapshots.toString(), "--require", "all").exitCode());
    }

    /** The snapshot of a user who may read no JVM. */
    @Test
    void requiredPagesAreUnknownWithoutAJvm() throws IOException {
        Path none = folder.resolve("no-jvm.json");
        ObjectNode root = (ObjectNode) JSON.readTree(
                Called.with("snapshot", "--all", "--compact", "-o", "-").out());
        root.putArray("jvms");
        Files.writeString(none, root.toString());
        Called called = fleet(none.toString(), "--require", "thp");
        assertEquals(4, called.exitCode(), called.err());
        assertEquals("--require thp is open: the snapshots have no JVM.\n", called.out());
        Called json = fleet(none.toString(), "--require", "thp", "--format", "json");
        assertEquals(4, json.exitCode(), json.err());
        assertTrue(JSON.readTree(json.out()).get("require").get("holds").isNull(), json.out());
    }

    @Test
    void orderIsThatOfTheFilesWhateverTheThreads() throws IOException {
        Path one = folder.resolve("one.ndjson");
        Path many = folder.resolve("many.ndjson");
        fleet(snapshots.toString(), "-o", one.toString(), "--threads", "1");
        fleet(snapshots.toString(), "-o", many.toString(), "--threads", "7");
        assertEquals(-1, Files.mismatch(one, many));
        List<String> sources =
                rows(one).stream().map(row -> row.get("source").textValue()).toList();
        assertEquals(sources.stream().sorted().toList(), sources);
    }

    @Test
    void theFileMinusIsStdout() {
        for (String format : List.of("ndjson", "csv")) {
            assertEquals(
                    fleet(snapshots.toString(), "--format", format),
                    fleet(snapshots.toString(), "-o", "-", "--format", format));
        }
        assertEquals(fleet(snapshots.toString(), "--format", "ndjson"), fleet(snapshots.toString(), "-o", "-"));
        Called json = fleet(snapshots.toString(), "-o", "-", "--format", "json");
        assertEquals(2, json.exitCode(), json.err());
    }

    @Test
    void csvHasTheSameValues() throws IOException {
        Path ndjson = folder.resolve("a.ndjson");
        Path csv = folder.resolve("a.csv");
        fleet(snapshots.toString(), "-o", ndjson.toString());
        fleet(snapshots.toString(), "-o", csv.toString());
        List<JsonNode> rows = rows(ndjson);
        int number = 0;
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(csv)) {
            for (NamedCsvRecord line : reader) {
                JsonNode row = rows.get(number++);
                for (FleetColumn column : FleetColumn.values()) {
                    JsonNode value = row.get(column.column());
                    if (!value.isObject()) {
                        assertEquals(value.isNull() ? "" : value.asText(), line.getField(column.column()));
                    }
                }
            }
        }
        assertEquals(rows.size(), number);
    }

    @Test
    void labelsAreThoseOfTheFile() throws IOException {
        Path labels = folder.resolve("labels.csv");
        String host = rowsOf(0).get(0).get("host").textValue();
        Files.writeString(labels, "host,cluster,service\n" + host + ",\"north, one\",ledger\n");
        Path out = folder.resolve("labelled.ndjson");
        fleet(file(0).toString(), "-o", out.toString(), "--labels", labels.toString());
        assertEquals(
                "{\"cluster\":\"north, one\",\"service\":\"ledger\"}",
                rows(out).get(0).get("labels").toString());
        assertTrue(
                fleet(file(0).toString(), "--labels", labels.toString()).out().contains("north, one"));
        Files.writeString(labels, "name\nx\n");
        Called refused = fleet(file(0).toString(), "--labels", labels.toString());
        assertEquals(2, refused.exitCode());
        assertTrue(refused.err().contains("host,cluster,service"), refused.err());
    }

    private static Path file(int number) {
        return snapshots.resolve(FleetSamples.name(number));
    }

    private static List<JsonNode> rowsOf(int number) throws IOException {
        Path out = folder.resolve("single.ndjson");
        Called called = fleet(file(number).toString(), "-o", out.toString());
        assertEquals(0, called.exitCode(), called.err());
        assertEquals("", called.err());
        return rows(out);
    }

    @Test
    void summaryIsTextOrOneDocument() throws IOException {
        Called text = fleet(snapshots.toString());
        assertTrue(text.out().startsWith("Fleet: 23 snapshots, "), text.out());
        assertTrue(text.out().lines().allMatch(line -> line.length() <= 80), text.out());
        JsonNode summary =
                JSON.readTree(fleet(snapshots.toString(), "--format", "json").out());
        assertEquals(23, summary.get("snapshots").intValue());
        assertEquals(1, summary.get("damaged").intValue());
        assertTrue(summary.get("groups").get("cluster").size() == 3);
    }

    @Test
    void rowsGoToStdout() throws IOException {
        Path out = folder.resolve("b.ndjson");
        fleet(snapshots.toString(), "-o", out.toString());
        assertEquals(
                Files.readString(out),
                fleet(snapshots.toString(), "--format", "ndjson").out());
    }

    @Test
    void invalidUsageIsOneLine() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertUsage(fleet(empty.toString()), "ends in .json");
        assertUsage(fleet(snapshots.toString(), "-o", folder.resolve("x.xls").toString()), "its format is unknown");
        assertUsage(fleet(snapshots.toString(), "--threads", "0"), "--threads");
        assertUsage(fleet(), "DIR|FILE");
    }

    @Test
    void anInputIsNoOutput() throws IOException {
        Path host = Files.copy(file(0), folder.resolve("host.json"));
        byte[] before = Files.readAllBytes(host);
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        assertUsage(fleet(host.toString(), "-o", host.toString()), "-o " + host + ": it is an input");
        assertUsage(fleet(host.toString(), "-o", link.resolve("host.json").toString()), "it is an input");
        assertUsage(fleet(host.toString(), "--report", host.toString()), "--report " + host + ": it is an input");
        Path labels = Files.writeString(folder.resolve("hosts.csv"), "host,cluster\na,b\n");
        assertUsage(fleet(host.toString(), "--labels", labels.toString(), "-o", labels.toString()), "it is an input");
        assertTrue(Arrays.equals(before, Files.readAllBytes(host)));
        assertEquals("host,cluster\na,b\n", Files.readString(labels));
    }

    @Test
    void thePageDoesNotReplaceTheRows() throws IOException {
        Path rows = folder.resolve("fleet.csv");
        assertUsage(
                fleet(
                        file(0).toString(),
                        "-o",
                        rows.toString(),
                        "--report",
                        folder.resolve("../" + folder.getFileName() + "/fleet.csv")
                                .toString()),
                "-o writes the rows there");
        assertTrue(Files.notExists(rows));
    }

    /** The command that writes to the pipe has failed. */
    @Test
    void anEmptyStdinIsNoSnapshot() {
        InputStream before = System.in;
        try {
            System.setIn(InputStream.nullInputStream());
            Called called = fleet("-");
            assertEquals(4, called.exitCode(), called.err());
            assertTrue(called.err().contains("skipped stdin: it is empty"), called.err());
        } finally {
            System.setIn(before);
        }
    }

    /** The next call would read it, and end with 4. */
    @Test
    void rowsAreNotWrittenWhereSnapshotsAreRead() throws IOException {
        Path input = Files.createDirectories(folder.resolve("input/sub")).getParent();
        Files.copy(file(0), input.resolve("host.json"));
        Path out = input.resolve("sub/all.json");
        assertUsage(fleet(input.toString(), "-o", out.toString()), input + " is an input with all its files");
        assertTrue(Files.notExists(out));
        for (int i = 0; i < 2; i++) {
            Called again = fleet(
                    input.toString(),
                    "-o",
                    input.resolve("sub/all.ndjson").toString(),
                    "--report",
                    input.resolve("fleet.html").toString());
            assertEquals(0, again.exitCode(), again.err());
        }
    }

    @Test
    void theSummaryIsPrintedThoughThePageCannotBeWritten() {
        Called called = fleet(
                file(0).toString(), "--report", folder.resolve("absent/x.html").toString());
        assertEquals(1, called.exitCode());
        assertTrue(called.err().contains("cannot write "), called.err());
        assertTrue(called.out().startsWith("Fleet: 1 snapshot, "), called.out());
    }

    private static void assertUsage(Called called, String message) {
        assertEquals(2, called.exitCode(), called.err());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains(message), called.err());
    }

    @Test
    void aMissingFileIsSkipped() {
        Called called = fleet(file(0).toString(), folder.resolve("none.json").toString());
        assertEquals(4, called.exitCode());
        assertTrue(called.err().contains("none.json: there is no such file"), called.err());
        assertTrue(called.out().startsWith("Fleet: 1 snapshot, "), called.out());
    }

    @Test
    void damagedFilesAreNamedAndSkipped() throws IOException {
        Path mixed = Files.createDirectories(folder.resolve("mixed"));
        Files.copy(file(0), mixed.resolve("good.json"));
        Files.createFile(mixed.resolve("empty.json"));
        Files.writeString(mixed.resolve("list.json"), "[1, 2]\n");
        Files.writeString(mixed.resolve("newer.json"), "{\"schemaVersion\": 2, \"host\": {}, \"jvms\": []}\n");
        byte[] packed = Files.readAllBytes(file(2));
        Files.write(mixed.resolve("cut.json.gz"), Arrays.copyOf(packed, packed.length / 2));
        Files.createSymbolicLink(mixed.resolve("loop.json"), mixed.resolve("pool.json"));
        Files.createSymbolicLink(mixed.resolve("pool.json"), mixed.resolve("loop.json"));
        Files.createSymbolicLink(mixed.resolve("gone.json"), mixed.resolve("none"));
        Called called = fleet(mixed.toString());
        assertEquals(4, called.exitCode());
        assertTrue(called.out().startsWith("Fleet: 1 snapshot, "), called.out());
        assertTrue(called.out().contains("  7 files could not be read, and are not counted\n"), called.out());
        String skipped = called.err().replace("hp-cli fleet: skipped " + mixed + "/", "");
        assertEquals(
                List.of("cut.json.gz", "empty.json", "gone.json", "list.json", "loop.json", "newer.json", "pool.json"),
                skipped.lines().map(line -> line.replaceAll(":.*", "")).toList(),
                called.err());
        assertTrue(skipped.contains("loop.json: its symbolic links form a loop\n"), skipped);
        assertTrue(skipped.contains("empty.json: the document is empty\n"), skipped);
    }

    @Test
    void aFileWithSeveralNamesIsReadOnce() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("latest.json"), file(0));
        Path relative = file(0).getParent().resolve("..").resolve(FleetSamples.name(0));
        Path out = folder.resolve("once.ndjson");
        fleet(file(0).toString(), link.toString(), relative.toString(), file(0).toString(), "-o", out.toString());
        assertEquals(rowsOf(0), rows(out));
    }

    @Test
    void columnsAreThoseOfTheDocument() throws IOException {
        String columns = Files.readAllLines(Path.of("../docs/FLEET.md")).stream()
                .filter(line -> line.matches("\\| `\\w+` \\| [A-Z(, )]+ \\|.*"))
                .map(line -> line.split("`")[1])
                .collect(Collectors.joining(" "));
        assertEquals(
                Arrays.stream(FleetColumn.values()).map(FleetColumn::column).collect(Collectors.joining(" ")), columns);
    }
}
