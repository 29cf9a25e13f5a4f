package io.github.hpjvm.bench.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The interleaving of a run and its time per operation.
 *
 * @param interleave interleaving of the forks of the round
 * @param nice nice value of the fork; 0 if the priority was not raised
 * @param whyForks the reason why the forks of this round did not take turns; empty if they did or forks were requested
 * @param wallPerOperation elapsed nanoseconds per operation; empty if only the score is known
 * @param cpuPerOperation CPU nanoseconds per operation; empty if CPU time was not measured
 * @param slices measured slices in the order of turns; empty if the fork ran without interruption
 * @param alone measured slices of long turns, in which the fork ran alone; empty unless requested
 */
public record Timing(
        Interleave interleave,
        int nice,
        Optional<String> whyForks,
        OptionalDouble wallPerOperation,
        OptionalDouble cpuPerOperation,
        List<Slice> slices,
        List<Slice> alone) {

    /** A timing without long turns. */
    public Timing(
            Interleave interleave,
            int nice,
            Optional<String> whyForks,
            OptionalDouble wallPerOperation,
            OptionalDouble cpuPerOperation,
            List<Slice> slices) {
        this(interleave, nice, whyForks, wallPerOperation, cpuPerOperation, slices, List.of());
    }

    /** The value for a run without interruption, with a known score and no other timing. */
    public static final Timing NONE = new Timing(
            Interleave.FORKS, 0, Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty(), List.of());

    /**
     * The elapsed time per operation if it is a measurement of its own. In turns on a shared CPU the time in which a
     * thread waits is left out, and what remains is the CPU time.
     */
    public OptionalDouble secondClock() {
        return wallPerOperation.equals(cpuPerOperation) ? OptionalDouble.empty() : wallPerOperation;
    }

    /** This timing with the reason why forks did not take turns. */
    public Timing because(String why) {
        return new Timing(interleave, nice, Optional.of(why), wallPerOperation, cpuPerOperation, slices, alone);
    }

    /** This timing with the slices of long turns. */
    public Timing withAlone(List<Slice> longTurns) {
        return new Timing(interleave, nice, whyForks, wallPerOperation, cpuPerOperation, slices, longTurns);
    }

    /** This timing with the nice value of the fork. */
    public Timing atNice(int value) {
        return new Timing(interleave, value, whyForks, wallPerOperation, cpuPerOperation, slices, alone);
    }

    public Timing {
        slices = List.copyOf(slices);
        alone = List.copyOf(alone);
    }
}
