package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The timing of a run in results.json. Files of earlier versions have none.
 *
 * @param alone slices of long turns; null if there were none
 */
record TimingDocument(
        Optional<Interleave> interleave,
        int nice,
        Optional<String> whyForks,
        OptionalDouble wallNanosPerOp,
        OptionalDouble cpuNanosPerOp,
        Slices slices,
        @Nullable Slices alone) {
    /**
     * Slices as one list for each number. They have whole nanoseconds, without a fraction that would only take space.
     *
     * @param operations whole numbers, but for the load of a server, which may be small
     */
    record Slices(List<Integer> turn, List<Number> operations, List<Long> wallNanos, List<Optional<Long>> cpuNanos) {
        static Slices of(List<Slice> slices) {
            return new Slices(
                    slices.stream().map(Slice::turn).toList(),
                    slices.stream().map(slice -> operations(slice.operations())).toList(),
                    slices.stream().map(slice -> Math.round(slice.wallNanos())).toList(),
                    slices.stream().map(slice -> whole(slice.cpuNanos())).toList());
        }

        private static Number operations(double operations) {
            boolean whole = operations == Math.rint(operations) || !Double.isFinite(operations);
            // A conditional expression would make a double of both.
            if (whole) {
                return Math.round(operations);
            }
            return operations;
        }

        private static Optional<Long> whole(OptionalDouble nanos) {
            return nanos.isPresent() ? Optional.of(Math.round(nanos.getAsDouble())) : Optional.empty();
        }

        List<Slice> all() {
            if (operations.size() != turn.size() || wallNanos.size() != turn.size() || cpuNanos.size() != turn.size()) {
                throw new IllegalArgumentException("has slices with lists of different lengths");
            }
            List<Slice> all = new ArrayList<>();
            for (int i = 0; i < turn.size(); i++) {
                all.add(new Slice(
                        turn.get(i),
                        operations.get(i).doubleValue(),
                        wallNanos.get(i),
                        cpuNanos.get(i).map(OptionalDouble::of).orElse(OptionalDouble.empty())));
            }
            return all;
        }
    }

    static TimingDocument of(Timing timing) {
        return new TimingDocument(
                Optional.of(timing.interleave()),
                timing.nice(),
                timing.whyForks(),
                timing.secondClock(),
                timing.cpuPerOperation(),
                Slices.of(timing.slices()),
                timing.alone().isEmpty() ? null : Slices.of(timing.alone()));
    }

    Timing timing() {
        return new Timing(
                interleave.orElse(Timing.NONE.interleave()),
                nice,
                whyForks,
                wallNanosPerOp,
                cpuNanosPerOp,
                slices.all(),
                alone == null ? List.of() : alone.all());
    }
}
