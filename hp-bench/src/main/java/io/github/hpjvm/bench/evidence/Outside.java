package io.github.hpjvm.bench.evidence;

import java.util.List;
import java.util.Optional;

/**
 * A user's program as observed from outside while it ran.
 *
 * @param usage its resources, including its child processes
 * @param jvms the JVMs that it started, in the order in which they appeared
 * @param otherJvm the message about a run on another JVM than the one of its variant; empty if it was that one, or if none
 *     is named
 */
public record Outside(Usage usage, List<ObservedJvm> jvms, Optional<String> otherJvm) {

    public Outside {
        jvms = List.copyOf(jvms);
    }

    public Outside(Usage usage, List<ObservedJvm> jvms) {
        this(usage, jvms, Optional.empty());
    }
}
