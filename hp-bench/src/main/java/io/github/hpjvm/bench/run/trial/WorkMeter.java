package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.WorkSource;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.util.OptionalDouble;

/** Reads the counter of the work that a process has done. */
public interface WorkMeter {

    /**
     * Returns the counter; empty if work is not counted.
     *
     * @throws UnreadableWorkException if it cannot be read
     */
    OptionalDouble read() throws UnreadableWorkException;

    /**
     * Prepares a reading. A meter that reads all that was added since its last reading leaves out what was added until now.
     *
     * @throws UnreadableWorkException if it cannot be read
     */
    default void skip() throws UnreadableWorkException {}

    /** Returns the meter of a source. A reading takes at most 5 s. */
    static WorkMeter of(WorkSource source, long pid) {
        if (source instanceof WorkSource.None) {
            return OptionalDouble::empty;
        }
        return new LimitedMeter(unlimited(source, pid), source.toString(), Patience.with(Duration.ofSeconds(5)));
    }

    private static WorkMeter unlimited(WorkSource source, long pid) {
        if (source instanceof WorkSource.Lines lines) {
            return new LineMeter(lines);
        }
        if (source instanceof WorkSource.Metric metric) {
            return new MetricMeter(metric);
        }
        return new PerfCounterMeter((WorkSource.Counter) source, pid);
    }

    /** Thrown if the counter cannot be read. The message is one line. */
    final class UnreadableWorkException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableWorkException(String message) {
            super(message);
        }
    }
}
