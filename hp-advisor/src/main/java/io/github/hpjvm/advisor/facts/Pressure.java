package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * The time that the whole host lost to a lack of memory, or of CPU time ({@code /proc/pressure/memory} and {@code cpu},
 * Documentation/accounting/psi.rst).
 *
 * @param some time in which at least one task was stalled
 * @param full time in which all tasks were stalled; empty if the kernel does not print it
 */
public record Pressure(Stall some, Optional<Stall> full) {

    public Pressure {
        Objects.requireNonNull(some, "some");
        Objects.requireNonNull(full, "full");
    }

    /**
     * The share of time in which tasks were stalled.
     *
     * @param avg10 percent of the last ten seconds
     * @param avg60 percent of the last minute
     * @param avg300 percent of the last five minutes
     * @param totalMicros microseconds since the kernel was booted
     */
    public record Stall(double avg10, double avg60, double avg300, long totalMicros) {}
}
