package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.HostReading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides which readings are kept for ten days: one of five minutes, with all JVMs. A JVM with an alert has a reading of its
 * own at the end of the minute, so that the time of a loss is exact, and alerts without end cost little. Pure.
 */
final class CoarseReadings {
    static final Duration SCHEDULE = Duration.ofMinutes(5);
    static final Duration PAUSE = Duration.ofMinutes(1);

    /** JVMs of one reading off the schedule: those of one user must not take the space of the others. */
    static final int MOST_JVMS = 8;

    /** Alerts of one JVM in a reading. Of more alerts the first ones are kept. */
    static final int MOST_ALERTS = 8;

    /** The JVM that waits for the longest time is the first. */
    private final Map<Long, List<Alert>> waiting = new LinkedHashMap<>();

    /** The begin of the minute in which {@link #ended} JVMs ended with alerts. */
    private Instant endings = Instant.MIN;

    private int ended;
    private Instant scheduled = Instant.MIN;
    private Instant written = Instant.MIN;
    private Optional<HostReading> last = Optional.empty();

    /**
     * A reading to keep.
     *
     * @param pids its JVMs
     * @param events increases of the counters of the host since the last reading of all JVMs that was kept
     * @param alerts the alerts that no earlier reading has
     */
    record Kept(Set<Long> pids, Map<String, Long> events, Map<Long, List<Alert>> alerts) {}

    /** Adds a reading, and returns what to keep now. */
    Optional<Kept> add(Instant now, HostReading reading, Set<Long> pids, Map<Long, List<Alert>> alerts) {
        alerts.forEach((pid, fresh) -> {
            if (!fresh.isEmpty()) {
                List<Alert> all = waiting.computeIfAbsent(pid, any -> new ArrayList<>());
                fresh.stream().limit(MOST_ALERTS - all.size()).forEach(all::add);
            }
        });
        waiting.keySet().retainAll(pids);
        boolean due = Intervals.isOver(scheduled, now, SCHEDULE);
        if (!due && (waiting.isEmpty() || !Intervals.isOver(written, now, PAUSE))) {
            return Optional.empty();
        }
        Set<Long> kept = new TreeSet<>(pids);
        if (!due) {
            kept.clear();
            waiting.keySet().stream().limit(MOST_JVMS).forEach(kept::add);
        }
        Map<Long, List<Alert>> told = take(kept);
        Map<String, Long> events =
                last.map(before -> HostReading.events(reading.since(before))).orElse(Map.of());
        written = now;
        if (due) {
            scheduled = now;
            last = Optional.of(reading);
        }
        return Optional.of(new Kept(kept, events, told));
    }

    /** Returns the alerts of a JVM that has ended; empty if it has none, or if too many such JVMs ended in this minute. */
    Optional<Kept> ended(Instant now, long pid, List<Alert> late) {
        List<Alert> all = new ArrayList<>(waiting.getOrDefault(pid, List.of()));
        waiting.remove(pid);
        late.stream().limit(MOST_ALERTS - all.size()).forEach(all::add);
        if (Intervals.isOver(endings, now, PAUSE)) {
            endings = now;
            ended = 0;
        }
        return all.isEmpty() || ++ended > MOST_JVMS
                ? Optional.empty()
                : Optional.of(new Kept(Set.of(pid), Map.of(), Map.of(pid, all)));
    }

    /** Returns the alerts that still wait, with their JVMs: for the end, after which no minute begins. */
    Optional<Kept> rest() {
        Set<Long> pids = new TreeSet<>(waiting.keySet());
        return pids.isEmpty() ? Optional.empty() : Optional.of(new Kept(pids, Map.of(), take(pids)));
    }

    private Map<Long, List<Alert>> take(Set<Long> pids) {
        Map<Long, List<Alert>> taken = new HashMap<>(waiting);
        taken.keySet().retainAll(pids);
        waiting.keySet().removeAll(pids);
        return taken;
    }
}
