package io.github.hpjvm.advisor.health;

import java.util.Optional;
import jdk.jfr.FlightRecorder;

/**
 * Publishes reports as events of JFR.
 *
 * <p>The JVM adds a registration to the static initializer of each event class, which initializes JFR: some 100 classes.
 * The event classes are therefore not used before the JVM has initialized JFR for a recording. The check does not
 * register a periodic event: JFR would keep its callback, and with it the class loader of an application that is
 * undeployed.
 */
final class JfrPublisher implements Publisher {
    /** Whether a recording has the present outcome. */
    private boolean shown;

    @Override
    public void examined(HealthReport report) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        JfrEvents.coverage(report);
        boolean enabled = JfrEvents.areChangesEnabled();
        if (enabled && !shown) {
            JfrEvents.outcome(Optional.empty(), report);
        }
        shown = enabled;
    }

    @Override
    public void changed(HealthReport before, HealthReport after) {
        if (FlightRecorder.isInitialized()) {
            shown = JfrEvents.areChangesEnabled();
            JfrEvents.outcome(Optional.of(before), after);
        }
    }
}
