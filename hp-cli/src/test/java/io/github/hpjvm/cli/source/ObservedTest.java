package io.github.hpjvm.cli.source;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.advisor.json.WatchJson;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.cli.Called;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
                host));
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

    private static void assertUsage(Called called, String reason) {
        assertEquals(2, called.exitCode(), called.err());
        assertTrue(called.err().contains(reason), called.err());
        assertEquals(1, called.err().lines().count(), called.err());
    }
}
