package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.read.RepeatedFacts;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Reads this host and its JVMs, and makes metrics of the facts. For one thread. */
final class Scrape {
    private static final double NANOS = 1e9;

    private final IntFunction<RepeatedFacts.Reading> facts;
    private final Map<String, String> given;
    private final LongSupplier clock;
    private final Supplier<Pressures> pressures;
    private final Backoff backoff = new Backoff();
    private long readings;
    private int jvms;
    private Duration took = Duration.ZERO;

    /**
     * Creates a scrape.
     *
     * @param given names that the user gave, by PID or by the name that the JVM would have otherwise
     * @param pressures reads the pressure on this host
     */
    Scrape(RepeatedFacts facts, Map<String, String> given, Supplier<Pressures> pressures) {
        this(facts::take, given, System::nanoTime, pressures);
    }

    Scrape(
            IntFunction<RepeatedFacts.Reading> facts,
            Map<String, String> given,
            LongSupplier clock,
            Supplier<Pressures> pressures) {
        this.facts = facts;
        this.given = Map.copyOf(given);
        this.clock = clock;
        this.pressures = pressures;
    }

    /** Returns the present metrics. */
    MetricSnapshots metrics() {
        long start = clock.getAsLong();
        backoff.observe(pressures.get());
        RepeatedFacts.Reading reading = facts.apply(backoff.patience());
        jvms = reading.facts().jvms().size();
        var metrics = HugePageMetrics.of(reading.facts(), reading.services(), given);
        took = Duration.ofNanos(clock.getAsLong() - start);
        double seconds = took.toNanos() / NANOS;
        return HugePageMetrics.with(metrics, seconds, backoff, ++readings);
    }

    /** Returns the least time from the end of the last reading to the begin of the next one. */
    Duration pause() {
        return backoff.pause(took);
    }

    /** Returns what to tell the user once, if the pause has changed; else an empty text. */
    String news() {
        return backoff.news();
    }

    /** Returns the number of JVMs in the last reading. */
    int jvms() {
        return jvms;
    }

    /** Returns the duration of the last reading. */
    Duration took() {
        return took;
    }

    /** Returns nanoseconds of a clock that only moves forward. */
    long now() {
        return clock.getAsLong();
    }

    /** Returns whether a reading that ended at that time is old enough for another one. */
    boolean isDue(long ended) {
        return now() - ended >= TimeUnit.MILLISECONDS.toNanos(pause().toMillis());
    }
}
