package io.github.hpjvm.it.matrix;

import java.util.Optional;

/**
 * What came of one case.
 *
 * @param it the case
 * @param observed what the JVM did; empty if the host could not be brought into that state
 * @param impossible why not; else empty
 * @param millis how long it took, host and all
 */
record Result(Case it, Optional<Observation> observed, String impossible, long millis) {}
