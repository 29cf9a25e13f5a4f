package io.github.hpjvm.cli.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Values by labels. The values of the same labels are added. What was never added is absent. */
final class Sums {
    private final Map<Labels, Double> values = new TreeMap<>();

    void add(Labels labels, double value) {
        values.merge(labels, value, Double::sum);
    }

    void forEach(BiConsumer<Labels, Double> action) {
        values.forEach(action);
    }

    double get(Labels labels) {
        return values.getOrDefault(labels, 0.0);
    }

    /** The values as a gauge. */
    MetricSnapshot gauge(String name, String help) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        values.forEach((labels, value) -> gauge.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
        return gauge.build();
    }

    /** The values as a counter; the name is without the suffix {@code _total}. */
    MetricSnapshot counter(String name, String help) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
        values.forEach((labels, value) -> counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(labels)
                .value(value)
                .build()));
        return counter.build();
    }
}
