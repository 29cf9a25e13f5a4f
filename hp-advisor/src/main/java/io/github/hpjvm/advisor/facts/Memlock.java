package io.github.hpjvm.advisor.facts;

import java.util.Objects;
import java.util.Optional;

/**
 * How much memory a process may lock: {@code Max locked memory} of {@code /proc/PID/limits}.
 *
 * @param soft what holds now; empty if there is no limit
 * @param hard what the process may raise it to; empty if there is no limit
 */
public record Memlock(Optional<Bytes> soft, Optional<Bytes> hard) {

    public Memlock {
        Objects.requireNonNull(soft, "soft");
        Objects.requireNonNull(hard, "hard");
    }
}
