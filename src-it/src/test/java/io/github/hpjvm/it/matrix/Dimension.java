package io.github.hpjvm.it.matrix;

/** Aspect in which a prediction and an observation are compared. */
enum Dimension {
    /** Whether the JVM starts or refuses to. */
    STARTS,
    /** Its message when it refuses. */
    REFUSAL,
    /** The collector that it chooses. */
    COLLECTOR,
    /** The maximum heap as it rounds it. */
    MAX_HEAP,
    /** Kind and size of the pages of the heap. */
    HEAP,
    /** Kind and size of the pages of the code. */
    CODE,
    /** The pages taken of each pool, at the start and with the heap filled. */
    POOL,
    /** The codes of its warnings. */
    WARNINGS,
    /** A later end of the JVM: the prediction must name the risk. */
    RISKS
}
