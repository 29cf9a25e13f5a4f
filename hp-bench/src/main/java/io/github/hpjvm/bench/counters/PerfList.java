package io.github.hpjvm.bench.counters;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The events that {@code perf list} names: those of the kernel and those of perf's own tables for this CPU (perf-list(1)).
 *
 * @param names in lower case
 */
public record PerfList(Set<String> names) {
    private static final String INDENT = "  ";

    public PerfList {
        names = Set.copyOf(names);
    }

    /**
     * Names stand two columns in, with {@code OR} between those of one event and its kind in brackets behind; what is
     * further in describes them. Metrics follow the events, and have names of the same kind.
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

    /** Whether the event is named, in whatever case. */
    public boolean has(String event) {
        return names.contains(event.toLowerCase(Locale.ROOT));
    }
}
