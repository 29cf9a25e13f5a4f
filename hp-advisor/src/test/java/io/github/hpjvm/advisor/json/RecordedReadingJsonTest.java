package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.Cause;
import io.github.hpjvm.advisor.watch.RecordedJvm;
import io.github.hpjvm.advisor.watch.RecordedReading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedReadingJsonTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final Alert ALERT = new Alert(
            TIME.minusSeconds(2),
            7,
            Alert.Kind.LOSS,
            RegionName.HEAP,
            OptionalDouble.of(1),
            0.5,
            Bytes.ofMiB(4),
            TIME.minusSeconds(9),
            Cause.SPLIT,
            "split",
            List.of(new Evidence("thp_split_page", "+2", "/proc/vmstat")));

    @Test
    void aLineIsReadAsItWasWritten() {
        String line = WatchJsonTest.line(0).strip();
        RecordedReading reading = RecordedReadingJson.read(line);
        assertEquals(
                new RecordedReading(
                        TIME,
                        7,
                        Optional.of(new RecordedJvm(99, "shop", "shop.jar")),
                        new HostIdentity(Optional.of("6.18.5"), Optional.of(Bytes.ofMiB(1))),
                        Optional.of(new RecordedReading.Heap(Bytes.ofMiB(8), 0.75, 0.75, Bytes.ofMiB(2))),
                        Map.of("thp_split_page", 3L),
                        List.of()),
                reading);
        assertTrue(RecordedReadingJson.mayBeOf(line, 7, ""));
        assertTrue(RecordedReadingJson.mayBeOf(line, 8, "shop.jar"));
        assertFalse(RecordedReadingJson.mayBeOf(line, 8, "other.jar"));
        assertFalse(RecordedReadingJson.mayBeOf(line, 8, ""));
    }

    @Test
    void anEstimateHasItsUpperBound() {
        RecordedReading reading = RecordedReadingJson.read(WatchJsonTest.line(0.05));
        assertEquals(0.85, reading.heap().orElseThrow().coverageMax(), 1e-9);
    }

    @Test
    void alertsAreReadAsTheyWereWritten() {
        String line = WatchJson.write(new WatchJson.Line(
                TIME,
                7,
                List.of(),
                Map.of(),
                List.of(),
                List.of(ALERT),
                1,
                Optional.empty(),
                new HostIdentity(Optional.empty(), Optional.empty()),
                new RecordedJvm(0, "", "")));
        assertEquals(List.of(ALERT), RecordedReadingJson.read(line).alerts());
        assertEquals(
                List.of(),
                RecordedReadingJson.read(line.replace("SPLIT", "MAGIC")).alerts(),
                "of a newer version");
        String old = line.replaceFirst("\"time\":\"[^\"]*\",\"kind\"", "\"kind\"");
        assertEquals(TIME, RecordedReadingJson.read(old).alerts().get(0).time());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"pid\":7            | \"pid\":\"7\"         | no pid",
                "\"regions\":[        | \"ponds\":[           | no regions",
                "2026-01-02T03        | yesterday             | not a time",
                "\"coverage\":0.75    | \"coverage\":1.75     | not a share",
                "\"coverage\":0.75    | \"coverage\":-1e999   | not a share",
                "\"residentBytes\":8  | \"residentBytes\":-8  | negative",
                "\"memoryBytes\":1    | \"memoryBytes\":-1    | negative"
            })
    void damagedLinesAreRefused(String part, String damaged, String reason) {
        String line = WatchJsonTest.line(0);
        assertTrue(line.contains(part), part);
        String refusal = assertThrows(
                        JsonFormatException.class, () -> RecordedReadingJson.read(line.replace(part, damaged)))
                .getMessage();
        assertTrue(refusal.contains(reason) && !refusal.contains("\n"), refusal);
    }

    /** A process may give its main class any name. */
    @Test
    void namesAreCleaned() {
        String line = WatchJsonTest.line(0).replace("shop.jar", "a\\u001b[2Jb\\n\\u202ec");
        String main = RecordedReadingJson.read(line).jvm().orElseThrow().main();
        assertTrue(main.chars().noneMatch(c -> c < ' ' || c == 0x202e), main);
    }
}
