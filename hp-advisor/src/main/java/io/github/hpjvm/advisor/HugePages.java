package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.time.Duration;

/** The shortest way in: a health check of the JVM that we run in, with the defaults. */
public final class HugePages {
    private HugePages() {}

    /** Made by the first check; it lives as long as the class loader of this class. */
    private static final class Shared {
        static final HugePagesHealth HEALTH = HugePagesHealth.create();
    }

    /**
     * Whether the heap is on huge pages, since when, and what to do if not. Never throws and does not block: what takes
     * longer is looked at by a daemon thread, and until that has looked once the status is UNKNOWN. There is nothing to
     * close: the thread ends after the class loader of this class has become unreachable. A service that needs other
     * settings keeps a {@link HugePagesHealth} of its own.
     */
    public static HealthReport check() {
        try {
            return Shared.HEALTH.check();
        } catch (RuntimeException | Error e) {
            return HealthReport.failed(e);
        }
    }

    /**
     * As {@link #check()}, but waits for the first examination of the memory.
     *
     * @param most the longest wait, after which the status is UNKNOWN
     */
    public static HealthReport check(Duration most) {
        try {
            return Shared.HEALTH.check(most);
        } catch (RuntimeException | Error e) {
            return HealthReport.failed(e);
        }
    }
}
