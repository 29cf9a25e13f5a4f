package io.github.hpjvm.bench.evidence;

import java.util.List;

/**
 * What was seen of a program of somebody else's while it ran, from outside.
 *
 * @param usage what it used, with all that it started
 * @param jvms the JVMs that it started, in the order in which they were seen
 */
public record Outside(Usage usage, List<SeenJvm> jvms) {

    public Outside {
        jvms = List.copyOf(jvms);
    }
}
