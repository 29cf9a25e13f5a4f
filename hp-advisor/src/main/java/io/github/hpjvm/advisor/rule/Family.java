package io.github.hpjvm.advisor.rule;

/** The families of rules, in the order of the first digit of their ids. */
public enum Family {
    /** Huge pages that were requested or are available, and that a region does not have. */
    HUGE_PAGES,
    /** Costs and risks of huge pages: stalls, memory limits, forks. */
    SIDE_EFFECTS,
    /** Pools whose pages do not back the heap. */
    POOL_USE,
    /** Initial size, growth and pretouch of the heap. */
    HEAP_SETUP,
    /** Memory outside of the heap. */
    OUTSIDE_HEAP,
    /** Huge pages of other sizes than 2 MiB. */
    PAGE_SIZES,
    /** Releases of the JDK. */
    RELEASES,
    /** The policy of the host. */
    HOST,
    /** The end of a JVM, as its crash log describes it. */
    CRASHES
}
