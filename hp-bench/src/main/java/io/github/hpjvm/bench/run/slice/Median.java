package io.github.hpjvm.bench.run.slice;

import java.util.List;
import java.util.OptionalDouble;

/** The median of figures. A figure may be unknown. */
public final class Median {
    private Median() {}

    /** The median of the known figures; empty if none is known. */
    public static OptionalDouble of(List<OptionalDouble> figures) {
        double[] sorted = figures.stream()
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
    }
}
