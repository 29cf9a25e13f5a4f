package io.github.hpjvm.bench.counters;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * TLB figures that are derived from the counters of one run. A figure is empty if an event that it needs was not
 * counted. The components are members of results.json.
 *
 * @param dataWalksPerOp misses of all levels for loads and stores, per operation
 * @param codeWalksPerOp misses of all levels for instructions, per operation
 * @param walkCycleShare cycles with an active walk as a share of all cycles. Walks for loads, stores and instructions are
 *     added; overlapping walks count twice
 * @param walkerMemoryLoadsPerOp loads of the page walker that went to memory, per operation
 * @param largePageWalkShare walks to pages of 2 MiB and 1 GiB as a share of data walks
 * @param notes limitations of the figures, a sentence each
 */
public record TlbRatios(
        OptionalDouble dataWalksPerOp,
        OptionalDouble dataWalksPer1000Instructions,
        OptionalDouble codeWalksPerOp,
        OptionalDouble codeWalksPer1000Instructions,
        OptionalDouble walkCycleShare,
        OptionalDouble walkerMemoryLoadsPerOp,
        OptionalDouble largePageWalkShare,
        List<String> notes) {
    private static final double WHOLE = 99.95;

    public TlbRatios {
        notes = List.copyOf(notes);
    }

    /**
     * Derives the figures.
     *
     * @param perOperation counts by perf's name; names that are not in the table are ignored
     * @param running per cent of the time that an event was counted, for events that were not counted all the time
     */
    public static TlbRatios of(Map<String, Double> perOperation, Map<String, Double> running) {
        Map<String, Double> counted = plain(perOperation);
        return of(ownEvents(counted.keySet()), counted, running);
    }

    /**
     * Derives the figures.
     *
     * @param choice the events that are counted on this CPU
     * @param counts by perf's name
     * @param running as above
     */
    static TlbRatios of(EventChoice choice, Map<String, Double> counts, Map<String, Double> running) {
        List<Event> own = new ArrayList<>(choice.chosen());
        own.addAll(choice.missing());
        return of(own, plain(counts), running);
    }

    private static TlbRatios of(List<Event> own, Map<String, Double> counted, Map<String, Double> running) {
        Map<Meaning, Double> sums = sums(own, counted);
        OptionalDouble bySize =
                sum(sums, EnumSet.of(Meaning.DATA_WALKS_4K, Meaning.DATA_WALKS_2M), Meaning.DATA_WALKS_1G);
        OptionalDouble data = bySize.isPresent() ? bySize : get(sums, Meaning.DATA_WALKS);
        OptionalDouble code = get(sums, Meaning.CODE_WALKS);
        OptionalDouble instructions = get(sums, Meaning.INSTRUCTIONS);
        OptionalDouble cycles = sum(sums, EnumSet.of(Meaning.DATA_WALK_CYCLES), Meaning.CODE_WALK_CYCLES);
        OptionalDouble large = sums.containsKey(Meaning.DATA_WALKS_2M)
                ? OptionalDouble.of(sums.get(Meaning.DATA_WALKS_2M) + sums.getOrDefault(Meaning.DATA_WALKS_1G, 0.0))
                : OptionalDouble.empty();
        return new TlbRatios(
                data,
                thousandfold(over(data, instructions)),
                code,
                thousandfold(over(code, instructions)),
                over(cycles, get(sums, Meaning.CYCLES)),
                sum(sums, EnumSet.of(Meaning.DATA_WALK_MEMORY), Meaning.CODE_WALK_MEMORY),
                over(large, bySize),
                notes(own, counted.keySet(), sums, running));
    }

    /** Returns whether all figures are empty. */
    public boolean isEmpty() {
        return dataWalksPerOp.isEmpty()
                && codeWalksPerOp.isEmpty()
                && walkCycleShare.isEmpty()
                && walkerMemoryLoadsPerOp.isEmpty();
    }

    /** Removes modifiers; adds the counts of both kinds of cores. */
    private static Map<String, Double> plain(Map<String, Double> counts) {
        Map<String, Double> plain = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        counts.forEach((event, count) -> plain.merge(PerfEvents.plain(event), count, Double::sum));
        return plain;
    }

    /** The events that the run could have had: those of the best matching CPU, and the generic ones. */
    private static List<Event> ownEvents(Set<String> counted) {
        Optional<String> cpu = EventTable.events().stream()
                .map(Event::cpu)
                .distinct()
                .filter(it -> !it.equals(EventTable.ALL) && !it.equals(EventTable.ALIAS))
                .filter(it -> fitting(it, counted) > 0)
                .max(Comparator.comparingDouble(it -> fitting(it, counted)));
        List<Event> own = new ArrayList<>(EventTable.events(EventTable.ALL));
        cpu.ifPresent(it -> own.addAll(EventTable.events(it)));
        // All are chosen before one is added: the generic events of loads and of stores have the same meaning.
        List<Event> aliases = EventTable.events(EventTable.ALIAS).stream()
                .filter(alias -> counted.contains(alias.name()))
                .filter(alias -> own.stream()
                        .noneMatch(event -> event.meaning() == alias.meaning() && counted.contains(event.name())))
                .toList();
        own.addAll(aliases);
        return own;
    }

    /** Ranks a CPU by its number of counted events; for equal numbers a shorter list ranks higher. */
    private static double fitting(String cpu, Set<String> counted) {
        List<Event> events = EventTable.events(cpu);
        long found =
                events.stream().filter(event -> counted.contains(event.name())).count();
        return found == 0 ? 0 : found + 1.0 / (1 + events.size());
    }

    private static Map<Meaning, Double> sums(List<Event> own, Map<String, Double> counted) {
        Map<Meaning, Double> sums = new EnumMap<>(Meaning.class);
        own.stream()
                .filter(event -> counted.containsKey(event.name()))
                .forEach(event -> sums.merge(event.meaning(), counted.get(event.name()), Double::sum));
        return sums;
    }

    private static List<String> notes(
            List<Event> own, Set<String> counted, Map<Meaning, Double> sums, Map<String, Double> running) {
        List<String> notes = new ArrayList<>();
        Set<Meaning> generic = own.stream()
                .filter(event -> event.cpu().equals(EventTable.ALIAS))
                .map(Event::meaning)
                .collect(Collectors.toSet());
        String gaps = own.stream()
                .filter(event -> sums.containsKey(event.meaning()) && !generic.contains(event.meaning()))
                .filter(event -> !counted.contains(event.name()))
                .map(Event::name)
                .collect(Collectors.joining(", "));
        if (!gaps.isEmpty()) {
            notes.add("partial: " + gaps + " not counted, sums are lower bounds");
        }
        if (sums.containsKey(Meaning.DATA_WALK_CYCLES) && !sums.containsKey(Meaning.CODE_WALK_CYCLES)) {
            notes.add("walk cycles cover data only");
        }
        if (own.stream().anyMatch(event -> event.cpu().equals(EventTable.ALIAS) && counted.contains(event.name()))) {
            notes.add("perf's generic TLB events: on some CPUs they count misses of the first level, which are not"
                    + " walks");
        }
        running.values().stream()
                .filter(percent -> percent < WHOLE)
                .min(Comparator.naturalOrder())
                .ifPresent(least -> notes.add(String.format(
                        Locale.ROOT,
                        "multiplexed: more events than counters, each was counted for %.0f %% of the time or more and"
                                + " scaled up",
                        least)));
        return notes;
    }

    private static OptionalDouble sum(Map<Meaning, Double> sums, Set<Meaning> needed, Meaning further) {
        return sums.keySet().containsAll(needed)
                ? OptionalDouble.of(needed.stream().mapToDouble(sums::get).sum() + sums.getOrDefault(further, 0.0))
                : OptionalDouble.empty();
    }

    private static OptionalDouble get(Map<Meaning, Double> sums, Meaning meaning) {
        return sums.containsKey(meaning) ? OptionalDouble.of(sums.get(meaning)) : OptionalDouble.empty();
    }

    private static OptionalDouble over(OptionalDouble part, OptionalDouble whole) {
        return part.isPresent() && whole.isPresent() && whole.getAsDouble() > 0
                ? OptionalDouble.of(part.getAsDouble() / whole.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OptionalDouble thousandfold(OptionalDouble ratio) {
        return ratio.isPresent() ? OptionalDouble.of(1000 * ratio.getAsDouble()) : ratio;
    }
}
