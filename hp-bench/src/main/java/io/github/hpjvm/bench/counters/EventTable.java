package io.github.hpjvm.bench.counters;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The TLB events of each CPU model: cpus.tsv and events.tsv beside this class. */
public final class EventTable {
    /** Events of every CPU. */
    static final String ALL = "all";

    /** perf's generic names, for meanings without an event of the CPU's own. */
    static final String ALIAS = "alias";

    private static final List<Kind> KINDS = rows("cpus.tsv", 4).stream()
            .map(row -> new Kind(row[0], row[1], row[2]))
            .toList();

    private static final List<Event> EVENTS = rows("events.tsv", 5).stream()
            .map(row -> new Event(row[0], Meaning.named(row[1]), row[2], row[3], row[4]))
            .toList();

    private EventTable() {}

    /**
     * CPUs that have the same events.
     *
     * @param expression that matches {@link CpuModel#id}
     * @param events name in events.tsv
     * @param name product name of the CPU
     */
    record Kind(String expression, String events, String name) {}

    /** The kind of a CPU; empty if no row matches. */
    static Optional<Kind> kind(CpuModel cpu) {
        return KINDS.stream()
                .filter(kind -> cpu.id().matches(kind.expression()))
                .findFirst();
    }

    /** All kinds, in the order of the table. */
    static List<Kind> kinds() {
        return KINDS;
    }

    /** All rows, in the order of the table. */
    static List<Event> events() {
        return EVENTS;
    }

    /** The rows of a CPU, {@link #ALL} or {@link #ALIAS}. */
    static List<Event> events(String cpu) {
        return EVENTS.stream().filter(event -> event.cpu().equals(cpu)).toList();
    }

    private static List<String[]> rows(String resource, int columns) {
        try (InputStream in = EventTable.class.getResourceAsStream(resource);
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<String[]> rows = reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .collect(Collectors.toList());
            rows.forEach(row -> {
                if (row.length != columns) {
                    throw new IllegalStateException(resource + ": row without " + columns + " columns: " + row[0]);
                }
            });
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
