package io.github.hpjvm.bench.run.perf;

import java.util.List;
import java.util.Optional;

/**
 * The target of a measurement: one process with all its threads, or all CPUs.
 *
 * @param pid the process; empty for all CPUs
 */
public record PerfTarget(Optional<Long> pid) {

    /** The target for messages. */
    @Override
    public String toString() {
        return pid.map(it -> "process " + it).orElse("all processes");
    }

    /** The options of {@code perf stat}. */
    List<String> options() {
        return pid.map(it -> List.of("-p", Long.toString(it))).orElse(List.of("-a"));
    }
}
