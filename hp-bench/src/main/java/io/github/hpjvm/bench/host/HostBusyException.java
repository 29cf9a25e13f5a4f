package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Signals that another process, or another part of this one, holds the {@link HostLock}. The message is one line. */
public final class HostBusyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String holder;

    HostBusyException(OptionalLong pid, Optional<HolderNote> note) {
        this(text(pid, note));
    }

    private HostBusyException(String holder) {
        super("another benchmark campaign is running on this host: " + holder
                + ". Stop it, or wait for its end with --wait (Maven: -Dhp.wait=true).");
        this.holder = holder;
    }

    private static String text(OptionalLong pid, Optional<HolderNote> note) {
        if (pid.isEmpty()) {
            return "a process in another container (its PID is not visible here)";
        }
        return "process " + pid.getAsLong()
                + note.map(it -> " (" + it.purpose() + ", since " + it.since() + ")")
                        .orElse("");
    }

    /** Describes the holder: {@code process 4711 (hp-bench, since 2026-01-01T00:00:00Z)}. */
    public String holder() {
        return holder;
    }
}
