package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The facts by which two readings of one host are recognized. Hosts with another kernel or another memory size differ.
 *
 * @param kernel release of the kernel; empty if unknown
 * @param memory MemTotal of {@code /proc/meminfo}; empty if unknown
 */
public record HostIdentity(Optional<String> kernel, Optional<Bytes> memory) {

    public HostIdentity {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(memory, "memory");
    }

    /** The identity in the facts of a host. */
    public static HostIdentity of(Host host) {
        return new HostIdentity(
                host.kernel().known().map(Kernel::release),
                host.memory().known().flatMap(memory -> memory.size("MemTotal")));
    }
}
