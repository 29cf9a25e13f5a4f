package io.github.hpjvm.advisor.rule;

import java.util.Optional;

/** The families of rules. The first digit of a rule's id names its family. */
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
    HOST;

    private static final String PREFIX = "HP-";

    /** The family of the rule with that id; empty if no family has such ids. */
    public static Optional<Family> of(String id) {
        int number = id.startsWith(PREFIX) && id.length() > PREFIX.length() ? id.charAt(PREFIX.length()) - '1' : -1;
        return number >= 0 && number < values().length ? Optional.of(values()[number]) : Optional.empty();
    }
}
