package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.SmallThp;
import java.util.Objects;

/**
 * The extent to which a JVM is read.
 *
 * @param attach whether commands may be sent to it, as {@code jcmd} does
 * @param memory whether its memory is read
 * @param memoryMillis time limit for that, compared with the prediction from its resident memory
 * @param pmdSize the size of a transparent huge page on this host
 * @param heapAlone whether only the heap is located, which disturbs a JVM that is being measured least: it gets one
 *     command, and none that takes a safepoint
 * @param smallThp sizes below the PMD size that the memory may be on
 * @param eligibility whether THPeligible of the mappings is needed, which only smaps shows: in mode {@code always} the
 *     kernel refuses the memory of some processes
 * @param exact whether all pages are read, and smaps also where it stalls the JVM; else large regions are sampled, and
 *     the JVM waits at most a millisecond for a lock
 */
public record Reach(
        boolean attach,
        boolean memory,
        long memoryMillis,
        Bytes pmdSize,
        boolean heapAlone,
        SmallThp smallThp,
        boolean eligibility,
        boolean exact) {

    private static final long DEFAULT_MILLIS = 500;

    /** Time limit for a JVM that we started ourselves: no other user waits for it. */
    private static final long LONG_MILLIS = 5000;

    public Reach {
        Objects.requireNonNull(pmdSize, "pmdSize");
        Objects.requireNonNull(smallThp, "smallThp");
    }

    /** Returns the reach with all regions. */
    public Reach(boolean attach, boolean memory, long memoryMillis, Bytes pmdSize) {
        this(attach, memory, memoryMillis, pmdSize, false, SmallThp.none(), false, false);
    }

    /** Returns the same reach on a host that has these sizes below the PMD size. */
    public Reach with(SmallThp sizes) {
        return new Reach(attach, memory, memoryMillis, pmdSize, heapAlone, sizes, eligibility, exact);
    }

    /** Returns the same reach with or without THPeligible. */
    public Reach withEligibility(boolean needed) {
        return new Reach(attach, memory, memoryMillis, pmdSize, heapAlone, smallThp, needed, exact);
    }

    /** Returns the same reach with or without a reading of all pages. */
    public Reach withExact(boolean wanted) {
        return new Reach(attach, memory, memoryMillis, pmdSize, heapAlone, smallThp, eligibility, wanted);
    }

    /** Returns the reach for the addresses of the heap of a JVM that we started, and all pages that back it. */
    public static Reach heap(Bytes pmdSize) {
        return new Reach(true, true, LONG_MILLIS, pmdSize, true, SmallThp.none(), false, true);
    }

    /** Returns the reach for all facts. */
    public static Reach full(Bytes pmdSize) {
        return new Reach(true, true, DEFAULT_MILLIS, pmdSize);
    }

    /** Returns the reach for facts that cost almost nothing and that do not disturb the JVM. */
    public static Reach glance() {
        return new Reach(false, false, 0, Bytes.ofMiB(2));
    }
}
