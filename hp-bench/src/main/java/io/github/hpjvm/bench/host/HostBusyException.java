package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Another process, or another part of this one, holds the {@link HostLock}. The message is one line. */
public final class HostBusyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String holder;

    HostBusyException(OptionalLong pid, Optional<HolderNote> note) {
        this(text(pid, note));
    }

    private HostBusyException(String holder) {
        super("another benchmark campaign has this host: " + holder
                + ". Stop it and try again, or wait for its end with --wait (Maven: -Dhp.wait=true).");
        this.holder = holder;
    }

    private static String text(OptionalLong pid, Optional<HolderNote> note) {
        if (pid.isEmpty()) {
            return "a process of another container (its PID is not visible here)";
        }
        return "process " + pid.getAsLong()
                + note.map(it -> " (" + it.purpose() + ", since " + it.since() + ")")
                        .orElse("");
    }

    /** The holder in words: {@code process 4711 (hp-bench, since 2026-01-01T00:00:00Z)}. */
    public String holder() {
        return holder;
    }
}
