package io.github.hpjvm.advisor.fleet;

import io.github.hpjvm.advisor.facts.CpuUse;
import io.github.hpjvm.advisor.facts.Jvm;
import java.io.Serializable;
import java.util.Optional;
import java.util.OptionalDouble;

/** Measurements of hosts beside their snapshots: what bounds the gain of a JVM, and its CPU time at an earlier time. */
@FunctionalInterface
public interface Measurements extends Serializable {

    /** No measurement. */
    static Measurements none() {
        return (host, jvm) -> OptionalDouble.empty();
    }

    /** Returns the largest share of its CPU time that a JVM can save, 0 to 1; empty if it was not measured. */
    OptionalDouble atMost(Optional<String> host, Jvm jvm);

    /** Returns the CPU time of a JVM at an earlier time; empty if that is not known. */
    default Optional<CpuUse> earlier(Optional<String> host, Jvm jvm) {
        return Optional.empty();
    }
}
