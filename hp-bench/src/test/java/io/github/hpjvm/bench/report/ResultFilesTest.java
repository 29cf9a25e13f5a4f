package io.github.hpjvm.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.json.JmhJson;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {
    @TempDir
    private Path temp;

    @Test
    void writesTheFilesAndNothingElse() throws IOException {
        Path folder = temp.resolve("a b/c");
        new ResultFiles(folder).write(Campaigns.smoke());
        assertEquals(List.of("jmh.json", "report.html", "report.txt", "results.json"), names(folder));
        assertEquals(ResultsJson.write(Campaigns.smoke()), Files.readString(folder.resolve("results.json")));
        assertEquals(JmhJson.write(Campaigns.smoke().runs()), Files.readString(folder.resolve("jmh.json")));
        assertEquals(TextReport.saved(Campaigns.smoke()), Files.readString(folder.resolve("report.txt")));
        assertEquals(HtmlReport.write(Campaigns.smoke()), Files.readString(folder.resolve("report.html")));
    }

    @Test
    void updatesReportsAtIntervalsAndResultsAlways() throws IOException {
        ResultFiles files = new ResultFiles(temp);
        files.update(Campaigns.partial(), seconds(7));
        assertEquals(List.of("jmh.json", "report.html", "report.txt", "results.json"), names(temp));
        files.update(Campaigns.quick(), seconds(26));
        assertEquals(ResultsJson.write(Campaigns.quick()), Files.readString(temp.resolve("results.json")));
        assertEquals(TextReport.saved(Campaigns.partial()), Files.readString(temp.resolve("report.txt")));
        files.update(Campaigns.quick(), seconds(27));
        assertEquals(TextReport.saved(Campaigns.quick()), Files.readString(temp.resolve("report.txt")));
    }

    @Test
    void aCommandHasNoJmhFileAndDeletesAnEarlierOne() throws IOException {
        Files.writeString(temp.resolve("jmh.json"), "of an earlier campaign");
        assertEquals(
                List.of("results.json", "report.txt", "report.html"), new ResultFiles(temp).write(Campaigns.command()));
        assertEquals(List.of("report.html", "report.txt", "results.json"), names(temp));
        new ResultFiles(temp).write(Campaigns.rate(Map.of()));
        assertEquals(List.of("report.html", "report.txt", "results.json"), names(temp), "its unit is ops/s");
    }

    @Test
    void replacesFilesAtomically() throws IOException {
        ResultFiles files = new ResultFiles(temp);
        files.write(Campaigns.partial());
        Path results = temp.resolve("results.json");
        Object before = Files.getAttribute(results, "unix:ino");
        Path open = Files.createLink(temp.resolve("held"), results);
        String old = Files.readString(results);
        files.write(Campaigns.quick());
        assertEquals(ResultsJson.write(Campaigns.quick()), Files.readString(results));
        assertEquals(old, Files.readString(open), "who has the old one open reads the old one whole");
        assertEquals(before, Files.getAttribute(open, "unix:ino"));
    }

    @Test
    void rejectsTheRootAsAFile() {
        BenchOptions.Exports exports =
                new BenchOptions.Exports(Optional.empty(), Optional.empty(), Optional.of(Path.of("/")));
        List<BenchException> failures = new ArrayList<>();
        ResultFiles.export(Campaigns.smoke(), exports, failures);
        assertEquals(
                List.of("cannot write /: a file of another type exists there"),
                failures.stream().map(Throwable::getMessage).toList());
    }

    /** One full disk does not lose the file on another. */
    @Test
    void anExportThatFailsDoesNotKeepTheOthersFromTheirFiles() throws IOException {
        Path csv = temp.resolve("rounds.csv");
        BenchOptions.Exports exports = new BenchOptions.Exports(
                Optional.of(Files.writeString(temp.resolve("file"), "x").resolve("m.md")),
                Optional.empty(),
                Optional.of(csv));
        List<BenchException> failures = new ArrayList<>();
        assertEquals(List.of(csv), ResultFiles.export(Campaigns.smoke(), exports, failures));
        assertEquals(1, failures.size());
        assertTrue(Files.size(csv) > 0);
    }

    @Test
    void severalExportsGoToOneDevice() {
        Path device = Path.of("/dev/null");
        BenchOptions.Exports exports =
                new BenchOptions.Exports(Optional.of(device), Optional.of(device), Optional.of(device));
        List<BenchException> failures = new ArrayList<>();
        assertEquals(List.of(device, device, device), ResultFiles.export(Campaigns.smoke(), exports, failures));
        assertEquals(List.of(), failures);
    }

    @Test
    void filesWithTheSameReasonShareOneClause() throws IOException {
        for (String name : List.of("report.txt", "report.html")) {
            Files.createDirectories(temp.resolve(name));
        }
        assertEquals(
                "cannot write report.txt, report.html to " + temp + ": a file of another type exists there",
                assertThrows(BenchException.class, () -> new ResultFiles(temp).write(Campaigns.smoke()))
                        .getMessage());
    }

    @Test
    void rejectsFolderInPlaceOfFileInOneLine() throws IOException {
        Files.createDirectories(temp.resolve("results.json/in the way"));
        BenchException e = assertThrows(BenchException.class, () -> new ResultFiles(temp).write(Campaigns.smoke()));
        assertTrue(e.getMessage().startsWith("cannot write " + temp.resolve("results.json")), e.getMessage());
        assertTrue(Files.isDirectory(temp.resolve("results.json/in the way")));
        Path file = Files.writeString(temp.resolve("file"), "x");
        assertThrows(BenchException.class, () -> new ResultFiles(file.resolve("sub")).write(Campaigns.smoke()));
    }

    private static long seconds(long time) {
        return Duration.ofSeconds(time).toNanos();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(it -> it.getFileName().toString()).sorted().toList();
        }
    }
}
