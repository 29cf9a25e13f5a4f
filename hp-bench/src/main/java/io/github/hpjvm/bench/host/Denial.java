package io.github.hpjvm.bench.host;

import io.github.hpjvm.console.error.BenchException;
import java.util.Optional;
import java.util.function.Supplier;

/** Sets PR_SET_THP_DISABLE while forks start: a fork inherits the flag, and this process clears it again. */
public record Denial(Optional<ThpDisable> disable) implements AutoCloseable {
    private static final Denial NONE = new Denial(Optional.empty());

    /**
     * Sets the flag if wanted. A fork starts without it where the kernel does not support it: its evidence shows the
     * pages.
     */
    public static Denial set(boolean wanted) {
        try {
            return wanted ? new Denial(Optional.of(ThpDisable.set())) : NONE;
        } catch (UnavailableException e) {
            return NONE;
        }
    }

    /** Starts a fork with the flag if wanted, and returns what the start returns; clears the flag in any case. */
    public static <T> T during(boolean wanted, Supplier<T> start) {
        Denial denial = set(wanted);
        try {
            return start.get();
        } finally {
            denial.close();
        }
    }

    /** Returns whether it is set. */
    public boolean isSet() {
        return disable.isPresent();
    }

    @Override
    public void close() {
        try {
            if (disable.isPresent()) {
                disable.get().close();
            }
        } catch (UnavailableException e) {
            throw new BenchException("cannot clear PR_SET_THP_DISABLE: " + e.getMessage(), e);
        }
    }
}
