package io.github.hpjvm.cli.source;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.advisor.json.WatchJson;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.RecordedJvm;
import io.github.hpjvm.advisor.watch.RegionReading;
import io.github.hpjvm.cli.Called;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --observed} of {@code advise} and {@code emit}: snapshots and recordings of {@code hp-cli watch}. */
class ObservedTest {
    private static final int HOUR = 3600;
    private static final int TOTAL = 1000;
    private static final Facts NOW = facts(pool(TOTAL, TOTAL, 0), g1(17));
    private static final HostIdentity HOST = HostIdentity.of(NOW.host());

    @TempDir
    Path temp;

    /** A line of {@code hp-cli watch} from that many seconds before the facts. */
    private static String line(int seconds, HostIdentity host, int free) {
        return WatchJson.write(new WatchJson.Line(
                NOW.takenAt().minusSeconds(seconds),
                17,
                List.of(),
                Map.of(),
                List.of(new HugePool(Bytes.ofMiB(2), TOTAL, free, 0, 0, 0)),
                List.of(),
                1,
                Optional.empty(),
                host,
                new RecordedJvm(99, "shop", "shop.jar")));
    }

    private Called emit(String recording) throws IOException {
        return emit(Files.writeString(temp.resolve("watch.jsonl"), recording));
    }

    private Called emit(Path observed) throws IOException {
        Path snapshot = Files.writeString(temp.resolve("facts.json"), FactsJson.write(NOW));
        return Called.with(
                "emit", "--for", "sysctl", "--snapshot", snapshot.toString(), "--observed", observed.toString());
    }

    @Test
    void anHourOfWatchConfirmsUnusedPages() throws IOException {
        Called called = emit(line(HOUR, HOST, TOTAL) + line(HOUR / 2, HOST, 600) + line(1, HOST, TOTAL));
        assertEquals(0, called.exitCode(), called.err());
        assertTrue(called.out().contains("\nvm.nr_hugepages = 400\n"), called.out());
    }

    @Test
    void lessThanAnHourDoesNotConfirmThem() throws IOException {
        Called called = emit(line(HOUR - 1, HOST, TOTAL) + line(1, HOST, TOTAL));
        assertEquals(0, called.exitCode(), called.err());
        assertFalse(called.out().contains("\nvm.nr_hugepages"), called.out());
    }

    @Test
    void aRecordingMayBeCompressed() throws IOException {
        byte[] packed = SnapshotText.compressed(line(HOUR, HOST, TOTAL));
        Called called = emit(Files.write(temp.resolve("watch.jsonl.gz"), packed));
        assertTrue(called.out().contains("\nvm.nr_hugepages = 0\n"), called.out() + called.err());
    }

    @Test
    void aSnapshotConfirmsThemToo() throws IOException {
        Facts before = new Facts(NOW.takenAt().minusSeconds(HOUR), NOW.host(), List.of());
        Called called = emit(Files.writeString(temp.resolve("before.json"), FactsJson.write(before)));
        assertTrue(called.out().contains("\nvm.nr_hugepages = 0\n"), called.out() + called.err());
    }

    @Test
    void recordingsOfOtherHostsAndDamagedOnesAreUsageErrors() throws IOException {
        HostIdentity other = new HostIdentity(Optional.of("2.6.38"), HOST.memory());
        assertUsage(emit(line(HOUR, other, TOTAL)), "from another host: kernel or memory differ");
        assertUsage(emit(line(HOUR, HOST, TOTAL) + "{\n" + line(1, HOST, TOTAL)), "line 2: ");
        byte[] latin = "{\"time\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertUsage(emit(Files.write(temp.resolve("latin"), latin)), "not UTF-8");
    }

    /** A folder of hp-cli watch --record: parts that are compressed one by one, the last one cut. */
    private Path recording(String... lines) throws IOException {
        Path folder = Files.createDirectories(temp.resolve("recording"));
        for (int i = 0; i < lines.length; i++) {
            byte[] part = SnapshotText.compressed(lines[i]);
            Path file = folder.resolve(i % 2 == 0 ? "fine-20260102T030405678Z.ndjson.gz" : "coarse-1.ndjson.gz");
            int length = i == lines.length - 1 ? part.length - 9 : part.length;
            Files.write(file, Arrays.copyOf(part, length), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        Files.createFile(folder.resolve("lock"));
        return folder;
    }

    @Test
    void aRecordedFolderConfirmsUnusedPages() throws IOException {
        HostIdentity older = new HostIdentity(Optional.of("6.1.0"), HOST.memory());
        Path folder = recording(line(9 * HOUR, older, 1), line(HOUR, HOST, 700), line(1, HOST, TOTAL), "{");
        Called called = emit(folder);
        assertEquals(0, called.exitCode(), called.err());
        assertTrue(called.out().contains("\nvm.nr_hugepages = 300\n"), called.out());
    }

    /** The recorder deletes the oldest file at any time; a file that ends in the middle is damaged. */
    @Test
    void aFileThatIsDeletedMeanwhileIsNotDamaged() throws IOException {
        Path folder = recording(line(HOUR, HOST, 700), line(1, HOST, TOTAL));
        RecordingFolder opened = RecordingFolder.of(folder);
        opened.lines(line -> {});
        assertEquals(1, opened.damaged());
        Files.delete(folder.resolve("coarse-1.ndjson.gz"));
        opened.lines(line -> {});
        assertEquals(0, opened.damaged());
    }

    @Test
    void foldersWithoutARecordingOfThisHostAreUsageErrors() throws IOException {
        assertUsage(emit(Files.createDirectory(temp.resolve("empty"))), "has no recording");
        HostIdentity other = new HostIdentity(Optional.of("2.6.38"), HOST.memory());
        assertUsage(emit(recording(line(HOUR, other, 1), "{")), "from another host: kernel or memory differ");
    }

    @Test
    void aRecordedFolderTellsWhenTheHeapBroke() throws IOException {
        Path folder = recording(
                heap(600, 1, 0), heap(300, 0.25, 500), heap(299, 0.25, 0), heap(9, 0.25, 0), heap(8, 0.25, 0));
        Path snapshot = Files.writeString(temp.resolve("facts.json"), FactsJson.write(NOW));
        Called text = Called.with(
                "advise", "--snapshot", snapshot.toString(), "--observed", folder.toString(), "--fail-on", "never");
        String zero =
                NOW.takenAt().minusSeconds(600).toString().replace('T', ' ').substring(0, 19);
        String one =
                NOW.takenAt().minusSeconds(300).toString().replace('T', ' ').substring(0, 19);
        String words = text.out().replaceAll("\\s+", " ");
        assertTrue(
                words.contains("The last good reading is of " + zero + " (100 %), the first bad one of " + one
                        + " (25 %). Cause: split: the kernel replaced huge pages by base pages (thp_split_page +500)."),
                text.out());
        assertTrue(text.err().contains("end in the middle"), text.err());
        Called json = Called.with(
                "advise",
                "--snapshot",
                snapshot.toString(),
                "--observed",
                folder.toString(),
                "--format",
                "json",
                "--fail-on",
                "never");
        assertTrue(json.out().contains("\"cause\" : \"SPLIT\""), json.out());
    }

    /** A line with the heap of the JVM in the facts. */
    private static String heap(int seconds, double coverage, long splits) {
        Bytes huge = Bytes.ofMiB((long) (1024 * coverage));
        Backing backing = new Backing(
                Bytes.ofGiB(1),
                List.of(
                        Pages.exactly(PageKind.THP, Bytes.ofMiB(2), huge),
                        Pages.exactly(
                                PageKind.BASE, Bytes.ofKiB(4), Bytes.ofGiB(1).minus(huge))));
        Jvm jvm = NOW.jvms().get(0);
        return WatchJson.write(new WatchJson.Line(
                NOW.takenAt().minusSeconds(seconds),
                jvm.pid(),
                List.of(new RegionReading(RegionName.HEAP, backing, 0)),
                Map.of("thp_split_page", splits),
                List.of(),
                List.of(),
                1,
                Optional.empty(),
                HOST,
                RecordedJvm.of(jvm)));
    }

    private static void assertUsage(Called called, String reason) {
        assertEquals(2, called.exitCode(), called.err());
        assertTrue(called.err().contains(reason), called.err());
        assertEquals(1, called.err().lines().count(), called.err());
    }
}
