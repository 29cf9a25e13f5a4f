package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * The names of machine and processor for reports.
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
