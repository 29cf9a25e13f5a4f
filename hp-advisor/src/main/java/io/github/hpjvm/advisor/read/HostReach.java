package io.github.hpjvm.advisor.read;

/** How far a look at a host goes. */
public enum HostReach {
    /** Everything that it says of its huge pages: some 250 files. */
    FULL,

    /**
     * What advice is made of, some 60 files. All else is SKIPPED, and rules do not see it in a full look either
     * ({@link io.github.hpjvm.advisor.facts.Host#forAdvice}): so the advice is the same.
     */
    ADVICE,

    /** The same, and the control groups of the reading process: those of a JVM that it would start. */
    PREDICTION
}
