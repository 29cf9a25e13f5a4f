package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.Severity;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** The daemon thread of a check: looks from time to time, and says once when the outcome has changed. */
final class Watch {
    private static final long SURROUNDINGS_NANOS = Duration.ofMinutes(1).toNanos();

    private final long intervalNanos;
    private final List<HealthListener> listeners;
    private final Looker looker;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile Optional<Thread> thread = Optional.empty();
    private volatile boolean closed;
    private Optional<HealthReport> announced = Optional.empty();

    /** Looks once. */
    @FunctionalInterface
    interface Looker {
        /**
         * @param memoryToo whether to look at the memory itself
         * @param surroundingsToo whether to read what changes seldom as well
         */
        HealthReport look(boolean memoryToo, boolean surroundingsToo);
    }

    Watch(Duration interval, List<HealthListener> listeners, Looker looker) {
        this.intervalNanos = interval.toNanos();
        this.listeners = listeners;
        this.looker = looker;
    }

    /**
     * Starts the thread the first time.
     *
     * @param now whether it is to look at once
     */
    void startOrWake(boolean now) {
        if (!closed && started.compareAndSet(false, true)) {
            Thread fresh = new Thread(null, this::run, "hp-jvm health", 0, false);
            fresh.setDaemon(true);
            fresh.setContextClassLoader(null);
            thread = Optional.of(fresh);
            fresh.start();
        } else if (now) {
            thread.filter(t -> t != Thread.currentThread()).ifPresent(LockSupport::unpark);
        }
    }

    void close() {
        closed = true;
        thread.ifPresent(LockSupport::unpark);
    }

    /** Woken before its time it only says what has changed: whoever asks often does not make it look often. */
    private void run() {
        long surroundingsSeen = System.nanoTime() - SURROUNDINGS_NANOS;
        long memorySeen = System.nanoTime() - intervalNanos;
        while (!closed) {
            long now = System.nanoTime();
            boolean memoryToo = now - memorySeen >= intervalNanos;
            boolean surroundingsToo = memoryToo && now - surroundingsSeen >= SURROUNDINGS_NANOS;
            memorySeen = memoryToo ? now : memorySeen;
            surroundingsSeen = surroundingsToo ? now : surroundingsSeen;
            HealthReport report = looker.look(memoryToo, surroundingsToo);
            if (!closed) {
                announce(report);
            }
            LockSupport.parkNanos(this, Math.max(1, memorySeen + intervalNanos - System.nanoTime()));
        }
    }

    /** The first outcome is told of only if there is something to say. */
    private void announce(HealthReport report) {
        Optional<HealthReport> before = announced;
        boolean changed = before.map(b -> !b.hasOutcomeOf(report)).orElse(false);
        announced = changed || before.isEmpty() ? Optional.of(report) : before;
        if (changed || before.isEmpty() && !report.findings().isEmpty()) {
            Log.change(before, report);
        }
        if (changed) {
            for (HealthListener listener : listeners) {
                try {
                    listener.changed(before.get(), report);
                } catch (RuntimeException | Error e) {
                    Log.failed(listener, e);
                }
            }
        }
    }

    /** Loaded when there is something to say. */
    private static final class Log {
        private static final Logger LOGGER = System.getLogger(HugePagesHealth.class.getName());

        static void change(Optional<HealthReport> before, HealthReport report) {
            String todo = report.findings().stream()
                    .filter(finding -> !finding.actions().isEmpty())
                    .findFirst()
                    .map(finding -> "; to do: " + Details.todo(finding))
                    .orElse("");
            String from = before.map(b -> b.status() + " -> ").orElse("");
            String line = "huge pages: " + from + report.status() + ": " + report.summary() + todo;
            boolean warning = report.findings().stream().anyMatch(finding -> finding.severity() != Severity.INFO);
            LOGGER.log(warning ? Level.WARNING : Level.INFO, () -> line);
        }

        static void failed(HealthListener listener, Throwable e) {
            LOGGER.log(
                    Level.WARNING, () -> "the listener " + listener.getClass().getName() + " failed", e);
        }
    }
}
