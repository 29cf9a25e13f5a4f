package io.github.hpjvm.bench.evidence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A figure that a workload reports in addition to the score. The components are members of results.json.
 *
 * @param value NaN if there is none
 * @param unit of the value, such as {@code ms}; empty for a count, and if it is unknown
 * @param turns the value in each turn of a server; null for others, and in files of earlier versions
 */
public record Reading(double value, String unit, @Nullable List<Double> turns) {
    public Reading {
        turns = turns == null || turns.isEmpty() ? null : List.copyOf(turns);
    }

    /** A reading of a whole fork. */
    public Reading(double value, String unit) {
        this(value, unit, null);
    }

    /** The value in each turn; empty without turns. */
    public List<Double> ofTurns() {
        return turns == null ? List.of() : turns;
    }
}
