package io.github.hpjvm.cli.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.cli.Called;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
    @TempDir
    private Path folder;

    private String before;
    private String after;

    @BeforeEach
    void write() throws IOException {
        before = file(
                "a.json",
                FactsSamples.facts(
                        FactsSamples.pool(0, 0, 0),
                        JvmSamples.heap(
                                JvmSamples.g1(17, "-XX:+UseLargePages"),
                                JvmSamples.on(PageKind.BASE, Bytes.ofGiB(1)))));
        after = file(
                "b.json",
                FactsSamples.facts(
                        FactsSamples.pool(651, 0, 0),
                        JvmSamples.heap(
                                JvmSamples.g1(17, "-XX:+UseLargePages"),
                                JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1)))));
    }

    private String file(String name, Facts facts) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, FactsJson.write(facts));
        return file.toString();
    }

    /** The folder of hp-cli watch --record. */
    @Test
    void snapshotsOfARecordingAreFoundByTheirTime() throws IOException {
        for (String copy : List.of(
                "a.json snapshot-coarse-20260102T030000000Z.json.gz",
                "b.json snapshot-fine-20260102T040000000Z.json.gz",
                "b.json snapshot-fine-99999999T040000000Z.json.gz")) {
            Files.copy(folder.resolve(copy.split(" ")[0]), folder.resolve(copy.split(" ")[1]));
        }
        Called called = Called.with("diff", folder + "@2026-01-02T03:59", folder.toString());
        assertEquals(0, called.exitCode(), called.err());
        assertEquals(Called.with("diff", before, after).out(), called.out());
        Called early = Called.with("diff", folder + "@2026-01-01T00:00:00Z", folder.toString());
        assertEquals(2, early.exitCode());
        assertTrue(early.err().contains("its first snapshot is of 2026-01-02T03:00:00Z"), early.err());
        Called noTime = Called.with("diff", folder + "@yesterday", folder.toString());
        assertTrue(noTime.err().contains("not a time in UTC: yesterday; type it as 2026-01-02T03:04"), noTime.err());
        Called fleet = Called.with("fleet", folder.toString(), "--format", "ndjson");
        assertEquals(
                List.of(
                        "a.json",
                        "b.json",
                        "snapshot-fine-20260102T040000000Z.json.gz",
                        "snapshot-fine-99999999T040000000Z.json.gz"),
                fleet.out()
                        .lines()
                        .map(line -> line.replaceAll(".*\"source\":\"[^\"]*/([^\"/]*)\".*", "$1"))
                        .distinct()
                        .toList());
    }

    @Test
    void showsPoolAndPages() {
        Called called = Called.with("diff", before, after);
        assertEquals(0, called.exitCode(), called.err());
        assertTrue(called.out().contains("  pool of 2 MiB pages, total: 0 -> 651\n"), called.out());
        assertTrue(called.out().contains("  heap pages: BASE -> HUGETLB\n"), called.out());
        assertTrue(called.out().contains("  - finding HP-101 heap: "), called.out());
        assertTrue(called.out().lines().allMatch(line -> line.length() <= 80), called.out());
    }

    @Test
    void writesJson() throws IOException {
        JsonNode document = new ObjectMapper()
                .readTree(Called.with("diff", before, after, "--format", "json").out());
        assertEquals("SAME", document.get("jvms").get(0).get("kind").textValue());
        assertEquals(1, document.get("schemaVersion").intValue());
    }

    @Test
    void invalidUsageIsOneLine() {
        assertEquals(2, Called.with("diff", before).exitCode());
        Called missing = Called.with("diff", before, folder.resolve("none").toString());
        assertEquals(2, missing.exitCode());
        assertEquals(1, missing.err().lines().count(), missing.err());
    }
}
