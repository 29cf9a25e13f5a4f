package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.read.RepeatedFacts;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads this host and its JVMs for each scrape. Scrapes never run in parallel, and one that begins less than a second
 * after the last one has its result.
 */
final class Scrape {
    private static final long FRESH = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS = 1e9;

    private final Supplier<RepeatedFacts.Reading> facts;
    private final Map<String, String> given;
    private final LongSupplier clock;

    /** The last result; null before the first scrape. */
    private MetricSnapshots last;

    private long takenAt;

    /**
     * Creates a scrape.
     *
     * @param given names that the user gave, by PID or by the name that the JVM would have otherwise
     */
    public Scrape(RepeatedFacts facts, Map<String, String> given) {
        this(facts::take, given, System::nanoTime);
    }

    Scrape(Supplier<RepeatedFacts.Reading> facts, Map<String, String> given, LongSupplier clock) {
        this.facts = facts;
        this.given = Map.copyOf(given);
        this.clock = clock;
    }

    /** Returns the present metrics. */
    public synchronized MetricSnapshots metrics() {
        long start = clock.getAsLong();
        if (last == null || start - takenAt >= FRESH) {
            RepeatedFacts.Reading reading = facts.get();
            var metrics = HugePageMetrics.of(reading.facts(), reading.services(), given);
            takenAt = clock.getAsLong();
            last = HugePageMetrics.withDuration(metrics, (takenAt - start) / NANOS);
        }
        return last;
    }
}
