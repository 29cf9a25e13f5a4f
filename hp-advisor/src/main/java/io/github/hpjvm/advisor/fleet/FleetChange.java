package io.github.hpjvm.advisor.fleet;

import java.io.Serializable;

/**
 * A change that plans of JVMs of one snapshot have.
 *
 * @param name the change without values that differ between hosts
 * @param jvms number of JVMs whose plan has it
 * @param effectBytes size of the memory that its findings are about, the same memory once; zero if it has no size
 */
public record FleetChange(String name, long jvms, long effectBytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    FleetChange plus(FleetChange other) {
        return new FleetChange(name, jvms + other.jvms, Costs.sum(effectBytes, other.effectBytes));
    }
}
