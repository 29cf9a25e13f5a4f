package io.github.hpjvm.bench.run.slice;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One measured iteration of a fork.
 *
 * @param operations of all threads
 * @param nanosPerOperation elapsed time of one operation, as JMH defines it
 * @param cpuNanos CPU time of all operations; empty if unknown
 * @param waitedNanos time in which the measuring thread was ready to run and waited for a CPU; 0 if unknown
 * @param collections of the fork's collectors since its start
 */
public record Iteration(
        double operations, double nanosPerOperation, OptionalDouble cpuNanos, double waitedNanos, long collections) {
    private static final String WORD = "iteration";
    private static final int WORDS = 6;

    /** Parses a line of the gate in the fork; empty if it is another line, or damaged. */
    static Optional<Iteration> parse(String line) {
        List<String> words = List.of(line.split(" "));
        if (words.size() != WORDS || !words.get(0).equals(WORD)) {
            return Optional.empty();
        }
        try {
            double cpu = Double.parseDouble(words.get(3));
            return Optional.of(new Iteration(
                    Double.parseDouble(words.get(1)),
                    Double.parseDouble(words.get(2)),
                    cpu < 0 ? OptionalDouble.empty() : OptionalDouble.of(cpu),
                    Math.max(0, Double.parseDouble(words.get(4))),
                    Long.parseLong(words.get(5))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * An iteration of one thread, without the time in which the thread waited for the CPU. The fork reads the waiting
     * time around the iteration, so it may include waiting before JMH's measured time begins and after it ends. The
     * elapsed time is therefore at least the CPU time.
     */
    Iteration withoutWaiting() {
        double least = Math.min(wallNanos(), cpuNanos.orElse(0));
        double elapsed = Math.max(least, wallNanos() - waitedNanos);
        return new Iteration(operations, elapsed / operations, cpuNanos, 0, collections);
    }

    double wallNanos() {
        return operations * nanosPerOperation;
    }
}
