package io.github.hpjvm.advisor.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated heaps that change slowly: the alerts account for each page once, at any rate and any interval. */
class RegionWatchTest {
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");
    private static final Bytes PMD = Bytes.ofMiB(2);
    private static final int PAGES = 2048;

    /** What happens to the heap at a time. */
    private enum Change {
        SPLIT,
        COLLAPSE,
        COPY_ON_WRITE,
        RECLAIM
    }

    /** A heap of 4 GiB whose pages change one by one, and the counters of its kernel. */
    private static final class Heap {
        private final Map<String, Long> counters = new HashMap<>(Map.of(
                "thp_split_page", 0L, "thp_split_pmd", 0L, "thp_collapse_alloc", 0L, "thp_swpout", 0L, "pswpout", 0L));
        private long huge = PAGES;
        private long base;
        private long swapped;
        private long lost;
        private long gained;
        private boolean child;

        void change(Change change) {
            child = change == Change.COPY_ON_WRITE;
            switch (change) {
                case SPLIT -> {
                    move("thp_split_page");
                    counters.merge("thp_split_pmd", 1L, Long::sum);
                }
                case COPY_ON_WRITE -> move("thp_split_pmd");
                case RECLAIM -> {
                    huge--;
                    lost++;
                    swapped++;
                    counters.merge("thp_swpout", 1L, Long::sum);
                    counters.merge("pswpout", 512L, Long::sum);
                }
                case COLLAPSE -> {
                    huge++;
                    base--;
                    gained++;
                    counters.merge("thp_collapse_alloc", 1L, Long::sum);
                }
            }
        }

        private void move(String counter) {
            huge--;
            base++;
            lost++;
            counters.merge(counter, 1L, Long::sum);
        }

        Moment moment() {
            return new Moment(
                    new HostReading(counters, List.of()),
                    new ProcessReading(
                            Optional.of(PMD.times(swapped)),
                            Optional.of(0L),
                            OptionalInt.of(child ? 1 : 0),
                            Optional.of(child ? 0.5 : 0)));
        }

        RegionReading reading() {
            return new RegionReading(
                    RegionName.HEAP,
                    new Backing(
                            Bytes.ofGiB(4),
                            List.of(
                                    Pages.exactly(PageKind.THP, PMD, PMD.times(huge)),
                                    Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), PMD.times(base)))),
                    0);
        }
    }

    /** The alerts of a watch that reads at an interval while pages change at a rate, one kind of change after another. */
    private static List<Alert> watched(
            Heap heap, HeapHistory history, double rate, double interval, Change... changes) {
        RegionWatch watch = new RegionWatch(new CoverageChange.Scale(7, PMD, OptionalDouble.of(0.9)));
        List<Alert> alerts = new ArrayList<>();
        double time = 0;
        double read = 0;
        for (Change change : changes) {
            for (int i = 0; i < PAGES / 4; i++) {
                time += 1 / rate;
                while (read < time) {
                    read(watch, heap, history, read, alerts);
                    read += interval;
                }
                heap.change(change);
            }
        }
        read(watch, heap, history, read, alerts);
        List<Alert> rest = watch.settle();
        rest.forEach(history::add);
        alerts.addAll(rest);
        return alerts;
    }

    private static void read(RegionWatch watch, Heap heap, HeapHistory history, double seconds, List<Alert> alerts) {
        Instant now = BEGIN.plusMillis(Math.round(seconds * 1000));
        List<Alert> fresh = watch.add(now, heap.reading(), heap.moment(), heap.moment());
        history.add(now, List.of(heap.reading()), fresh);
        alerts.addAll(fresh);
    }

    private static long told(List<Alert> alerts, Cause cause) {
        return alerts.stream()
                .filter(alert -> alert.cause() == cause)
                .mapToLong(alert -> alert.bytes().value() / PMD.value())
                .sum();
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 0.1",
        "0.5, 1",
        "0.5, 7",
        "0.5, 60",
        "1, 1",
        "2, 1",
        "2, 5",
        "5, 0.3",
        "10, 1",
        "10, 30",
        "50, 0.1",
        "50, 1",
        "50, 5"
    })
    void alertsAccountForEachLostPageOnce(double rate, double interval) {
        for (Map.Entry<Change, Cause> one : Map.of(
                        Change.SPLIT, Cause.SPLIT, Change.COPY_ON_WRITE, Cause.FORK, Change.RECLAIM, Cause.RECLAIM)
                .entrySet()) {
            Heap heap = new Heap();
            HeapHistory history = new HeapHistory(7, true);
            List<Alert> alerts = watched(heap, history, rate, interval, one.getKey());

            assertEquals(heap.lost, told(alerts, one.getValue()), one::toString);
            assertEquals(heap.lost, told(alerts, Cause.SPLIT) + told(alerts, Cause.FORK) + told(alerts, Cause.RECLAIM));
            assertTrue(
                    history.conclusion(0.9, "", Optional.empty()).contains("lost 1 GiB of huge pages by "),
                    () -> history.conclusion(0.9, "", Optional.empty()));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.5, 1", "2, 1", "10, 0.3", "50, 0.1"})
    void gainsAfterLossesCountApart(double rate, double interval) {
        Heap heap = new Heap();
        HeapHistory history = new HeapHistory(7, true);
        List<Alert> alerts = watched(
                heap, history, rate, interval, Change.SPLIT, Change.COLLAPSE, Change.COPY_ON_WRITE, Change.COLLAPSE);

        double lost = told(alerts, Cause.SPLIT) + told(alerts, Cause.FORK);
        assertEquals(1, lost / heap.lost, 0.01);
        assertEquals(1, (double) told(alerts, Cause.COLLAPSE) / heap.gained, 0.01);
        assertTrue(
                history.conclusion(0.9, "", Optional.empty()).endsWith("; the heap has its huge pages again"),
                () -> history.conclusion(0.9, "", Optional.empty()));
    }

    /** Two pages a second were split, and khugepaged made a few of them huge again: this once read as "collapses". */
    @Test
    void aHeapThatLostMoreThanItGainedIsNotHuge() {
        Heap heap = new Heap();
        HeapHistory history = new HeapHistory(7, true);
        RegionWatch watch = new RegionWatch(new CoverageChange.Scale(7, PMD, OptionalDouble.of(0.9)));
        List<Alert> alerts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            read(watch, heap, history, i, alerts);
            heap.change(Change.SPLIT);
            heap.change(Change.SPLIT);
        }
        for (int i = 60; i < 80; i++) {
            read(watch, heap, history, i, alerts);
            heap.change(Change.COLLAPSE);
        }
        read(watch, heap, history, 80, alerts);
        watch.settle().forEach(history::add);

        assertEquals(
                "PID 7, 80 s: coverage of the heap was 100 %, is 95.1 %, was 94.1 % at least; lost 240 MiB of huge pages by"
                        + " split; gained 40 MiB by collapses; hp-cli advise 7 shows the remedy",
                history.conclusion(0.9, "", Optional.empty()));
    }

    @Test
    void reclaimDoesNotCountBytesTwice() {
        Heap heap = new Heap();
        List<Alert> alerts = watched(heap, new HeapHistory(7, true), 50, 1, Change.RECLAIM);
        double mib = alerts.stream()
                .map(Alert::text)
                .map(text -> text.replaceAll("(?s).*moved (\\S+) MiB of the process.*", "$1"))
                .mapToDouble(Double::parseDouble)
                .sum();
        assertEquals(heap.lost * 2, mib, heap.lost * 2 * 0.01);
    }

    @Test
    void samplesDoNotMoveTheMark() {
        RegionWatch watch = new RegionWatch(new CoverageChange.Scale(7, PMD, OptionalDouble.of(0.9)));
        Heap heap = new Heap();
        for (int i = 0; i < 50; i++) {
            RegionReading sample = new RegionReading(
                    RegionName.HEAP,
                    new Backing(
                            Bytes.ofGiB(4),
                            List.of(
                                    Pages.exactly(PageKind.THP, PMD, PMD.times(2000 + i * 31 % 40)),
                                    Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), PMD.times(48 - i * 31 % 40)))),
                    0.01);
            assertTrue(watch.add(BEGIN.plusSeconds(i), sample, heap.moment(), heap.moment())
                    .isEmpty());
        }
        assertTrue(watch.settle().isEmpty());
    }

    private static RegionReading reading(long huge, long base) {
        return new RegionReading(
                RegionName.HEAP,
                new Backing(
                        Bytes.ofGiB(16),
                        List.of(
                                Pages.exactly(PageKind.THP, PMD, PMD.times(huge)),
                                Pages.exactly(
                                        PageKind.BASE,
                                        Bytes.ofKiB(4),
                                        Bytes.ofKiB(4).times(base)))),
                0);
    }

    private static List<Alert> alerts(RegionReading... readings) {
        RegionWatch watch = new RegionWatch(new CoverageChange.Scale(7, PMD, OptionalDouble.of(0.9)));
        Moment none = new Moment(new HostReading(Map.of(), List.of()), ProcessReading.none());
        List<Alert> alerts = new ArrayList<>();
        for (int i = 0; i < readings.length; i++) {
            alerts.addAll(watch.add(BEGIN.plusSeconds(i), readings[i], none, none));
        }
        return alerts;
    }

    /** A JVM that was found in its first second, and gets no huge page. */
    @Test
    void aHeapThatGrowsOnBasePagesHasOneAlert() {
        List<Alert> alerts = alerts(reading(0, 2560), reading(0, 3000), reading(0, 100_000), reading(0, 2_000_000));
        assertEquals(
                List.of(Alert.Kind.BELOW_THRESHOLD),
                alerts.stream().map(Alert::kind).toList());
        assertEquals(BEGIN.plusSeconds(2), alerts.get(0).time());
    }

    /** Coverage of 90.05, 89.95, 90.05 %: G1 resizes a heap of 4 GiB by a page. */
    @Test
    void aHeapAtTheThresholdHasOneAlert() {
        RegionReading above = reading(1844, 104_352);
        RegionReading below = reading(1842, 105_376);
        assertTrue(above.coverage().orElseThrow() > 0.9 && below.coverage().orElseThrow() < 0.9);
        List<Alert> alerts = alerts(above, below, above, below, above, below, above, below);
        assertEquals(
                List.of(Alert.Kind.BELOW_THRESHOLD),
                alerts.stream().map(Alert::kind).toList());
        RegionReading well = reading(1900, 75_776);
        List<Alert> again = alerts(above, below, well, below);
        assertEquals(
                2,
                again.stream()
                        .filter(alert -> alert.kind() == Alert.Kind.BELOW_THRESHOLD)
                        .count());
    }
}
