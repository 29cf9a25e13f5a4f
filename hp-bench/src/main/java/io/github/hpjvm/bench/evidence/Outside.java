package io.github.hpjvm.bench.evidence;

import java.util.List;

/**
 * A user's program as observed from outside while it ran.
 *
 * @param usage its resources, including its child processes
 * @param jvms the JVMs that it started, in the order in which they appeared
 */
public record Outside(Usage usage, List<ObservedJvm> jvms) {

    public Outside {
        jvms = List.copyOf(jvms);
    }
}
