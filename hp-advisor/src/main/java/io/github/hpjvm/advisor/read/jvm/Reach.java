package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Bytes;
import java.util.Objects;

/**
 * How far a look at a JVM may go.
 *
 * @param attach whether it may be asked itself, as {@code jcmd} does
 * @param memory whether its memory is to be looked at
 * @param memoryMillis how long that may take, by what is predicted from its resident memory
 * @param pmdSize the size of a transparent huge page on this host
 * @param heapAlone whether of all regions only the heap is looked for, which a JVM that is being measured notices least:
 *     it is asked one question, and for none that takes a safepoint
 */
public record Reach(boolean attach, boolean memory, long memoryMillis, Bytes pmdSize, boolean heapAlone) {

    private static final long DEFAULT_MILLIS = 500;

    /** For one that we started ourselves: nobody else waits for it. */
    private static final long LONG_MILLIS = 5000;

    public Reach {
        Objects.requireNonNull(pmdSize, "pmdSize");
    }

    /** With all regions. */
    public Reach(boolean attach, boolean memory, long memoryMillis, Bytes pmdSize) {
        this(attach, memory, memoryMillis, pmdSize, false);
    }

    /** Where its heap is, and what stands behind it. */
    public static Reach heap(Bytes pmdSize) {
        return new Reach(true, true, LONG_MILLIS, pmdSize, true);
    }

    /** Everything. */
    public static Reach full(Bytes pmdSize) {
        return new Reach(true, true, DEFAULT_MILLIS, pmdSize);
    }

    /** Only what costs next to nothing and that the JVM does not notice. */
    public static Reach glance() {
        return new Reach(false, false, 0, Bytes.ofMiB(2));
    }
}
