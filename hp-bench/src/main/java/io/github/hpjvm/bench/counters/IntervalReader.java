package io.github.hpjvm.bench.counters;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Collects the lines of {@code perf stat -I -x,} into intervals (perf-stat(1), "CSV FORMAT": time, count, unit, event,
 * time that it was counted, per cent of the time that it was, and more). The count of an event is
 * {@code <not counted>} if the event never had a counter, and {@code <not supported>} if the PMU does not have it.
 */
public final class IntervalReader {
    private static final int EVENT = 3;
    private static final int PERCENT = 5;

    private final int events;
    private final Map<String, Double> counts = new LinkedHashMap<>();
    private final Map<String, Double> running = new LinkedHashMap<>();
    private double end;
    private double before;
    private int lines;
    private final CoreKinds kinds = new CoreKinds();

    /** @param events number of events that perf counts: the interval is complete after as many lines */
    public IntervalReader(int events) {
        this.events = events;
    }

    /** Returns whether a line has the form of a count; other lines are messages of perf. */
    public static boolean isCount(String line) {
        return columns(line).isPresent();
    }

    /**
     * Takes a line.
     *
     * @return the interval that this line completes; empty for most lines
     */
    public Optional<IntervalCounts> take(String line) {
        Optional<String[]> found = columns(line);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        String[] columns = found.get();
        double time = Double.parseDouble(columns[0].strip());
        Optional<IntervalCounts> previous = lines > 0 && time != end ? finish() : Optional.empty();
        end = time;
        lines++;
        add(columns);
        boolean complete = lines == events && !kinds.known();
        return complete && previous.isEmpty() ? finish() : previous;
    }

    /** The interval that the last lines belong to; empty if it has been returned. */
    public Optional<IntervalCounts> finish() {
        if (lines == 0) {
            return Optional.empty();
        }
        counts.keySet().removeIf(kinds::isPartial);
        running.keySet().retainAll(counts.keySet());
        IntervalCounts interval = new IntervalCounts(end, end - before, counts, running);
        before = end;
        lines = 0;
        counts.clear();
        running.clear();
        return Optional.of(interval);
    }

    private void add(String[] columns) {
        String name = columns[EVENT].strip();
        // A CPU with two kinds of cores has a line for each of them: cpu_core/cycles/ and cpu_atom/cycles/.
        kinds.add(name, columns[1]);
        String event = PerfEvents.plain(name);
        try {
            counts.merge(event, Double.parseDouble(columns[1].strip()), Double::sum);
            running.merge(event, Double.parseDouble(columns[PERCENT].strip()), Math::min);
        } catch (NumberFormatException e) {
            // <not counted> or <not supported>
        }
    }

    private static Optional<String[]> columns(String line) {
        String[] columns = line.split(",", -1);
        if (columns.length <= PERCENT
                || columns[EVENT].isBlank()
                || !columns[0].strip().matches("\\d{1,9}\\.\\d{1,9}")
                || !columns[1].strip().matches("\\d{1,18}(?:\\.\\d{1,9})?|<not (?:counted|supported)>")
                || !columns[PERCENT].strip().matches("\\d{1,3}(?:\\.\\d{1,4})?")) {
            return Optional.empty();
        }
        return Optional.of(columns);
    }
}
