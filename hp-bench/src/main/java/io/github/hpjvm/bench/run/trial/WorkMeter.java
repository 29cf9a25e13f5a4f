package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.WorkSource;
import java.util.OptionalDouble;

/** Reads the counter of the work that a process has done. */
public interface WorkMeter {

    /**
     * Returns the counter; empty if work is not counted.
     *
     * @throws UnreadableWorkException if it cannot be read
     */
    OptionalDouble read() throws UnreadableWorkException;

    /** Returns the meter of a source. */
    static WorkMeter of(WorkSource source, long pid) {
        if (source instanceof WorkSource.Lines lines) {
            return new LineMeter(lines);
        }
        if (source instanceof WorkSource.Metric metric) {
            return new MetricMeter(metric);
        }
        if (source instanceof WorkSource.Counter counter) {
            return new PerfCounterMeter(counter, pid);
        }
        return OptionalDouble::empty;
    }

    /** Thrown if the counter cannot be read. The message is one line. */
    final class UnreadableWorkException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableWorkException(String message) {
            super(message);
        }
    }
}
