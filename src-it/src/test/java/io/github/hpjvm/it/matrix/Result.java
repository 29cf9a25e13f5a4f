package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.hotspot.Prediction;
import java.util.List;
import java.util.Optional;

/**
 * The result of one case.
 *
 * @param it the case
 * @param observed the behaviour of the JVM; empty if the host could not be brought into that state
 * @param predicted the prediction made before; empty as above
 * @param impossible why not; else empty
 * @param millis its duration, including the changes of the host
 * @param before the result of the first run, if this is the second; else empty
 */
record Result(
        Case it,
        Optional<Observation> observed,
        Optional<Prediction> predicted,
        String impossible,
        long millis,
        Optional<Result> before) {

    /** Returns this result as the result of a second run. */
    Result after(Result first) {
        return new Result(it, observed, predicted, impossible, millis, Optional.of(first));
    }

    /** Returns the comparison of both; none if it was not possible. */
    List<Verdict> verdicts() {
        return observed.flatMap(actual -> predicted.map(known -> Judge.compare(known, actual)))
                .orElse(List.of());
    }
}
