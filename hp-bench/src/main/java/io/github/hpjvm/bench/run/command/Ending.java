package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.slice.Middle;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a run of a command came out.
 *
 * @param status how it ended
 * @param numbers one for each load, or one; none unless the status is OK
 * @param ready when the line was seen by which it is ready, in milliseconds; empty if there is no such line
 * @param failure why the status is not OK
 */
record Ending(RunStatus status, List<Double> numbers, OptionalLong ready, Optional<String> failure) {

    static Ending ok(List<Double> numbers, OptionalLong ready) {
        return new Ending(RunStatus.OK, List.copyOf(numbers), ready, Optional.empty());
    }

    static Ending failed(RunStatus status, String why) {
        return new Ending(status, List.of(), OptionalLong.empty(), Optional.of(why));
    }

    /** The median of the numbers: one of a server that took turns is not the mean of disturbed turns and others. */
    OptionalDouble median() {
        return Middle.of(numbers.stream().map(OptionalDouble::of).toList());
    }

    /** The mean of the numbers. */
    OptionalDouble score() {
        return numbers.stream().mapToDouble(Double::doubleValue).average();
    }
}
