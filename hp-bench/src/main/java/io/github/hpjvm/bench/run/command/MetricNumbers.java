package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.run.slice.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The numbers of one metric of a program.
 *
 * @param values in the order of loads
 * @param unit of all values; empty if unknown, or if they have several
 */
record MetricNumbers(List<Double> values, String unit) {
    MetricNumbers {
        values = List.copyOf(values);
    }

    static MetricNumbers of(PrintedNumber one) {
        return new MetricNumbers(List.of(one.value()), one.unit());
    }

    /** These numbers and those of later loads. */
    MetricNumbers and(MetricNumbers later) {
        List<Double> all = new ArrayList<>(values);
        all.addAll(later.values);
        return new MetricNumbers(all, unit.equals(later.unit) ? unit : "");
    }

    /** The reading of a run, as the score of the same run: the median of turns, else the mean of loads. */
    Reading reading(boolean turns) {
        OptionalDouble median =
                Median.of(values.stream().map(OptionalDouble::of).toList());
        OptionalDouble mean = values.stream().mapToDouble(Double::doubleValue).average();
        return new Reading((turns ? median : mean).orElse(Double.NaN), unit, turns ? values : List.of());
    }
}
