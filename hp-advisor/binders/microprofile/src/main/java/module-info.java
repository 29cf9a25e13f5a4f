/** The health check of hp-advisor for MicroProfile. CDI finds its class by reflection. */
open module io.github.hpjvm.binder.microprofile {
    requires transitive io.github.hpjvm.advisor;
    requires transitive jakarta.cdi;
    requires transitive jakarta.inject;
    requires transitive microprofile.health.api;
    requires static org.jspecify;

    exports io.github.hpjvm.binder.microprofile;
}
