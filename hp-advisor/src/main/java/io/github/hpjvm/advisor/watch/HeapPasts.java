package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Finds in recorded readings when the heap of a JVM lost its huge pages, and why. Readings may be added in any order. */
public final class HeapPasts {
    /** A heap with less resident memory has just started. */
    private static final Bytes LEAST_RESIDENT = Bytes.ofMiB(16);

    /** Readings of one JVM in a ring of hp-cli are less than 20 000. */
    private static final int MOST_READINGS = 200_000;

    private static final int MOST_OTHERS = 10_000;

    private final long pid;
    private final RecordedJvm jvm;
    private final HostIdentity host;
    private final NavigableMap<Instant, RecordedReading> own = new TreeMap<>();
    private final Map<List<Long>, RecordedReading> others = new LinkedHashMap<>();

    /**
     * Begins without a reading.
     *
     * @param jvm the process; its start may be unknown, and then the PID decides
     */
    public HeapPasts(long pid, RecordedJvm jvm, HostIdentity host) {
        this.pid = pid;
        this.jvm = jvm;
        this.host = host;
    }

    /** Adds a reading. Of two readings of the JVM at the same time the first one counts. */
    public void add(RecordedReading reading) {
        boolean here = reading.host().memory().equals(host.memory());
        if (!here || reading.heap().isEmpty()) {
            return;
        }
        if (isOwn(reading)) {
            if (own.size() < MOST_READINGS) {
                own.putIfAbsent(reading.time(), reading);
            }
        } else if (hasGrown(reading) && reading.jvm().filter(jvm::isSameService).isPresent()) {
            List<Long> key = List.of(reading.pid(), reading.jvm().get().startTicks());
            if (others.size() < MOST_OTHERS || others.containsKey(key)) {
                others.merge(key, reading, (one, other) -> one.time().isAfter(other.time()) ? one : other);
            }
        }
    }

    private boolean isOwn(RecordedReading reading) {
        long ticks = reading.jvm().map(RecordedJvm::startTicks).orElse(0L);
        boolean known = ticks != 0 && jvm.startTicks() != 0;
        return reading.pid() == pid && (!known || ticks == jvm.startTicks());
    }

    /** Returns the result; empty if the recording has no reading of the heap. */
    public Optional<HeapPast> past() {
        List<RecordedReading> readings =
                own.values().stream().dropWhile(reading -> !hasGrown(reading)).toList();
        if (readings.isEmpty()) {
            return Optional.empty();
        }
        double best = best(readings);
        RecordedReading last = readings.get(readings.size() - 1);
        boolean never = best < HeapPast.NONE;
        return Optional.of(new HeapPast(
                pid,
                readings.get(0).time(),
                last.time(),
                readings.size(),
                best,
                heap(last).coverage(),
                never ? List.of() : losses(readings, best * HeapPast.GOOD),
                never ? before(readings.get(0).time()) : Optional.empty()));
    }

    /** Returns whether the heap is no longer that of a JVM that has just started. Later it may be small again. */
    private static boolean hasGrown(RecordedReading reading) {
        return heap(reading).resident().compareTo(LEAST_RESIDENT) >= 0;
    }

    private static RecordedReading.Heap heap(RecordedReading reading) {
        return reading.heap().orElseThrow();
    }

    /** The highest coverage. That of a sample counts only if no reading is exact. */
    private static double best(List<RecordedReading> readings) {
        double exact = -1;
        double any = 0;
        for (RecordedReading reading : readings) {
            RecordedReading.Heap heap = heap(reading);
            any = Math.max(any, heap.coverage());
            exact = heap.coverage() == heap.coverageMax() ? Math.max(exact, heap.coverage()) : exact;
        }
        return exact < 0 ? any : exact;
    }

    private static List<HeapPast.Loss> losses(List<RecordedReading> readings, double limit) {
        List<HeapPast.Loss> losses = new ArrayList<>();
        RecordedReading good = null;
        HeapPast.Loss open = null;
        for (RecordedReading now : readings) {
            boolean isGood = heap(now).coverageMax() >= limit;
            if (!isGood && good != null && open == null) {
                open = loss(good, now, limit);
            } else if (isGood && open != null) {
                losses.add(again(open, now.time()));
                open = null;
            }
            good = isGood ? now : good;
            if (losses.size() > HeapPast.MOST) {
                losses.remove(0);
            }
        }
        if (open != null) {
            losses.add(open);
        }
        return losses.subList(Math.max(0, losses.size() - HeapPast.MOST), losses.size());
    }

    private static HeapPast.Loss again(HeapPast.Loss loss, Instant time) {
        return new HeapPast.Loss(
                loss.lastGood(),
                loss.was(),
                loss.firstBad(),
                loss.coverage(),
                Optional.of(time),
                loss.cause(),
                loss.text(),
                loss.evidence());
    }

    /** The loss between two readings: from the alert of that time, else from the counters of the host. */
    private static HeapPast.Loss loss(RecordedReading good, RecordedReading bad, double limit) {
        Optional<Alert> alert = bad.alerts().stream()
                .filter(one -> one.region() == RegionName.HEAP && one.was().isPresent())
                .filter(one -> one.kind() == Alert.Kind.LOSS || one.kind() == Alert.Kind.BELOW_THRESHOLD)
                .filter(one -> one.time().isAfter(good.time()) && !one.time().isAfter(bad.time()))
                .max(Comparator.comparing(Alert::bytes));
        if (alert.isEmpty()) {
            CauseOfLoss cause = cause(good, bad);
            return new HeapPast.Loss(
                    good.time(),
                    heap(good).coverage(),
                    bad.time(),
                    heap(bad).coverage(),
                    Optional.empty(),
                    cause.cause(),
                    cause.text(),
                    cause.evidence());
        }
        Alert told = alert.get();
        // The alert is of readings between these two, which the recording no longer has.
        boolean later = told.since().isAfter(good.time()) && told.was().getAsDouble() >= limit;
        boolean earlier = told.time().isBefore(bad.time()) && told.coverage() < limit;
        return new HeapPast.Loss(
                later ? told.since() : good.time(),
                later ? told.was().getAsDouble() : heap(good).coverage(),
                earlier ? told.time() : bad.time(),
                earlier ? told.coverage() : heap(bad).coverage(),
                Optional.empty(),
                told.cause(),
                told.text(),
                told.evidence());
    }

    private static CauseOfLoss cause(RecordedReading good, RecordedReading bad) {
        if (bad.events().isEmpty()) {
            return new CauseOfLoss(Cause.UNKNOWN, "the recorder did not run at that time", List.of());
        }
        Interval interval = new Interval(
                bad.events(),
                ProcessReading.none(),
                ProcessReading.none(),
                heap(bad).hugePage());
        Bytes lost = less(heap(good).huge(), heap(bad).huge());
        if (lost.isZero()) {
            return CauseOfLoss.ofGrowth(less(heap(bad).resident(), heap(good).resident()), interval);
        }
        return CauseOfLoss.ofLoss(lost, less(heap(good).resident(), heap(bad).resident()), interval);
    }

    private static Bytes less(Bytes one, Bytes other) {
        return one.compareTo(other) > 0 ? one.minus(other) : Bytes.ZERO;
    }

    private Optional<HeapPast.Before> before(Instant first) {
        return others.values().stream()
                .filter(reading -> reading.time().isBefore(first))
                .max(Comparator.comparing(RecordedReading::time))
                .filter(reading -> heap(reading).coverage() >= HeapPast.NONE)
                .map(reading -> new HeapPast.Before(
                        reading.pid(), reading.time(), heap(reading).coverage()));
    }
}
