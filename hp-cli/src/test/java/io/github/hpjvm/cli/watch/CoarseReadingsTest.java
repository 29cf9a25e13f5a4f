package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.Cause;
import io.github.hpjvm.advisor.watch.HostReading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CoarseReadingsTest {
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:00:00Z");

    private final CoarseReadings readings = new CoarseReadings();

    private static Alert alert(long pid) {
        return new Alert(
                BEGIN,
                pid,
                Alert.Kind.LOSS,
                RegionName.HEAP,
                OptionalDouble.of(1),
                0.5,
                Bytes.ZERO,
                BEGIN,
                Cause.SPLIT,
                "",
                List.of());
    }

    private Optional<CoarseReadings.Kept> add(long second, Set<Long> pids, Map<Long, List<Alert>> alerts) {
        HostReading host = new HostReading(Map.of("thp_split_page", 1000 + second), List.of());
        return readings.add(BEGIN.plusSeconds(second), host, pids, alerts);
    }

    @Test
    void oneReadingOfFiveMinutesIsKeptWithTheEventsOfAll() {
        for (int second = 0; second <= 600; second += 10) {
            Optional<CoarseReadings.Kept> kept = add(second, Set.of(7L, 8L), Map.of());
            assertEquals(second % 300 == 0, kept.isPresent(), "after " + second + " s");
            if (second == 600) {
                assertEquals(Set.of(7L, 8L), kept.orElseThrow().pids());
                assertEquals(Map.of("thp_split_page", 300L), kept.orElseThrow().events());
            }
        }
    }

    @Test
    void aJvmWithAnAlertHasAReadingOfItsOwnOnceAMinute() {
        add(0, Set.of(7L, 8L), Map.of());
        assertTrue(add(10, Set.of(7L, 8L), Map.of(7L, List.of(alert(7)))).isEmpty());
        CoarseReadings.Kept kept =
                add(60, Set.of(7L, 8L), Map.of(7L, List.of(alert(7)))).orElseThrow();
        assertEquals(Set.of(7L), kept.pids());
        assertEquals(2, kept.alerts().get(7L).size());
        assertEquals(Map.of("thp_split_page", 60L), kept.events());
        assertTrue(add(70, Set.of(7L), Map.of(7L, List.of(alert(7)))).isEmpty());
    }

    /** A user with a hundred JVMs that never rest takes no more of the recording, and delays the others by minutes only. */
    @Test
    void alertsWithoutEndCostLittle() {
        Set<Long> pids = new TreeSet<>();
        Map<Long, List<Alert>> alerts = new java.util.TreeMap<>();
        for (long pid = 1; pid <= 100; pid++) {
            pids.add(pid);
            alerts.put(pid, List.of(alert(pid), alert(pid)));
        }
        Set<Long> seen = new TreeSet<>();
        int lines = 0;
        for (int second = 0; second < 3600; second++) {
            Optional<CoarseReadings.Kept> kept = add(second, pids, alerts);
            if (kept.isPresent()) {
                lines += kept.get().pids().size();
                seen.addAll(kept.get().pids());
                kept.get().alerts().values().forEach(all -> assertTrue(all.size() <= CoarseReadings.MOST_ALERTS));
            }
        }
        assertEquals(12 * 100 + 48 * CoarseReadings.MOST_JVMS, lines);
        assertEquals(pids, seen);
    }

    @Test
    void aClockThatIsSetBackStopsNothing() {
        add(0, Set.of(7L), Map.of());
        assertTrue(add(-3600, Set.of(7L), Map.of()).isPresent());
    }

    /** The OOM killer ends a JVM before its minute is over. */
    @Test
    void alertsOfAJvmThatEndsAreKept() {
        add(0, Set.of(7L, 8L), Map.of());
        add(10, Set.of(7L, 8L), Map.of(8L, List.of(alert(8))));
        CoarseReadings.Kept kept =
                readings.ended(BEGIN.plusSeconds(11), 8, List.of(alert(8))).orElseThrow();
        assertEquals(Set.of(8L), kept.pids());
        assertEquals(2, kept.alerts().get(8L).size());
        assertTrue(readings.ended(BEGIN.plusSeconds(12), 8, List.of()).isEmpty());
        assertTrue(readings.rest().isEmpty());
    }

    /** JVMs of one user that start and end with an alert each. */
    @Test
    void endingsWithoutEndCostLittle() {
        int kept = 0;
        for (int second = 0; second < 600; second++) {
            kept += readings.ended(BEGIN.plusSeconds(second), second, List.of(alert(second)))
                            .isPresent()
                    ? 1
                    : 0;
        }
        assertEquals(10 * CoarseReadings.MOST_JVMS, kept);
    }

    @Test
    void alertsThatWaitAtTheEndAreKept() {
        add(0, Set.of(7L, 8L), Map.of());
        add(10, Set.of(7L, 8L), Map.of(8L, List.of(alert(8))));
        CoarseReadings.Kept rest = readings.rest().orElseThrow();
        assertEquals(Set.of(8L), rest.pids());
        assertEquals(Map.of(8L, List.of(alert(8))), rest.alerts());
        assertTrue(readings.rest().isEmpty());
    }
}
