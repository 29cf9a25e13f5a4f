package io.github.hpjvm.advisor.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapPastsTest {
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:00:00Z");
    private static final HostIdentity HOST = new HostIdentity(Optional.of("6.18.5"), Optional.of(Bytes.ofGiB(24)));
    private static final RecordedJvm SHOP = new RecordedJvm(100, "shop", "shop.jar");
    private static final long PID = 7;

    private final HeapPasts pasts = new HeapPasts(PID, SHOP, HOST);

    private static Instant at(long second) {
        return BEGIN.plusSeconds(second);
    }

    private static RecordedReading reading(long second, double coverage, double most, Alert... alerts) {
        return new RecordedReading(
                at(second),
                PID,
                Optional.of(SHOP),
                HOST,
                Optional.of(new RecordedReading.Heap(Bytes.ofGiB(1), coverage, most, Bytes.ofMiB(2))),
                Map.of("thp_split_page", 200L),
                List.of(alerts));
    }

    private void add(long second, double coverage, Alert... alerts) {
        pasts.add(reading(second, coverage, coverage, alerts));
    }

    private static Alert alert(long since, double was, long second, double coverage, Cause cause) {
        return new Alert(
                at(second),
                PID,
                Alert.Kind.LOSS,
                RegionName.HEAP,
                OptionalDouble.of(was),
                coverage,
                Bytes.ofMiB(100),
                at(since),
                cause,
                "text of the alert",
                List.of());
    }

    private HeapPast past() {
        return pasts.past().orElseThrow();
    }

    @Test
    void theLastGoodAndTheFirstBadReadingAreTold() {
        add(0, 1);
        add(10, 0.98);
        add(20, 0.41);
        add(30, 0.40);
        HeapPast past = past();
        assertEquals(4, past.readings());
        assertEquals(at(0), past.first());
        assertEquals(at(30), past.last());
        HeapPast.Loss loss = past.present().orElseThrow();
        assertEquals(at(10), loss.lastGood());
        assertEquals(0.98, loss.was());
        assertEquals(at(20), loss.firstBad());
        assertEquals(0.41, loss.coverage());
        assertEquals(Cause.SPLIT, loss.cause(), "200 split pages explain 292 lost ones");
    }

    /** A split frees pages of zeros, so that little of the heap is resident then. */
    @Test
    void aHeapMayBeSmallAfterTheLossButNotAtTheStart() {
        for (int second = 0; second < 4; second++) {
            RecordedReading large = reading(second, second == 1 ? 1 : 0, second == 1 ? 1 : 0);
            RecordedReading.Heap heap = large.heap().orElseThrow();
            Bytes resident = second == 1 ? heap.resident() : Bytes.ofMiB(3);
            pasts.add(new RecordedReading(
                    large.time(),
                    PID,
                    large.jvm(),
                    HOST,
                    Optional.of(
                            new RecordedReading.Heap(resident, heap.coverage(), heap.coverageMax(), heap.hugePage())),
                    large.events(),
                    List.of()));
        }
        assertEquals(at(1), past().first());
        assertEquals(at(2), past().present().orElseThrow().firstBad());
        assertEquals(0, past().latest());
    }

    @Test
    void theAlertKnowsTheCauseBetterThanTheCounters() {
        add(0, 1);
        add(10, 0.2, alert(0, 1, 10, 0.2, Cause.FORK));
        assertEquals(Cause.FORK, past().present().orElseThrow().cause());
        assertEquals("text of the alert", past().present().orElseThrow().text());
    }

    /** After an hour the recording has one reading of five minutes, and the alerts between them. */
    @Test
    void theAlertKnowsTheTimeBetterThanCoarseReadings() {
        add(0, 1);
        add(300, 0.2, alert(123, 0.99, 125, 0.2, Cause.RECLAIM));
        HeapPast.Loss loss = past().present().orElseThrow();
        assertEquals(at(123), loss.lastGood());
        assertEquals(at(125), loss.firstBad());
    }

    @Test
    void aHeapThatHasItsPagesAgainHasNoPresentLoss() {
        add(0, 1);
        add(10, 0.2);
        add(20, 1);
        assertTrue(past().present().isEmpty());
        assertEquals(Optional.of(at(20)), past().losses().get(0).goodAgain());
    }

    /** A sample may be below the limit by chance. */
    @Test
    void anEstimateIsBadOnlyIfItsUpperBoundIs() {
        add(0, 1);
        pasts.add(reading(10, 0.85, 0.95));
        assertEquals(List.of(), past().losses());
        pasts.add(reading(20, 0.65, 0.75));
        assertEquals(at(10), past().present().orElseThrow().lastGood());
    }

    @Test
    void aRecorderThatDidNotRunKnowsNoCause() {
        add(0, 1);
        RecordedReading bad = reading(900, 0, 0);
        pasts.add(new RecordedReading(bad.time(), bad.pid(), bad.jvm(), bad.host(), bad.heap(), Map.of(), List.of()));
        HeapPast.Loss loss = past().present().orElseThrow();
        assertEquals(Cause.UNKNOWN, loss.cause());
        assertEquals("the recorder did not run at that time", loss.text());
    }

    @Test
    void anotherProcessWithThisPidDoesNotCount() {
        RecordedReading other = reading(0, 1, 1);
        pasts.add(new RecordedReading(
                at(0),
                PID,
                Optional.of(new RecordedJvm(99, "shop", "other.jar")),
                HOST,
                other.heap(),
                Map.of(),
                List.of()));
        assertTrue(pasts.past().isEmpty());
    }

    @Test
    void aHeapThatWasNeverHugeNamesTheJvmBefore() {
        for (int i = 0; i < 3; i++) {
            RecordedReading before = reading(i, 1, 1);
            RecordedJvm jvm = new RecordedJvm(10 + i, i == 2 ? "mallory" : "shop", "shop.jar");
            pasts.add(new RecordedReading(at(i), 3 + i, Optional.of(jvm), HOST, before.heap(), Map.of(), List.of()));
        }
        add(60, 0);
        assertTrue(past().wasNeverHuge());
        assertEquals(Optional.of(new HeapPast.Before(4, at(1), 1)), past().before());
    }

    @Test
    void theOrderOfTheFilesDoesNotMatter() {
        List<RecordedReading> readings = new ArrayList<>();
        for (int second = 0; second < 500; second++) {
            double coverage = second / 50 % 2 == 0 ? 1 : 0.1;
            readings.add(reading(second, coverage, coverage));
        }
        readings.forEach(pasts::add);
        HeapPast ordered = past();
        assertEquals(5, ordered.losses().size());
        long seed = Long.getLong("hp.seed", System.nanoTime());
        Collections.shuffle(readings, new Random(seed));
        HeapPasts shuffled = new HeapPasts(PID, SHOP, HOST);
        readings.forEach(shuffled::add);
        assertEquals(Optional.of(ordered), shuffled.past(), () -> "seed " + seed);
    }

    @Test
    void ofMoreLossesTheNewestAreKept() {
        for (int second = 0; second < 101; second++) {
            add(second, second % 2 == 0 ? 1 : 0.1);
        }
        List<HeapPast.Loss> losses = past().losses();
        assertEquals(HeapPast.MOST, losses.size());
        assertEquals(at(99), losses.get(HeapPast.MOST - 1).firstBad());
    }
}
