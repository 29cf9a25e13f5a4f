package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.finding.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a check was told; {@link HugePagesHealth.Builder} says what each means. */
record Settings(
        Duration maxAge,
        Duration interval,
        Duration budget,
        boolean full,
        int windows,
        double lostBelow,
        Optional<Severity> failOn,
        List<HealthListener> listeners) {

    /** That a look failed or is late once is no reason to know nothing. */
    private static final int MISSED_LOOKS = 3;

    Settings {
        listeners = List.copyOf(listeners);
    }

    long maxAgeNanos() {
        return maxAge.toNanos();
    }

    long budgetMillis() {
        return budget.toMillis();
    }

    /** The age from which on a look counts for nothing. */
    Duration staleAfter() {
        return interval.multipliedBy(MISSED_LOOKS).plusSeconds(10);
    }
}
