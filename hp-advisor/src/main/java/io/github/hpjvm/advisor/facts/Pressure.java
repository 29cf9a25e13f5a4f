package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * The time lost to a lack of memory, of the whole host ({@code /proc/pressure/memory},
 * Documentation/accounting/psi.rst).
 *
 * @param some when at least one task was stalled
 * @param full when all of them were; empty if the kernel does not say
 */
public record Pressure(Stall some, Optional<Stall> full) {

    public Pressure {
        Objects.requireNonNull(some, "some");
        Objects.requireNonNull(full, "full");
    }

    /**
     * How long tasks were stalled.
     *
     * @param avg10 percent of the last ten seconds
     * @param avg60 percent of the last minute
     * @param avg300 percent of the last five minutes
     * @param totalMicros microseconds since the kernel was booted
     */
    public record Stall(double avg10, double avg60, double avg300, long totalMicros) {}
}
