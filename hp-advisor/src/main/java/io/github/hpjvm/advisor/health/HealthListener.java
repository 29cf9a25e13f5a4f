package io.github.hpjvm.advisor.health;

/** Is told when the outcome changes. It is called on the thread of the check, never on that of a caller. */
@FunctionalInterface
public interface HealthListener {

    /**
     * The outcome has changed; what this throws is logged and goes no further.
     *
     * @param before the last report with the old outcome
     * @param after the first with the new one
     */
    void changed(HealthReport before, HealthReport after);
}
