package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.hotspot.Prediction;
import java.util.List;
import java.util.Optional;

/**
 * What came of one case.
 *
 * @param it the case
 * @param observed what the JVM did; empty if the host could not be brought into that state
 * @param foretold what was predicted before; empty as above
 * @param impossible why not; else empty
 * @param millis how long it took, host and all
 * @param before what had come of it the first time, if this is a second look; else empty
 */
record Result(
        Case it,
        Optional<Observation> observed,
        Optional<Prediction> foretold,
        String impossible,
        long millis,
        Optional<Result> before) {

    /** This one as a second look. */
    Result after(Result first) {
        return new Result(it, observed, foretold, impossible, millis, Optional.of(first));
    }

    /** The comparison of both; none if it was not possible. */
    List<Verdict> verdicts() {
        return observed.flatMap(seen -> foretold.map(told -> Judge.compare(told, seen)))
                .orElse(List.of());
    }
}
