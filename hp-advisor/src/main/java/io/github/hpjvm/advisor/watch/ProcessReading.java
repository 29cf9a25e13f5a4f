package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The state of a process beside its regions, as evidence for the cause of a change. A value that was not read is empty.
 *
 * @param swapped its memory in swap (VmSwap of {@code /proc/PID/status})
 * @param childFaults minor faults of its children that have ended (field 11 of {@code /proc/PID/stat})
 * @param children number of its children that run; read only if coverage has changed
 * @param sharedShare share of the heap's resident pages that another process maps as well (bit 56 of {@code
 *     /proc/PID/pagemap}), in a sample; read only if coverage has changed
 */
public record ProcessReading(
        Optional<Bytes> swapped, Optional<Long> childFaults, OptionalInt children, Optional<Double> sharedShare) {

    public ProcessReading {
        Objects.requireNonNull(swapped, "swapped");
        Objects.requireNonNull(childFaults, "childFaults");
        Objects.requireNonNull(children, "children");
        Objects.requireNonNull(sharedShare, "sharedShare");
    }

    /**
     * Returns the start of the interval that shows a change: the earlier of two readings before {@code now}, or the later
     * one if the memory in swap grew before it and shrank after it, or the reverse. The difference to the earlier one would
     * be too small then.
     */
    public static ProcessReading start(ProcessReading earlier, ProcessReading later, ProcessReading now) {
        if (earlier.swapped.isEmpty() || later.swapped.isEmpty() || now.swapped.isEmpty()) {
            return earlier;
        }
        int first = later.swapped.get().compareTo(earlier.swapped.get());
        int second = now.swapped.get().compareTo(later.swapped.get());
        return first * second < 0 ? later : earlier;
    }

    /** The reading without any value. */
    public static ProcessReading none() {
        return new ProcessReading(Optional.empty(), Optional.empty(), OptionalInt.empty(), Optional.empty());
    }
}
