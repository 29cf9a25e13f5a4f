package io.github.hpjvm.cli.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.cli.Called;
import io.github.hpjvm.cli.source.RecordedSnapshots;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.console.file.FileRing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
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
                "b.json snapshot-fine-20260102T030405678Z.json.gz",
                "b.json snapshot-fine-99999999T040000000Z.json.gz")) {
            Files.copy(folder.resolve(copy.split(" ")[0]), folder.resolve(copy.split(" ")[1]));
        }
        Called called = Called.with("diff", folder + "@2026-01-02T03:04:05Z", folder.toString());
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
                        "snapshot-fine-20260102T030405678Z.json.gz",
                        "snapshot-fine-99999999T040000000Z.json.gz"),
                fleet.out()
                        .lines()
                        .map(line -> line.replaceAll(".*\"source\":\"[^\"]*/([^\"/]*)\".*", "$1"))
                        .distinct()
                        .toList());
    }

    /** The snapshots after a moment with the clock in 2030 are found by the time at which they were taken. */
    @Test
    void aMomentWithTheClockInTheFutureHidesNoSnapshot() throws IOException {
        Instant start = Instant.parse("2026-01-02T00:00:00Z");
        Instant future = Instant.parse("2030-01-01T00:00:00Z");
        Path recording = Files.createDirectory(folder.resolve("recording"));
        FileRing.Limits limits = new FileRing.Limits(1 << 20, 100, Duration.ofDays(1), 1 << 18, Duration.ZERO);
        try (FileRing fine = new FileRing(recording, RecordedSnapshots.FINE, RecordedSnapshots.ENDING, limits);
                FileRing coarse = new FileRing(recording, RecordedSnapshots.COARSE, RecordedSnapshots.ENDING, limits)) {
            for (int hour = 0; hour < 12; hour++) {
                // One file of each ring.
                boolean wrong = hour == 4 || hour == 6;
                Instant now = (wrong ? future : start).plus(Duration.ofHours(hour));
                Facts facts = FactsSamples.facts(FactsSamples.pool(hour, 0, 0), JvmSamples.g1(17));
                byte[] bytes = SnapshotText.compressed(
                        FactsJson.writeCompact(FactsSamples.with(facts, "takenAt", now.plusMillis(10))));
                (hour % 6 == 4 ? coarse : fine).append(now, bytes);
            }
        }
        for (int hour : new int[] {2, 3, 5, 8, 10, 11}) {
            String at = recording + "@" + start.plus(Duration.ofHours(hour)).plusSeconds(60);
            assertEquals(hour, pool(at), at);
        }
        assertEquals(3, pool(recording + "@2026-01-02T04:01"), "that of 4 o'clock has a wrong time");
        assertEquals(11, pool(recording.toString()));
        assertEquals(1, RecordedSnapshots.newestOfEach(files(recording)).size());
        assertEquals(
                11, pool(RecordedSnapshots.newestOfEach(files(recording)).get(0).toString()));
    }

    private static long pool(String snapshot) {
        return SnapshotFile.read(Path.of(snapshot))
                .host()
                .pools()
                .known()
                .orElseThrow()
                .get(0)
                .total();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
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
