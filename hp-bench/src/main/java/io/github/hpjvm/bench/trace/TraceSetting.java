package io.github.hpjvm.bench.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A value of a file in an instance of tracefs.
 *
 * @param file its path below the instance, such as {@code buffer_size_kb}
 */
public record TraceSetting(String file, String value) {
    /**
     * Returns the settings of a trace, in their order: its events come last.
     *
     * <p>All threads are one value. {@code trace_pid_write} of Linux parses any number of IDs, and
     * {@code event_pid_write} (kernel/trace/trace_events.c) waits after each write until all CPUs use the new list.
     *
     * @param threads threads to trace, and threads that they will start; empty for all
     * @param bufferKib the size of each CPU's buffer
     */
    public static List<TraceSetting> all(TracePoints points, Set<Long> threads, int bufferKib) {
        List<TraceSetting> settings = new ArrayList<>();
        // The clock of System.nanoTime.
        settings.add(new TraceSetting("trace_clock", "mono"));
        settings.add(new TraceSetting("buffer_size_kb", Integer.toString(bufferKib)));
        if (!threads.isEmpty()) {
            settings.add(new TraceSetting("options/event-fork", "1"));
            settings.add(new TraceSetting(
                    "set_event_pid",
                    new TreeSet<>(threads).stream().map(String::valueOf).collect(Collectors.joining(" "))));
        }
        for (String event : points.wanted()) {
            String folder = "events/" + event.replace(':', '/');
            points.filter(event).ifPresent(filter -> settings.add(new TraceSetting(folder + "/filter", filter)));
            settings.add(new TraceSetting(folder + "/enable", "1"));
        }
        return settings;
    }
}
