package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;

/** The shortest way in: a health check of the JVM that we run in, with the defaults. */
public final class HugePages {
    private HugePages() {}

    /** Made when it is first asked for; it lives as long as the JVM. */
    private static final class Shared {
        static final HugePagesHealth HEALTH = HugePagesHealth.create();
    }

    /**
     * Whether the heap is on huge pages, since when, and what to do if not. Never throws, and waits for nobody: what takes
     * longer is looked at by a daemon thread, and until that has been done once the status is UNKNOWN. A service that
     * wants it otherwise keeps a {@link HugePagesHealth} of its own.
     */
    public static HealthReport check() {
        return Shared.HEALTH.check();
    }
}
