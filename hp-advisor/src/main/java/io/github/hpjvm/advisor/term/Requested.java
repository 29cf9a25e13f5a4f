package io.github.hpjvm.advisor.term;

/** The pages that the arguments of a JVM request, whether or not they were granted. */
public enum Requested {
    NONE,
    THP,
    HUGETLB,
    /** Some arguments could not be read, or this build has a default of its own. */
    UNKNOWN
}
