package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.plan.Workload;
import java.util.Map;

/**
 * A jar with its benchmarks.
 *
 * @param forked the arguments of the forks of each benchmark
 */
record JarProgram(JmhJar jar, Map<Workload, ForkedJvm> forked) {
    JarProgram {
        forked = Map.copyOf(forked);
    }
}
