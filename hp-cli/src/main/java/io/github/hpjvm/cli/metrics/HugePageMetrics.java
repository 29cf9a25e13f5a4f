package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Computes the metrics of a host and its JVMs from facts. Pure: the same facts give the same metrics. */
final class HugePageMetrics {
    private static final double MILLIS = 1000;

    private HugePageMetrics() {}

    /**
     * Returns the metrics.
     *
     * @param declared names of services that JVMs declare, by PID
     * @param given names that the user gave, by PID or by the name that the JVM would have otherwise
     */
    public static List<MetricSnapshot> of(Facts facts, Map<Long, String> declared, Map<String, String> given) {
        List<Advice> advices = new ArrayList<>();
        Sums failed = new Sums();
        failed.add(Labels.EMPTY, 0);
        for (Jvm jvm : facts.jvms()) {
            try {
                advices.add(Advisor.advise(facts, jvm));
            } catch (RuntimeException e) {
                // Facts of a hostile JVM must not hide the other JVMs.
                failed.add(Labels.EMPTY, 1);
            }
        }
        List<MetricSnapshot> all = new ArrayList<>();
        all.addAll(JvmMetrics.of(advices, ServiceNames.of(facts.jvms(), declared, given)));
        all.addAll(HostMetrics.of(facts.host()));
        all.addAll(RestartMetrics.of(advices, facts.host()));
        all.add(failed.gauge("hpjvm_failed_jvms", "JVMs without metrics, because of a defect of hp-cli."));
        Sums lastRun = new Sums();
        lastRun.add(Labels.EMPTY, facts.takenAt().toEpochMilli() / MILLIS);
        all.add(lastRun.gauge("hpjvm_last_run_timestamp_seconds", "Time of the last reading, in seconds since 1970."));
        return all;
    }

    /** The same with the duration of the reading in seconds, without metrics that have no values. */
    static MetricSnapshots withDuration(List<MetricSnapshot> metrics, double seconds) {
        List<MetricSnapshot> all = new ArrayList<>(metrics);
        all.add(sum(seconds)
                .gauge("hpjvm_scrape_duration_seconds", "Time that hp-cli took to read and judge everything."));
        all.removeIf(metric -> metric.getDataPoints().isEmpty());
        return new MetricSnapshots(all);
    }

    /** The same with the state of the readings. */
    static MetricSnapshots with(List<MetricSnapshot> metrics, double seconds, Backoff backoff, long readings) {
        List<MetricSnapshot> all = new ArrayList<>(metrics);
        Sums rarer = new Sums();
        rarer.add(Labels.of("resource", "cpu"), backoff.forCpu() ? 1 : 0);
        rarer.add(Labels.of("resource", "memory"), backoff.forMemory() ? 1 : 0);
        all.add(rarer.gauge(
                "hpjvm_backoff", "1 while hp-cli reads the JVMs more rarely, because the host lacks this resource."));
        all.add(readings(readings));
        return withDuration(all, seconds);
    }

    /** The metrics before the first reading is complete. */
    static MetricSnapshots beforeFirst() {
        return new MetricSnapshots(List.of(readings(0)));
    }

    private static MetricSnapshot readings(long count) {
        return sum(count).counter("hpjvm_readings", "Complete readings of all JVMs since hp-cli was started.");
    }

    private static Sums sum(double value) {
        Sums one = new Sums();
        one.add(Labels.EMPTY, value);
        return one;
    }
}
