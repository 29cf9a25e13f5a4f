package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.os.text.Visible;
import java.util.Objects;
import java.util.Optional;

/**
 * The host and the process of a measurement, which bounds the gain of that process only.
 *
 * @param host name of the host; empty if not known
 * @param pid the process; empty for all processes of the host, or if not known
 * @param startTicks start of the process in clock ticks since boot, which tells it from a later one with its PID
 */
public record MeasuredOn(Optional<String> host, Optional<Long> pid, Optional<Long> startTicks) {
    private static final int LONGEST = 300;

    public MeasuredOn {
        host = host.map(name -> Visible.name(name, LONGEST));
        Objects.requireNonNull(pid, "pid");
        Objects.requireNonNull(startTicks, "startTicks");
    }

    /** Returns why a measurement on this does not bound the gain of the other; empty if it does, as far as both are known. */
    Optional<String> differsFrom(MeasuredOn other) {
        if (differ(host, other.host)) {
            return Optional.of("it was measured on the host " + host.orElseThrow() + ", and the JVM runs on "
                    + other.host.orElseThrow());
        }
        if (differ(pid, other.pid)) {
            return Optional.of(
                    "it is of process " + pid.orElseThrow() + ", and the JVM is process " + other.pid.orElseThrow());
        }
        return pid.isPresent() && differ(startTicks, other.startTicks)
                ? Optional.of("it is of an earlier process " + pid.get() + ", which started at another time")
                : Optional.empty();
    }

    private static <T> boolean differ(Optional<T> one, Optional<T> other) {
        return one.isPresent() && other.isPresent() && !one.equals(other);
    }
}
