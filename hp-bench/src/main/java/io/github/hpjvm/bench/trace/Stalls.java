package io.github.hpjvm.bench.trace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The result of {@code hp-cli stalls}.
 *
 * @param interval the number of the interval, from 1 on; empty for the whole trace
 * @param seconds time between both readings of the counters
 * @param backend the tracer
 * @param declined tracers that would have been better, and why they were not used
 * @param pid the process whose faults were traced; empty for all processes
 * @param measured histograms and counts
 * @param vmstat increases of counters of the whole host
 * @param checks counters beside counts; empty if only one process was traced
 * @param unmeasured measurements that this host does not allow
 * @param lost events that the tracer lost
 * @param cpuNanos CPU time of this process and of the tracer; without the time of the trace points themselves
 * @param cpuPressure share of the time in which at least one task of the host waited for a CPU; empty if not known
 * @param end why the trace ended
 * @param verdict the mode that the numbers favour
 */
public record Stalls(
        OptionalInt interval,
        double seconds,
        Backend backend,
        List<Declined> declined,
        OptionalLong pid,
        TraceMeasurement measured,
        Map<String, Long> vmstat,
        List<CrossCheck> checks,
        List<Unmeasured> unmeasured,
        long lost,
        long cpuNanos,
        OptionalDouble cpuPressure,
        End end,
        DefragVerdict verdict) {

    public Stalls {
        declined = List.copyOf(declined);
        vmstat = Collections.unmodifiableMap(new LinkedHashMap<>(vmstat));
        checks = List.copyOf(checks);
        unmeasured = List.copyOf(unmeasured);
    }

    /** A tracer that was not used. */
    public record Declined(Backend backend, String reason) {}

    /** Why the trace ended. */
    public enum End {
        /** The next interval has begun. */
        INTERVAL,
        TIME,
        INTERRUPTED,
        PROCESS_ENDED,
        TRACER_ENDED
    }
}
