package io.github.hpjvm.bench.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the time of a run was measured, and what an operation took by each clock.
 *
 * @param interleave how the forks of the round shared its time
 * @param nice nice value of the fork; 0 where it was not raised
 * @param whyForks why the forks of this round did not take turns; empty where they did or where forks were requested
 * @param wallPerOperation elapsed nanoseconds of an operation; empty where only the score is known
 * @param cpuPerOperation CPU nanoseconds of an operation; empty where CPU time was not measured
 * @param slices measured turns in the order of their numbers; empty where the fork ran without interruption
 */
public record Timing(
        Interleave interleave,
        int nice,
        Optional<String> whyForks,
        OptionalDouble wallPerOperation,
        OptionalDouble cpuPerOperation,
        List<Slice> slices) {

    /** Of a run that ran without interruption, and of which only the score is known. */
    public static final Timing NONE = new Timing(
            Interleave.FORKS, 0, Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty(), List.of());

    /** The same, of a fork that ran alone for this reason. */
    public Timing because(String why) {
        return new Timing(interleave, nice, Optional.of(why), wallPerOperation, cpuPerOperation, slices);
    }

    public Timing {
        slices = List.copyOf(slices);
    }
}
