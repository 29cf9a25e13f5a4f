package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.finding.Severity;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Looks at the memory from time to time in a thread of its own, and reports each change of the outcome once. */
final class Watch implements BooleanSupplier {
    private static final long SURROUNDINGS_NANOS = Duration.ofMinutes(1).toNanos();

    private final long intervalNanos;
    private final List<HealthListener> listeners;
    private final Looker looker;
    private final DetachedLoop loop = new DetachedLoop(this);
    private volatile boolean closed;

    // Of the thread alone; a later thread sees what an earlier one wrote.
    private long surroundingsSeen = System.nanoTime() - SURROUNDINGS_NANOS;
    private long memorySeen;
    private Optional<HealthReport> announced = Optional.empty();

    /** Looks once. */
    @FunctionalInterface
    interface Looker {
        /**
         * Never throws.
         *
         * @param memoryToo whether to look at the memory itself
         * @param surroundingsToo whether to read what changes seldom as well
         */
        HealthReport look(boolean memoryToo, boolean surroundingsToo);
    }

    Watch(Duration interval, List<HealthListener> listeners, Looker looker) {
        this.intervalNanos = interval.toNanos();
        this.listeners = listeners;
        this.looker = looker;
        this.memorySeen = System.nanoTime() - intervalNanos;
    }

    /**
     * Starts the thread if there is none, the first time or after another one was interrupted. For one caller at a time.
     *
     * @param now whether a change is to be reported at once
     */
    void startOrWake(boolean now) {
        if (!closed && !loop.isAlive()) {
            loop.start();
        } else if (now) {
            loop.wake();
        }
    }

    void close() {
        closed = true;
        loop.wake();
    }

    /**
     * What the thread does each time. Woken before its time it reports a change and does not look at the memory:
     * frequent checks cause no frequent looks.
     *
     * @return whether to go on; false also where classes cannot be loaded any more, as after an undeployment
     */
    @Override
    public boolean getAsBoolean() {
        try {
            return !closed && look();
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    private boolean look() {
        long now = System.nanoTime();
        boolean memoryToo = now - memorySeen >= intervalNanos;
        boolean surroundingsToo = memoryToo && now - surroundingsSeen >= SURROUNDINGS_NANOS;
        memorySeen = memoryToo ? now : memorySeen;
        surroundingsSeen = surroundingsToo ? now : surroundingsSeen;
        HealthReport report = looker.look(memoryToo, surroundingsToo);
        if (!closed) {
            announce(report);
        }
        loop.pause(memorySeen + intervalNanos - System.nanoTime());
        return !closed;
    }

    /** The first outcome is reported only if it has findings. */
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
        private static final String NAME = HugePagesHealth.class.getName();

        static void change(Optional<HealthReport> before, HealthReport report) {
            String todo = report.findings().stream()
                    .filter(finding -> !finding.actions().isEmpty())
                    .findFirst()
                    .map(finding -> "; to do: " + Details.todo(finding))
                    .orElse("");
            String from = before.map(b -> b.status() + " -> ").orElse("");
            String line = "huge pages: " + from + report.status() + ": " + report.summary() + todo;
            boolean warning = report.findings().stream().anyMatch(finding -> finding.severity() != Severity.INFO);
            log(warning ? Level.WARNING : Level.INFO, line);
        }

        static void failed(HealthListener listener, Throwable e) {
            try {
                System.getLogger(NAME)
                        .log(
                                Level.WARNING,
                                "the listener " + listener.getClass().getName() + " failed",
                                e);
            } catch (RuntimeException | Error ignored) {
                // As in log.
            }
        }

        private static void log(Level level, String line) {
            try {
                System.getLogger(NAME).log(level, line);
            } catch (RuntimeException | Error e) {
                // A logger that fails must not end the thread, and there is no other place to report it to.
            }
        }
    }
}
