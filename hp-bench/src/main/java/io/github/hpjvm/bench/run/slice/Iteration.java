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
 * @param collections of the fork's collectors since its start
 */
public record Iteration(double operations, double nanosPerOperation, OptionalDouble cpuNanos, long collections) {
    private static final String WORD = "iteration";
    private static final int WORDS = 5;

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
                    Long.parseLong(words.get(4))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    double wallNanos() {
        return operations * nanosPerOperation;
    }
}
