package io.github.hpjvm.bench.run.perf;

import io.github.hpjvm.bench.counters.IntervalCounts;
import java.util.List;

/**
 * A completed counting.
 *
 * @param intervals the completed intervals
 * @param end the reason why it ended
 * @param message the first lines that perf printed beside the counts; empty unless it failed
 */
public record Counting(List<IntervalCounts> intervals, End end, String message) {

    public Counting {
        intervals = List.copyOf(intervals);
    }

    /** The reason why a counting ended. */
    public enum End {
        /** The requested time is over. */
        COMPLETE,
        TARGET_ENDED,
        /** A signal ended the command, or the reader of its output closed the pipe. */
        INTERRUPTED,
        /** The user may not count the target. */
        DENIED,
        /** perf ended with an error. */
        FAILED
    }
}
