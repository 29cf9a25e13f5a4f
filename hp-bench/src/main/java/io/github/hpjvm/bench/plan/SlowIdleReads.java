package io.github.hpjvm.bench.plan;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** The words for a host that takes idle memory away, and the share of slow reads from which on it does. */
public final class SlowIdleReads {
    /**
     * Limit in per cent. Campaigns at 1 GB whose rounds had 0.3 to 2.0 % agreed with JVMs that run alone. In a phase in which
     * others did not, bench doctor found 3.7 %.
     */
    private static final double MOST = 2;

    /**
     * Words for a lab machine before a campaign. After hours of builds on a virtual machine, 16 % of the reads of 32 MiB were slow, and 1 to
     * 6 % after a compaction: base pages that lie together are in fewer blocks of 2 MiB.
     */
    public static final String REMEDY = "; echo 1 | sudo tee /proc/sys/vm/compact_memory may lower the share";

    private SlowIdleReads() {}

    /** The share in words, and its cause if it is above the limit. */
    public static String text(double percent) {
        return String.format(
                Locale.ROOT,
                "%.1f %% of the pages that nothing had read for a second took more than 2 µs to read%s",
                percent,
                isTooMuch(percent)
                        ? ": the hypervisor or swap takes them away, and base pages cost more than elsewhere"
                        : "");
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
                : Optional.of("Idle memory is slow on this host: " + text(largest.getAsDouble())
                        + ". Another host may have another ratio.");
    }
}
