package io.github.hpjvm.advisor.fleet;

import io.github.hpjvm.advisor.facts.Jvm;
import java.io.Serializable;
import java.util.Optional;
import java.util.OptionalDouble;

/** Measurements of hosts that bound the gain of their JVMs. */
@FunctionalInterface
public interface Measurements extends Serializable {

    /** No measurement. */
    static Measurements none() {
        return (host, jvm) -> OptionalDouble.empty();
    }

    /** Returns the largest share of its CPU time that a JVM can save, 0 to 1; empty if it was not measured. */
    OptionalDouble atMost(Optional<String> host, Jvm jvm);
}
