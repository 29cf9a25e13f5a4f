package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.finding.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of a check. {@link HugePagesHealth.Builder} describes them. */
record Settings(
        Duration maxAge,
        Duration interval,
        Duration budget,
        boolean full,
        int windows,
        double lostBelow,
        Optional<Severity> failOn,
        RuleSettings rules,
        List<HealthListener> listeners) {

    /** Number of failed or late checks after which the last result is too old. */
    private static final int MISSED_CHECKS = 3;

    Settings {
        listeners = List.copyOf(listeners);
    }

    long maxAgeNanos() {
        return maxAge.toNanos();
    }

    long budgetMillis() {
        return budget.toMillis();
    }

    /** The age from which on a check of the memory is ignored. */
    Duration staleAfter() {
        return interval.multipliedBy(MISSED_CHECKS).plusSeconds(10);
    }
}
