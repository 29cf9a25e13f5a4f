package io.github.hpjvm.advisor.facts;

/** The pages that the arguments of a JVM ask for; whether it got them is another question. */
public enum Requested {
    NONE,
    THP,
    HUGETLB,
    /** Some arguments could not be read, or this build has a default of its own. */
    UNKNOWN
}
