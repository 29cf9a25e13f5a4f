package io.github.hpjvm.bench.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.Profile;
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
        ExportFiles.require(BenchOptions.parse(given, Profile.OWN, 1).exports());
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
                "export-csv: --export-junit names the same file " + folder + "/./a; name another",
                assertThrows(
                                UsageException.class,
                                () -> require(Map.of("export-junit", file, "export-csv", folder + "/./a")))
                        .getMessage());
    }
}
