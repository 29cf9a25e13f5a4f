/** Gauges of the health check of hp-advisor for Micrometer. */
module io.github.hpjvm.binder.micrometer {
    requires transitive io.github.hpjvm.advisor;
    requires transitive micrometer.core;

    exports io.github.hpjvm.binder.micrometer;
}
