package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * The hypervisor below this host, if it is a guest. Its page sizes matter as well and cannot be read from the guest.
 *
 * @param guest true for a guest; empty if it is not known
 * @param hypervisor name of the hypervisor, such as {@code KVM}, {@code Xen}, {@code VMware}; empty if it is not known
 * @param machine vendor and product that the firmware names; empty if there is no such table
 */
public record Virtualization(Optional<Boolean> guest, Optional<String> hypervisor, Optional<String> machine) {

    public Virtualization {
        Objects.requireNonNull(guest, "guest");
        Objects.requireNonNull(hypervisor, "hypervisor");
        Objects.requireNonNull(machine, "machine");
    }
}
