package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.finding.Severity;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Checks the memory periodically in its own thread, and reports each change of the outcome once. */
final class Watch implements BooleanSupplier {
    private static final long SURROUNDINGS_NANOS = Duration.ofMinutes(1).toNanos();

    private final long intervalNanos;
    private final List<HealthListener> listeners;
    private final Checker checker;
    private final DetachedLoop loop = new DetachedLoop(this);
    private volatile boolean closed;

    // Used by the thread only. A later thread sees the values of an earlier one.
    private long surroundingsChecked = System.nanoTime() - SURROUNDINGS_NANOS;
    private long memoryChecked;
    private Optional<HealthReport> announced = Optional.empty();
    private Optional<Publisher> publisher = Optional.empty();

    /** Performs one check. */
    @FunctionalInterface
    interface Checker {
        /**
         * Never throws.
         *
         * @param memoryToo whether to check the memory itself
         * @param surroundingsToo whether to read rarely changing facts as well
         */
        HealthReport check(boolean memoryToo, boolean surroundingsToo);
    }

    Watch(Duration interval, List<HealthListener> listeners, Checker checker) {
        this.intervalNanos = interval.toNanos();
        this.listeners = listeners;
        this.checker = checker;
        this.memoryChecked = System.nanoTime() - intervalNanos;
    }

    /**
     * Starts the thread if there is none: the first time, or after an interrupt of the previous one. Calls must not
     * overlap.
     *
     * @param now true to report a change at once
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
     * One run of the thread. If woken early it reports a change and does not check the memory, so that frequent reports
     * do not cause frequent checks.
     *
     * @return whether to continue; false also if classes cannot be loaded any more, for example after an undeployment
     */
    @Override
    public boolean getAsBoolean() {
        try {
            return !closed && run();
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    private boolean run() {
        long now = System.nanoTime();
        boolean memoryToo = now - memoryChecked >= intervalNanos;
        boolean surroundingsToo = memoryToo && now - surroundingsChecked >= SURROUNDINGS_NANOS;
        memoryChecked = memoryToo ? now : memoryChecked;
        surroundingsChecked = surroundingsToo ? now : surroundingsChecked;
        HealthReport report = checker.check(memoryToo, surroundingsToo);
        if (!closed) {
            announce(report);
            if (memoryToo) {
                publish(to -> to.examined(report));
            }
        }
        loop.pause(memoryChecked + intervalNanos - System.nanoTime());
        return !closed;
    }

    /** Publishes, until that fails: for example, a security manager may forbid to register events. */
    private void publish(Consumer<Publisher> call) {
        try {
            Publisher to = publisher.orElseGet(Publisher::create);
            publisher = Optional.of(to);
            call.accept(to);
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            publisher = Optional.of(new Publisher.Disabled());
        }
    }

    /** Logs a changed outcome and calls the listeners. The first outcome is logged only if it has findings. */
    private void announce(HealthReport report) {
        Optional<HealthReport> before = announced;
        boolean changed = before.map(b -> !b.hasOutcomeOf(report)).orElse(false);
        announced = Optional.of(report);
        if (changed || before.isEmpty() && !report.findings().isEmpty()) {
            Log.change(before, report);
        }
        if (changed) {
            publish(to -> to.changed(before.get(), report));
            for (HealthListener listener : listeners) {
                try {
                    listener.changed(before.get(), report);
                } catch (OutOfMemoryError e) {
                    throw e;
                } catch (RuntimeException | Error e) {
                    Log.failed(listener, e);
                }
            }
        }
    }

    /** Logger access, loaded at the first message. */
    private static final class Log {
        private static final String NAME = HugePagesHealth.class.getName();

        static void change(Optional<HealthReport> before, HealthReport report) {
            String todo = report.findings().stream()
                    .filter(finding -> !finding.actions().isEmpty())
                    .findFirst()
                    .map(finding -> "; to fix: " + Details.todo(finding))
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
                // See log.
            }
        }

        private static void log(Level level, String line) {
            try {
                System.getLogger(NAME).log(level, line);
            } catch (RuntimeException | Error e) {
                // A failing logger must not end the thread, and there is no other place for its error.
            }
        }
    }
}
