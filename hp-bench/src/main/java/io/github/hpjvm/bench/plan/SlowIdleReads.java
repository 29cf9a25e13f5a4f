package io.github.hpjvm.bench.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The warning that the host takes idle memory away: of the pages that hp-jvm had not read for at least a second, more than
 * some took more than 2 µs to read.
 */
public final class SlowIdleReads {
    /** Limit in per cent. Campaigns whose rounds had 0.3 to 2.0 % showed no bias; in phases with a bias, 3.7 % and more were slow. */
    private static final double MOST = 2;

    private SlowIdleReads() {}

    /** The share as text. */
    public static String text(double percent) {
        return String.format(
                Locale.ROOT,
                "%.1f %% of the pages that nothing had read for a second took more than 2 µs to read",
                percent);
    }

    /** Returns whether the host takes idle memory away. */
    public static boolean isTooMuch(double percent) {
        return percent > MOST;
    }

    /** The warning for the largest of these shares in per cent; empty if it is within the limit, or if there are none. */
    public static Optional<String> warning(DoubleStream shares) {
        OptionalDouble largest = shares.max();
        return largest.isEmpty() || !isTooMuch(largest.getAsDouble())
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Idle memory is slow on this host: %.0f %% of the pages that nothing had read for a second or more took"
                                + " more than 2 µs to read. The hypervisor or swap takes them away. The cost on base pages"
                                + " contains this time, and a host without it has another ratio.",
                        largest.getAsDouble()));
    }
}
