package io.github.hpjvm.it.matrix;

/** What a prediction and an observation are compared in. */
enum Dimension {
    /** Whether the JVM starts or refuses to. */
    STARTS,
    /** What it says when it refuses. */
    REFUSAL,
    /** The collector that it chooses. */
    COLLECTOR,
    /** The maximum heap as it rounds it. */
    MAX_HEAP,
    /** Kind and size of the pages of the heap. */
    HEAP,
    /** Kind and size of the pages of the code. */
    CODE,
    /** What is taken of each pool, at the start and with the heap filled. */
    POOL,
    /** The codes of its warnings. */
    WARNINGS,
    /** What ends it later: a risk that came true was foretold. */
    RISKS
}
