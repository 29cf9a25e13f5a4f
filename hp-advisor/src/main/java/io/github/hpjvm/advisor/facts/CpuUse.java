package io.github.hpjvm.advisor.facts;

import java.util.OptionalDouble;

/**
 * The CPU time of a process since its start, in user and kernel mode ({@code utime} and {@code stime} of {@code
 * /proc/PID/stat}), without that of its children.
 *
 * @param cpuMillis CPU time in milliseconds
 * @param ageMillis time since its start in milliseconds, but of whole seconds; 0 if it is not known
 */
public record CpuUse(long cpuMillis, long ageMillis) {

    /** A younger process has used most of its CPU time to start. */
    private static final long YOUNG_MILLIS = 10_000;

    /**
     * Returns the mean number of CPUs that it has used since an earlier time; empty if that was less than ten seconds ago, or
     * was not earlier.
     */
    public OptionalDouble coresSince(CpuUse earlier) {
        return earlier.cpuMillis < 0 || earlier.ageMillis < 0
                ? OptionalDouble.empty()
                : new CpuUse(cpuMillis - earlier.cpuMillis, ageMillis - earlier.ageMillis).cores();
    }

    /** Returns the mean number of CPUs that it has used; empty if it started less than ten seconds ago. */
    public OptionalDouble cores() {
        return ageMillis >= YOUNG_MILLIS && cpuMillis >= 0
                ? OptionalDouble.of((double) cpuMillis / ageMillis)
                : OptionalDouble.empty();
    }
}
