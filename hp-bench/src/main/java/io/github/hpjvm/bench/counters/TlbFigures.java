package io.github.hpjvm.bench.counters;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of one interval, or of all intervals together.
 *
 * @param end seconds from the start of the measurement to the end of the interval
 * @param seconds length of the interval
 * @param values the figures that are known
 * @param reasons for each other figure the reason why it is unknown
 * @param notes limitations of the figures, a sentence each
 */
public record TlbFigures(
        double end, double seconds, Map<TlbFigure, Double> values, Map<TlbFigure, String> reasons, List<String> notes) {

    public TlbFigures {
        values = ordered(values);
        reasons = ordered(reasons);
        notes = List.copyOf(notes);
    }

    /** Figures that are all unknown, for the same reason. */
    public static TlbFigures unknown(String reason) {
        Map<TlbFigure, String> reasons = new EnumMap<>(TlbFigure.class);
        for (TlbFigure figure : TlbFigure.values()) {
            reasons.put(figure, reason);
        }
        return new TlbFigures(0, 0, Map.of(), reasons, List.of());
    }

    /** The figure; empty if unknown. */
    public Optional<Double> value(TlbFigure figure) {
        return Optional.ofNullable(values.get(figure));
    }

    /** The reason why the figure is unknown; empty if it is known. */
    public Optional<String> reason(TlbFigure figure) {
        return Optional.ofNullable(reasons.get(figure));
    }

    /** Returns whether no figure is known. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    private static <V> Map<TlbFigure, V> ordered(Map<TlbFigure, V> map) {
        Map<TlbFigure, V> ordered = new EnumMap<>(TlbFigure.class);
        ordered.putAll(map);
        return Collections.unmodifiableMap(ordered);
    }
}
