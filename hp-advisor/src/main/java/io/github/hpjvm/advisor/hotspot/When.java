package io.github.hpjvm.advisor.hotspot;

/** The time at which a region gets its huge pages. */
public enum When {
    /** Before the first line of the program runs: reserved from a pool, or touched by AlwaysPreTouch. */
    AT_START,
    /** When the program touches the memory for the first time. */
    AT_FAULT,
    /** By khugepaged, which collapses base pages in the background. */
    LATER,
    /** Never: it stays on base pages. */
    NEVER
}
