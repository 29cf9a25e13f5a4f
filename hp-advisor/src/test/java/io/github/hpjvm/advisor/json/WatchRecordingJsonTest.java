package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.PoolReadings;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.watch.RecordedJvm;
import io.github.hpjvm.advisor.watch.Recording;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchRecordingJsonTest {
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");
    private static final HostIdentity HOST = new HostIdentity(Optional.of("6.18.5"), Optional.of(Bytes.ofGiB(24)));
    private static final Bytes HUGE = Bytes.ofMiB(2);

    private static HugePool pool(long total, long free, long reserved) {
        return new HugePool(HUGE, total, free, reserved, 0, 0);
    }

    private static String line(long second, HostIdentity host, HugePool... pools) {
        return WatchJson.write(new WatchJson.Line(
                BEGIN.plusSeconds(second),
                7,
                List.of(),
                Map.of(),
                List.of(pools),
                List.of(),
                1,
                Optional.empty(),
                host,
                new RecordedJvm(99, "shop", "shop.jar")));
    }

    private static String refusal(String text) {
        return assertThrows(JsonFormatException.class, () -> WatchRecordingJson.read(text))
                .getMessage();
    }

    @Test
    void leastAvailablePagesOfAllLinesCount() {
        HugePool gigabyte = new HugePool(Bytes.ofGiB(1), 4, 4, 0, 0, 0);
        String text = line(0, HOST, pool(100, 90, 0), gigabyte)
                + line(60, HOST, pool(100, 80, 30), gigabyte)
                + line(3600, HOST, pool(100, 70, 0));
        assertTrue(WatchRecordingJson.begins(text));
        Recording recording = WatchRecordingJson.read(text);
        assertEquals(
                new Recording(HOST, new PoolReadings(BEGIN, BEGIN.plusSeconds(3600), false, Map.of(HUGE, 50L))),
                recording);
        assertEquals(0, recording.pools().availableOf(Bytes.ofGiB(1)), "the last line does not have this pool");
    }

    /** Older versions of hp-cli wrote no version. */
    @Test
    void linesCarryTheVersionAndMayLackIt() {
        String text = line(0, HOST, pool(100, 90, 0));
        assertTrue(text.startsWith("{\"schemaVersion\":1,"), text);
        String old = text.replace("\"schemaVersion\":1,", "");
        assertTrue(WatchRecordingJson.begins(old));
        assertEquals(WatchRecordingJson.read(text), WatchRecordingJson.read(old));
    }

    /** hp-cli may still write the last line. */
    @Test
    void anIncompleteLastLineIsIgnored() {
        String text = line(0, HOST, pool(100, 90, 0)) + line(60, HOST, pool(100, 80, 0));
        Recording cut = WatchRecordingJson.read(text.substring(0, text.length() - 20));
        assertEquals(PoolReadings.at(BEGIN, false, List.of(pool(100, 90, 0))), cut.pools());
        assertTrue(refusal(text.substring(0, 40)).startsWith("line 1: "));
        assertTrue(refusal(text.substring(0, 40) + "\n" + text).startsWith("line 1: "));
    }

    @Test
    void linesOfTwoHostsAreRefused() {
        HostIdentity other = new HostIdentity(Optional.of("6.12.1"), HOST.memory());
        assertEquals(
                "line 2: the line is from another host than the line before: kernel or memory differ",
                refusal(line(0, HOST, pool(1, 1, 0)) + line(1, other, pool(1, 1, 0))));
        HostIdentity unknown = new HostIdentity(Optional.empty(), Optional.empty());
        assertEquals(
                unknown,
                WatchRecordingJson.read(line(0, unknown, pool(1, 1, 0))).host());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"2026-01-02T03:04:05Z\" | yesterday                  | not JSON",
                "2026-01-02T03:04:05Z     | yesterday                  | not a time: yesterday",
                "\"total\":1              | \"total\":\"all\"          | a pool has no number total",
                "\"free\":1               | \"free\":-1                | negative",
                "\"pageBytes\":2097152    | \"pageBytes\":-2097152     | negative",
                "\"host\":{               | \"node\":{                 | record it again",
                "[{\"pageBytes\"          | [7,{\"pageBytes\"          | a pool is not an object",
                "\"pools\":               | \"ponds\":                 | no pools"
            })
    void damagedLinesAreRefused(String part, String damaged, String reason) {
        String text = line(0, HOST, pool(1, 1, 0));
        assertTrue(text.contains(part), part);
        String refusal = refusal(text.replace(part, damaged));
        assertTrue(refusal.startsWith("line 1: ") && refusal.contains(reason), refusal);
        assertFalse(refusal.contains("\n"));
    }

    @Test
    void otherFilesAreNoRecordings() {
        String snapshot = FactsJson.write(FactsSamples.facts(FactsSamples.host(), JvmSamples.g1(17)));
        for (String text : List.of(snapshot, "", "{", "{\"time\":1}", "{\"time\":")) {
            assertFalse(WatchRecordingJson.begins(text), text);
        }
        assertEquals("the recording is empty", refusal(""));
    }
}
