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
 * @param cpu name of the CPU; empty if the table does not contain it
 * @param chosen events of the table that can be counted, in its order
 * @param missing events that the table has for this CPU and that are not counted
 */
public record EventChoice(Optional<String> cpu, List<Event> chosen, List<Event> missing) {

    public EventChoice {
        chosen = List.copyOf(chosen);
        missing = List.copyOf(missing);
    }

    /**
     * Chooses the CPU's own events, and perf's generic names for meanings without one.
     *
     * @param cpu empty if /proc/cpuinfo does not identify it
     * @param listed events that perf names; other events are counted by their code
     * @param counts whether an event can be counted
     */
    public static EventChoice of(Optional<CpuModel> cpu, PerfList listed, Predicate<Event> counts) {
        Optional<EventTable.Kind> kind = cpu.flatMap(EventTable::kind);
        List<Event> own = new ArrayList<>(EventTable.events(EventTable.ALL));
        kind.ifPresent(it -> own.addAll(EventTable.events(it.events())));
        List<Event> chosen = new ArrayList<>();
        List<Event> missing = new ArrayList<>();
        for (Event event : own) {
            Optional<Event> known = listed.has(event.name()) ? Optional.of(event) : event.byCode();
            known.filter(counts).ifPresentOrElse(chosen::add, () -> missing.add(event));
        }
        Set<Meaning> covered = covered(chosen);
        for (Event alias : EventTable.events(EventTable.ALIAS)) {
            if (!covered.contains(alias.meaning()) && listed.has(alias.name()) && counts.test(alias)) {
                chosen.add(alias);
            }
        }
        return new EventChoice(kind.map(EventTable.Kind::name), chosen, missing);
    }

    /** The meanings that the events cover: walks to pages of either size add up to all walks. */
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

    /** What perf is given to count the chosen events. */
    public List<String> specs() {
        return chosen.stream().map(Event::spec).toList();
    }

    /** Describes the CPU, the chosen events and the missing ones. */
    public String text() {
        return cpu.orElse("CPU not in the event table") + ": " + String.join(", ", names())
                + (missing.isEmpty()
                        ? ""
                        : "; not available in perf on this host: "
                                + missing.stream().map(Event::name).collect(Collectors.joining(", ")));
    }
}
