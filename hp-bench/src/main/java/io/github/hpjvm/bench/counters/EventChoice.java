package io.github.hpjvm.bench.counters;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The events that are counted on this host.
 *
 * @param cpu what the CPU is called; empty if the table does not know it
 * @param chosen events of the table that can be counted, in its order
 * @param missing events that the table has for this CPU and that are left out
 */
public record EventChoice(Optional<String> cpu, List<Event> chosen, List<Event> missing) {

    public EventChoice {
        chosen = List.copyOf(chosen);
        missing = List.copyOf(missing);
    }

    /**
     * Chooses the CPU's own events, and perf's generic names for what they leave open.
     *
     * @param cpu empty if /proc/cpuinfo does not tell
     * @param listed what perf names; the rest is left out
     * @param counts whether an event that is named can be counted; asked of no other
     */
    public static EventChoice of(Optional<Cpu> cpu, PerfList listed, Predicate<String> counts) {
        Optional<EventTable.Kind> kind = cpu.flatMap(EventTable::kind);
        List<Event> own = new ArrayList<>(EventTable.events(EventTable.ALL));
        kind.ifPresent(it -> own.addAll(EventTable.events(it.events())));
        List<Event> chosen = new ArrayList<>();
        List<Event> missing = new ArrayList<>();
        for (Event event : own) {
            (listed.has(event.name()) && counts.test(event.name()) ? chosen : missing).add(event);
        }
        Set<Meaning> covered = covered(chosen);
        for (Event alias : EventTable.events(EventTable.ALIAS)) {
            if (!covered.contains(alias.meaning()) && listed.has(alias.name()) && counts.test(alias.name())) {
                chosen.add(alias);
            }
        }
        return new EventChoice(kind.map(EventTable.Kind::name), chosen, missing);
    }

    /** Walks to pages of either size make up all walks. */
    private static Set<Meaning> covered(List<Event> events) {
        Set<Meaning> covered = events.stream()
                .map(Event::meaning)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Meaning.class)));
        if (covered.containsAll(Set.of(Meaning.DATA_WALKS_4K, Meaning.DATA_WALKS_2M))) {
            covered.add(Meaning.DATA_WALKS);
        }
        return covered;
    }

    /** perf's names of the chosen events. */
    public List<String> names() {
        return chosen.stream().map(Event::name).toList();
    }

    /** For people: which CPU, which events, and which are left out. */
    public String text() {
        return cpu.orElse("a CPU that the event table does not know") + ": " + String.join(", ", names())
                + (missing.isEmpty()
                        ? ""
                        : "; left out, perf does not have them here: "
                                + missing.stream().map(Event::name).collect(Collectors.joining(", ")));
    }
}
