package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * Whether this host runs on another one, whose page sizes cannot be seen from here and matter as much.
 *
 * @param guest whether it does; empty if nothing tells
 * @param hypervisor what is below, such as {@code KVM}, {@code Xen}, {@code VMware}; empty if nothing tells
 * @param machine the vendor and the product that the firmware names; empty if there is no such table
 */
public record Virtualization(Optional<Boolean> guest, Optional<String> hypervisor, Optional<String> machine) {

    public Virtualization {
        Objects.requireNonNull(guest, "guest");
        Objects.requireNonNull(hypervisor, "hypervisor");
        Objects.requireNonNull(machine, "machine");
    }
}
