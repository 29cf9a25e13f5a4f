package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * The running kernel.
 *
 * @param release as in {@code uname -r} ({@code /proc/sys/kernel/osrelease})
 * @param architecture as in {@code uname -m} ({@code /proc/sys/kernel/arch}); empty before 6.1, which has no such file
 */
public record Kernel(String release, Optional<String> architecture) {

    public Kernel {
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(architecture, "architecture");
    }
}
