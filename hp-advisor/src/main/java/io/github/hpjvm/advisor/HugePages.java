package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.time.Duration;

/** Entry point with default settings: a health check of the JVM that it runs in. */
public final class HugePages {
    private HugePages() {}

    /** Created by the first check. It lives as long as the class loader of this class. */
    private static final class Shared {
        static final HugePagesHealth HEALTH = HugePagesHealth.create();
    }

    /**
     * Reports whether huge pages back the heap, since when, and the remedy if they do not. Never throws and does not
     * block. A daemon thread reads slow facts, and the status is UNKNOWN until its first check is complete. No close is
     * needed: the thread ends after the class loader of this class has become unreachable. A service that needs other
     * settings creates its own {@link HugePagesHealth}.
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
