package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The limit of memory that a process may lock: {@code Max locked memory} of {@code /proc/PID/limits}.
 *
 * @param soft effective limit; empty if there is none
 * @param hard maximum to which the process may raise it; empty if there is none
 */
public record Memlock(Optional<Bytes> soft, Optional<Bytes> hard) {

    public Memlock {
        Objects.requireNonNull(soft, "soft");
        Objects.requireNonNull(hard, "hard");
    }
}
