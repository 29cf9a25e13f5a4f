package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.text.First;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All that was seen of a host and of JVMs on it, at one time.
 *
 * @param takenAt when it was read
 * @param host what was seen of the host
 * @param jvms what was seen of JVMs, in the order in which they were asked for
 */
public record Facts(Instant takenAt, Host host, List<Jvm> jvms) {

    public Facts {
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(host, "host");
        jvms = List.copyOf(jvms);
    }

    /** The same with the facts of the host that advice is made of, and no others. */
    public Facts forAdvice() {
        return new Facts(takenAt, host.forAdvice(), jvms);
    }

    /** The JVM of that process number; empty if it is not among them. */
    public Optional<Jvm> jvm(long pid) {
        return First.of(jvms, jvm -> jvm.pid() == pid);
    }
}
