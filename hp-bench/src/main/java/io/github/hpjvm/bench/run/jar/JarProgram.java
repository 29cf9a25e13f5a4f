package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.plan.Workload;
import java.util.Map;

/**
 * A jar with its benchmarks.
 *
 * @param forked the arguments of the forks of each benchmark
 * @param heaps the maximum heap of these forks, if known
 */
record JarProgram(JmhJar jar, Map<Workload, ForkedJvm> forked, Map<Workload, Bytes> heaps) {
    JarProgram {
        forked = Map.copyOf(forked);
        heaps = Map.copyOf(heaps);
    }
}
