package io.github.hpjvm.advisor.health;

/** Receives changes of the outcome. The check's own thread calls it, never the thread of a caller. */
@FunctionalInterface
public interface HealthListener {

    /**
     * Called when the outcome has changed. The caller logs exceptions and ignores them.
     *
     * @param before the last report with the old outcome
     * @param after the first with the new one
     */
    void changed(HealthReport before, HealthReport after);
}
