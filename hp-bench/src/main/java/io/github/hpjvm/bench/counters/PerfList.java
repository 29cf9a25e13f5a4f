package io.github.hpjvm.bench.counters;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The events that {@code perf list} prints: those of the kernel and those of perf's own tables for this CPU
 * (perf-list(1)).
 *
 * @param names in lower case
 */
public record PerfList(Set<String> names) {
    private static final String INDENT = "  ";

    public PerfList {
        names = Set.copyOf(names);
    }

    /**
     * Parses the list. Names are indented by two columns, with {@code OR} between names of one event and the kind in
     * brackets at the end; deeper lines are descriptions. Metrics follow the events, and their names look alike.
     */
    public static PerfList parse(String text) {
        return new PerfList(text.lines()
                .takeWhile(line -> !line.startsWith("Metric"))
                .filter(line -> line.startsWith(INDENT) && line.length() > INDENT.length())
                .filter(line -> !Character.isWhitespace(line.charAt(INDENT.length())))
                .map(line -> line.contains("[") ? line.substring(0, line.indexOf('[')) : line)
                .flatMap(names -> Stream.of(names.split(" OR ")))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> PerfEvents.plain(name).toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns whether the list contains the event, ignoring case. */
    public boolean has(String event) {
        return names.contains(event.toLowerCase(Locale.ROOT));
    }
}
