package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.text.First;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All facts of a host and of JVMs on it at one time.
 *
 * @param takenAt time at which they were read
 * @param host facts of the host
 * @param jvms facts of JVMs, in the requested order
 * @param poolHistory use of the host's hugetlb pools over time; empty if unknown
 */
public record Facts(Instant takenAt, Host host, List<Jvm> jvms, Optional<PoolHistory> poolHistory) {

    public Facts {
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(host, "host");
        jvms = List.copyOf(jvms);
        Objects.requireNonNull(poolHistory, "poolHistory");
    }

    /** Facts without a history of the pools. */
    public Facts(Instant takenAt, Host host, List<Jvm> jvms) {
        this(takenAt, host, jvms, Optional.empty());
    }

    /** The same facts with a history of the pools. */
    public Facts with(PoolHistory history) {
        return new Facts(takenAt, host, jvms, Optional.of(history));
    }

    /** The same facts with other JVMs. */
    public Facts withJvms(List<Jvm> others) {
        return new Facts(takenAt, host, others, poolHistory);
    }

    /** The same facts, of the host only those that advice needs. */
    public Facts forAdvice() {
        return new Facts(takenAt, host.forAdvice(), jvms, poolHistory);
    }

    /** The JVM with that process ID; empty if it is not among the facts. */
    public Optional<Jvm> jvm(long pid) {
        return First.of(jvms, jvm -> jvm.pid() == pid);
    }
}
