package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SnapshotTimesTest {
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:00:00Z");

    private final SnapshotTimes times = new SnapshotTimes(Optional.empty());

    private Map<SnapshotTimes.Due, Integer> day(int jvmsOf) {
        Map<SnapshotTimes.Due, Integer> counts = new EnumMap<>(SnapshotTimes.Due.class);
        for (int second = 0; second < 24 * 3600; second += 10) {
            long pid = jvmsOf == 0 ? 1 : second / jvmsOf;
            counts.merge(times.next(BEGIN.plusSeconds(second), Set.of(pid)), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void oneAnHourOfWhichOneOfSixHoursIsKeptForLonger() {
        assertEquals(20, day(0).get(SnapshotTimes.Due.SNAPSHOT));
    }

    @Test
    void aRestartedRecorderKeepsNoFurtherOneForLonger() {
        SnapshotTimes restarted = new SnapshotTimes(Optional.of(BEGIN.minusSeconds(3600)));
        assertEquals(SnapshotTimes.Due.SNAPSHOT, restarted.next(BEGIN, Set.of()));
    }

    /** JVMs that come and go all the time. */
    @Test
    void changesGiveOneOfTenMinutesAtMost() {
        Map<SnapshotTimes.Due, Integer> counts = day(10);
        assertEquals(4, counts.get(SnapshotTimes.Due.LONG_KEPT));
        assertEquals(140, counts.get(SnapshotTimes.Due.SNAPSHOT));
    }

    @Test
    void aClockThatIsSetBackStopsNothing() {
        times.next(BEGIN, Set.of());
        assertEquals(SnapshotTimes.Due.LONG_KEPT, times.next(BEGIN.minusSeconds(3600), Set.of()));
    }

    @Test
    void oneThatCouldNotBeWrittenIsDueAgainInTenMinutes() {
        assertEquals(SnapshotTimes.Due.LONG_KEPT, times.next(BEGIN, Set.of(1L)));
        times.failed();
        assertEquals(SnapshotTimes.Due.NOTHING, times.next(BEGIN.plusSeconds(599), Set.of(1L)));
        assertEquals(SnapshotTimes.Due.LONG_KEPT, times.next(BEGIN.plusSeconds(600), Set.of(1L)));
        assertEquals(SnapshotTimes.Due.NOTHING, times.next(BEGIN.plusSeconds(4199), Set.of(1L)));
        assertEquals(SnapshotTimes.Due.SNAPSHOT, times.next(BEGIN.plusSeconds(4200), Set.of(1L)));
    }
}
