package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.slice.Median;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The end of a run of a command.
 *
 * @param status how it ended
 * @param numbers one for each load, or one; none unless the status is OK
 * @param ready time until the ready line appeared, in milliseconds; empty if there is no such line
 * @param failure why the status is not OK
 */
record Ending(RunStatus status, List<Double> numbers, OptionalLong ready, Optional<String> failure) {

    static Ending ok(List<Double> numbers, OptionalLong ready) {
        return new Ending(RunStatus.OK, List.copyOf(numbers), ready, Optional.empty());
    }

    static Ending failed(RunStatus status, String why) {
        return new Ending(status, List.of(), OptionalLong.empty(), Optional.of(why));
    }

    /** The median of the numbers: for a server that took turns, the mean would include disturbed turns. */
    OptionalDouble median() {
        return Median.of(numbers.stream().map(OptionalDouble::of).toList());
    }

    /** The mean of the numbers. */
    OptionalDouble score() {
        return numbers.stream().mapToDouble(Double::doubleValue).average();
    }
}
