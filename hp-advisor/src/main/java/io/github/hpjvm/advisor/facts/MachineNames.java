package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * What machine and processor are called, for people.
 *
 * @param cpu the marketing name of the processor
 * @param machine maker and model
 * @param system the operating system and its version
 */
public record MachineNames(Optional<String> cpu, Optional<String> machine, Optional<String> system) {

    public MachineNames {
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(machine, "machine");
        Objects.requireNonNull(system, "system");
    }
}
