package io.github.hpjvm.advisor.watch;

import java.util.Objects;

/**
 * The counters of the host and the state of a process at one time.
 *
 * @param host the counters
 * @param process the state
 */
public record Moment(HostReading host, ProcessReading process) {

    public Moment {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(process, "process");
    }
}
