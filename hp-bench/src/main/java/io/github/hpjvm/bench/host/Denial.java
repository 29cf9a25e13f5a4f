package io.github.hpjvm.bench.host;

import io.github.hpjvm.bench.error.BenchException;
import java.util.Optional;

/** PR_SET_THP_DISABLE while forks are started: a fork inherits it, and this process loses it again. */
public record Denial(Optional<ThpDisable> disable) implements AutoCloseable {
    private static final Denial NONE = new Denial(Optional.empty());

    /** Sets it if wanted. Where the kernel does not have it, the fork is started without: its evidence shows what it got. */
    public static Denial set(boolean wanted) {
        try {
            return wanted ? new Denial(Optional.of(ThpDisable.set())) : NONE;
        } catch (UnavailableException e) {
            return NONE;
        }
    }

    /** Whether it is set. */
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
            throw new BenchException("cannot leave PR_SET_THP_DISABLE again: " + e.getMessage(), e);
        }
    }
}
