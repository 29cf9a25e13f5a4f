package io.github.hpjvm.bench.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportFilesTest {
    @TempDir
    private Path folder;

    private static void require(Map<String, String> given) {
        BenchOptions options = BenchOptions.parse(given, Profile.OWN, 1);
        ExportFiles.require(options.exports(), ResultFiles.all(options.output()));
    }

    private static String refused(Map<String, String> given) {
        return assertThrows(UsageException.class, () -> require(given)).getMessage();
    }

    @Test
    void aFileThatCannotBeWrittenIsFoundBeforeTheCampaign() {
        require(Map.of());
        require(Map.of(
                "export-csv", folder.resolve("new/a.csv").toString(),
                "export-junit", folder.resolve("new/a.xml").toString()));
        assertTrue(Files.notExists(folder.resolve("new")));
        assertEquals(
                "export-junit: " + folder + " is a folder; name a file",
                assertThrows(UsageException.class, () -> require(Map.of("export-junit", folder.toString())))
                        .getMessage());
        assertThrows(BenchException.class, () -> require(Map.of("export-markdown", "/proc/x.md")));
    }

    @Test
    void aDeviceMayHaveSeveral() throws Exception {
        for (String name : List.of("/dev/null", "/dev/stdout")) {
            require(Map.of("export-junit", name, "export-csv", name, "export-markdown", name));
        }
        String fifo = folder.resolve("fifo").toString();
        assertEquals(0, new ProcessBuilder("mkfifo", fifo).start().waitFor());
        require(Map.of("export-junit", fifo, "export-csv", fifo));
    }

    @Test
    void aFileHasOneExport() {
        String file = folder.resolve("a").toString();
        assertEquals(
                "export-csv: " + folder + "/./a is also a file of --export-junit; name another",
                refused(Map.of("export-junit", file, "export-csv", folder + "/./a")));
    }

    /** The CSV would be the only file of the campaign. */
    @Test
    void anExportDoesNotReplaceTheResults() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("out")));
        for (String name : List.of("results.json", "jmh.json", "report.txt", "report.html")) {
            for (Path way : List.of(link, folder.resolve("out"), folder.resolve("out/../link"))) {
                String file = way.resolve(name).toString();
                assertEquals(
                        "export-markdown: " + file + " is a file of the campaign itself; name another",
                        refused(Map.of("out", folder.resolve("out").toString(), "export-markdown", file)));
            }
        }
        require(Map.of(
                "out", link.toString(), "export-csv", link.resolve("rounds.csv").toString()));
    }

    /** The link itself would be replaced, but its target is what is read. */
    @Test
    void aFileToReadIsKeptUnderEachOfItsNames() throws Exception {
        Path file = Files.writeString(folder.resolve("results.json"), "{}");
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
        ExportFiles files = new ExportFiles();
        files.keep(link, "is the file to read");
        for (Path one : List.of(file, link)) {
            assertEquals(
                    "html: " + one + " is the file to read; name another",
                    assertThrows(UsageException.class, () -> files.name("html", one))
                            .getMessage());
        }
        files.name("html", folder.resolve("other.html"));
    }
}
