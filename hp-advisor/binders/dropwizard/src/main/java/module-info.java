/** The health check of hp-advisor for Dropwizard. */
module io.github.hpjvm.binder.dropwizard {
    requires transitive com.codahale.metrics.health;
    requires transitive io.github.hpjvm.advisor;

    exports io.github.hpjvm.binder.dropwizard;
}
