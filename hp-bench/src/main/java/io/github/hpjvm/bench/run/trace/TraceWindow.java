package io.github.hpjvm.bench.run.trace;

import io.github.hpjvm.bench.trace.StallCollector;
import io.github.hpjvm.bench.trace.TraceEvent;
import io.github.hpjvm.bench.trace.TraceMeasurement;
import io.github.hpjvm.bench.trace.TracePoints;
import io.github.hpjvm.bench.trace.TracerLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The events between two readings of the counters. Lines come on a thread of the tracer. */
final class TraceWindow {
    /** Events while the counters are read: milliseconds. */
    private static final int MOST_EARLY = 1 << 16;

    private final TracePoints points;
    private final TracerLines lines;
    private Optional<StallCollector> collector = Optional.empty();
    private final List<TraceEvent> early = new ArrayList<>();
    private Optional<String> firstMessage = Optional.empty();
    private long finish = Long.MAX_VALUE;
    private long lost;
    private long lostBefore;
    private boolean held;

    TraceWindow(TracePoints points, TracerLines lines) {
        this.points = points;
        this.lines = lines;
    }

    /** Counts events from this time on. */
    synchronized void begin(long nanos) {
        StallCollector begun = new StallCollector(points, nanos);
        early.forEach(begun::accept);
        early.clear();
        collector = Optional.of(begun);
    }

    /** Holds events back until {@link #cut}: those after the reading of the counters are of the next interval. */
    synchronized void hold() {
        held = true;
    }

    /** Ends an interval at this time. Returns what was measured in it. */
    synchronized TraceMeasurement cut(long nanos) {
        StallCollector begun = begun();
        early.stream().filter(event -> event.nanos() <= nanos).forEach(begun::accept);
        TraceMeasurement measured = begun.cut(nanos);
        early.stream().filter(event -> event.nanos() > nanos).forEach(begun::accept);
        early.clear();
        held = false;
        return measured;
    }

    /** Returns what was measured since the last cut, after {@link #measured}. */
    synchronized TraceMeasurement rest() {
        return begun().cut(finish);
    }

    /** Returns the number of events that the tracer lost since the last call. */
    synchronized long newlyLost() {
        long more = lost - lostBefore;
        lostBefore = lost;
        return more;
    }

    /** Ignores events after this time. */
    synchronized void finish(long nanos) {
        finish = nanos;
    }

    /** Takes a line of the tracer's stdout. */
    synchronized void line(String line) {
        Optional<TraceEvent> event = lines.event(line);
        if (collector.isEmpty()) {
            if (early.size() == MOST_EARLY) {
                early.clear();
            }
            event.ifPresent(early::add);
            return;
        }
        lose(lines.lost(line));
        if (event.isPresent() && event.get().nanos() <= finish) {
            if (held && early.size() < MOST_EARLY) {
                early.add(event.get());
            } else {
                collector.get().accept(event.get());
            }
        }
    }

    /** Takes a line of the tracer's stderr. */
    synchronized void message(String line) {
        if (firstMessage.isEmpty() && !line.isBlank()) {
            firstMessage = Optional.of(line.strip());
        }
        lose(lines.lost(line));
    }

    /** The begin of an event before the loss is no begin of one after it. */
    private void lose(long missing) {
        if (missing > 0) {
            lost += missing;
            early.clear();
            collector.ifPresent(StallCollector::forget);
        }
    }

    synchronized Optional<String> firstMessage() {
        return firstMessage;
    }

    synchronized long lost() {
        return lost;
    }

    synchronized TraceMeasurement measured() {
        return begun().result();
    }

    private StallCollector begun() {
        return collector.orElseThrow(() -> new IllegalStateException("not begun"));
    }
}
