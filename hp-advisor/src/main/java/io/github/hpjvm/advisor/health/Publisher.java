package io.github.hpjvm.advisor.health;

/** Publishes reports to an observer of this JVM: as events of JFR if the JVM has JFR, else none. */
interface Publisher {
    /** Publishes the coverage that a check of the memory found. */
    void examined(HealthReport report);

    /** Publishes a change of the outcome. */
    void changed(HealthReport before, HealthReport after);

    /** Creates a publisher. A runtime image without the module jdk.jfr has none of its classes. */
    static Publisher create() {
        try {
            Class.forName("jdk.jfr.FlightRecorder", false, Publisher.class.getClassLoader());
            return new JfrPublisher();
        } catch (ClassNotFoundException | LinkageError e) {
            return new Disabled();
        }
    }

    /** Publishes nothing. */
    final class Disabled implements Publisher {
        @Override
        public void examined(HealthReport report) {
            // Publishing is disabled.
        }

        @Override
        public void changed(HealthReport before, HealthReport after) {
            // Publishing is disabled.
        }
    }
}
