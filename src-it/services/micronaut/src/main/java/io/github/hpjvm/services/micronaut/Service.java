package io.github.hpjvm.services.micronaut;

import io.micronaut.runtime.Micronaut;

/** Starts the service. */
class Service {
    private Service() {}

    public static void main(String[] args) {
        Micronaut.run(Service.class, args);
    }
}
