package io.github.hpjvm.it.lab;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, not for a time. */
public final class Poll {
    private static final Duration PAUSE = Duration.ofMillis(5);

    /** khugepaged runs at the lowest priority: beside three busy loops on two CPUs it took more than a minute. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private Poll() {}

    /** Waits until it holds; fails after three minutes. */
    public static void until(String what, BooleanSupplier condition) {
        untilFound(what, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty());
    }

    /** Waits until there is a value, and returns it; fails after three minutes. */
    public static <T> T untilFound(String what, Supplier<Optional<T>> look) {
        return untilFound(what, LIMIT, look);
    }

    /** Waits until there is a value, and returns it; fails after that time. */
    public static <T> T untilFound(String what, Duration limit, Supplier<Optional<T>> look) {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            Optional<T> found = look.get();
            if (found.isPresent()) {
                return found.get();
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("waited " + limit.toSeconds() + " s in vain: " + what);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
