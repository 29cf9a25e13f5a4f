package io.github.hpjvm.bench.counters;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Derives TLB figures from counts. Each figure is the sum of several events, such as the walks of loads and those of
 * stores. If one of them was not counted in an interval, the figure of the interval is unknown: the sum of the others
 * would look like a small figure.
 */
public final class TlbMeter {
    private final EventChoice choice;

    /** @param choice the events that are counted */
    public TlbMeter(EventChoice choice) {
        this.choice = choice;
    }

    /** The figures of one interval. */
    public TlbFigures figures(IntervalCounts interval) {
        return figures(interval, events());
    }

    /**
     * The figures of all intervals together, from those in which all events were counted. Events that were never
     * counted do not matter. A share is the sum of its parts over the sum of its wholes, so that busy intervals weigh
     * more.
     */
    public TlbFigures summary(List<IntervalCounts> intervals) {
        Set<String> ever = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        intervals.forEach(interval -> ever.addAll(interval.counts().keySet()));
        Set<String> wanted = events();
        wanted.retainAll(ever);
        List<IntervalCounts> whole = intervals.stream()
                .filter(interval -> interval.counts().keySet().containsAll(wanted))
                .toList();
        if (wanted.isEmpty() || whole.isEmpty()) {
            return TlbFigures.unknown(
                    intervals.isEmpty()
                            ? "no interval was completed"
                            : "no event was counted: the target did not run, or other programs use the counters");
        }
        Map<String, Double> counts = new HashMap<>();
        Map<String, Double> running = new HashMap<>();
        double seconds = 0;
        for (IntervalCounts interval : whole) {
            interval.counts().forEach((event, count) -> counts.merge(event, count, Double::sum));
            interval.running().forEach((event, percent) -> running.merge(event, percent, Math::min));
            seconds += interval.seconds();
        }
        double end = intervals.get(intervals.size() - 1).end();
        return figures(new IntervalCounts(end, seconds, counts, running), wanted);
    }

    private Set<String> events() {
        Set<String> events = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        choice.chosen().forEach(event -> events.add(event.name()));
        return events;
    }

    /** @param wanted events without which a figure would be a part of itself */
    private TlbFigures figures(IntervalCounts interval, Set<String> wanted) {
        Map<String, Double> complete = complete(interval.counts(), wanted);
        TlbRatios ratios = TlbRatios.of(choice, complete, interval.running());
        Map<TlbFigure, Double> values = new EnumMap<>(TlbFigure.class);
        put(values, TlbFigure.WALK_CYCLES_SHARE, ratios.walkCycleShare());
        put(values, TlbFigure.DTLB_MPKI, ratios.dataWalksPer1000Instructions());
        put(values, TlbFigure.ITLB_MPKI, ratios.codeWalksPer1000Instructions());
        put(values, TlbFigure.HUGE_WALK_SHARE, ratios.largePageWalkShare());
        if (interval.seconds() > 0) {
            put(values, TlbFigure.DTLB_MISSES, over(ratios.dataWalksPerOp(), interval.seconds()));
            put(values, TlbFigure.ITLB_MISSES, over(ratios.codeWalksPerOp(), interval.seconds()));
            put(values, TlbFigure.WALK_MEMORY_LOADS, over(ratios.walkerMemoryLoadsPerOp(), interval.seconds()));
        }
        Map<TlbFigure, String> reasons = new EnumMap<>(TlbFigure.class);
        for (TlbFigure figure : TlbFigure.values()) {
            if (!values.containsKey(figure)) {
                reasons.put(figure, reason(figure));
            }
        }
        return new TlbFigures(interval.end(), interval.seconds(), values, reasons, ratios.notes());
    }

    /** The counts of complete meanings: if one event of a meaning was not counted, its other events are removed. */
    private Map<String, Double> complete(Map<String, Double> counts, Set<String> wanted) {
        Set<Meaning> partial = choice.chosen().stream()
                .filter(event -> wanted.contains(event.name()) && !counts.containsKey(event.name()))
                .map(Event::meaning)
                .collect(Collectors.toCollection(HashSet::new));
        Map<String, Double> complete = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        complete.putAll(counts);
        choice.chosen().stream()
                .filter(event -> partial.contains(event.meaning()))
                .forEach(event -> complete.remove(event.name()));
        return complete;
    }

    /** The reason of the first missing part of a figure. */
    private String reason(TlbFigure figure) {
        String cpu = choice.cpu().orElse("this CPU, which is not in the event table,");
        for (Meaning meaning : figure.needed()) {
            if (has(choice.chosen(), meaning)) {
                continue;
            }
            if (has(choice.missing(), meaning)) {
                return "perf cannot count " + names(choice.missing(), meaning) + " on this host";
            }
            return cpu + " has no event that counts " + figure.counted();
        }
        return "not counted: the target did not run, or other events used the counters";
    }

    private static boolean has(List<Event> events, Meaning meaning) {
        return events.stream().anyMatch(event -> counts(event, meaning));
    }

    private static String names(List<Event> events, Meaning meaning) {
        return events.stream()
                .filter(event -> counts(event, meaning))
                .map(Event::name)
                .collect(Collectors.joining(", "));
    }

    /** Walks to pages of each size add up to all walks. */
    private static boolean counts(Event event, Meaning meaning) {
        return event.meaning() == meaning || meaning == Meaning.DATA_WALKS && event.meaning() == Meaning.DATA_WALKS_4K;
    }

    private static OptionalDouble over(OptionalDouble count, double seconds) {
        return count.isPresent() ? OptionalDouble.of(count.getAsDouble() / seconds) : count;
    }

    private static void put(Map<TlbFigure, Double> values, TlbFigure figure, OptionalDouble value) {
        Optional.of(value).filter(OptionalDouble::isPresent).ifPresent(it -> values.put(figure, it.getAsDouble()));
    }
}
