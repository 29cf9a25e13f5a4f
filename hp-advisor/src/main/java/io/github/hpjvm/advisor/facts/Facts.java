package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.First;
import io.github.hpjvm.os.text.Visible;
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
 * @param hostName name of the host; empty in facts for advice, and in snapshots of versions that did not store it
 */
public record Facts(
        Instant takenAt,
        Host host,
        List<Jvm> jvms,
        Optional<PoolHistory> poolHistory,
        Optional<Fact<String>> hostName) {

    /** HOST_NAME_MAX of {@code include/uapi/linux/utsname.h}, __NEW_UTS_LEN. */
    private static final int LONGEST_NAME = 64;

    public Facts {
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(host, "host");
        jvms = List.copyOf(jvms);
        Objects.requireNonNull(poolHistory, "poolHistory");
        hostName = hostName.map(fact -> fact.map(name -> Visible.name(name, LONGEST_NAME)));
    }

    /** Facts without a history of the pools. */
    public Facts(Instant takenAt, Host host, List<Jvm> jvms) {
        this(takenAt, host, jvms, Optional.empty(), Optional.empty());
    }

    /** The same facts with a history of the pools. */
    public Facts with(PoolHistory history) {
        return new Facts(takenAt, host, jvms, Optional.of(history), hostName);
    }

    /** The same facts with other JVMs. */
    public Facts withJvms(List<Jvm> others) {
        return new Facts(takenAt, host, others, poolHistory, hostName);
    }

    /** The same facts without the JVMs that ended before they were read. */
    public Facts withoutEnded() {
        return withJvms(jvms.stream()
                .filter(jvm ->
                        !(jvm.status() instanceof Fact.Absent<ProcStatus> absent && absent.reason() == Reason.VANISHED))
                .toList());
    }

    /** The same facts, with only the facts of the host that advice needs. */
    public Facts forAdvice() {
        return new Facts(takenAt, host.forAdvice(), jvms, poolHistory, hostName);
    }

    /**
     * The same facts for storage, with equal advice: of the host only the facts that advice needs, and of each JVM what
     * {@link Jvm#compact} keeps.
     */
    public Facts compact() {
        return forAdvice().withJvms(jvms.stream().map(Jvm::compact).toList());
    }

    /** The JVM with that process ID; empty if it is not among the facts. */
    public Optional<Jvm> jvm(long pid) {
        return First.of(jvms, jvm -> jvm.pid() == pid);
    }
}
