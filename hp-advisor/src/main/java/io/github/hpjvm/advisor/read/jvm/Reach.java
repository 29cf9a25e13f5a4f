package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.SmallThp;
import io.github.hpjvm.advisor.read.memory.CostBudget;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The extent to which a JVM is read.
 *
 * @param contact whether commands may be sent to it, as {@code jcmd} does, and the time limit of its tables and answers
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
 * @param cost how much is read to find what huge pages cost in memory; empty for nothing
 */
public record Reach(
        Contact contact,
        boolean memory,
        long memoryMillis,
        Bytes pmdSize,
        boolean heapAlone,
        SmallThp smallThp,
        boolean eligibility,
        boolean exact,
        Optional<CostBudget> cost) {

    private static final long DEFAULT_MILLIS = 500;

    /** Cost of reading pagemap, which is read where smaps alone is not enough. */
    private static final long MILLIS_PER_GIB = 6;

    private static final String LATE = "no time was left for this JVM";

    /** Time limit for a JVM that we started ourselves: no other user waits for it. */
    private static final long LONG_MILLIS = 5000;

    public Reach {
        Objects.requireNonNull(contact, "contact");
        Objects.requireNonNull(pmdSize, "pmdSize");
        Objects.requireNonNull(smallThp, "smallThp");
        Objects.requireNonNull(cost, "cost");
    }

    /** Returns the reach with all regions. */
    public Reach(Contact contact, boolean memory, long memoryMillis, Bytes pmdSize) {
        this(contact, memory, memoryMillis, pmdSize, false, SmallThp.none(), false, false, Optional.empty());
    }

    /** Returns the same reach on a host that has these sizes below the PMD size. */
    public Reach with(SmallThp sizes) {
        return new Reach(contact, memory, memoryMillis, pmdSize, heapAlone, sizes, eligibility, exact, cost);
    }

    /** Returns the same reach with another permission to contact the JVM. */
    public Reach with(Contact permitted) {
        return new Reach(permitted, memory, memoryMillis, pmdSize, heapAlone, smallThp, eligibility, exact, cost);
    }

    /** Returns the same reach with or without THPeligible. */
    public Reach withEligibility(boolean needed) {
        return new Reach(contact, memory, memoryMillis, pmdSize, heapAlone, smallThp, needed, exact, cost);
    }

    /**
     * Returns the same reach within a time limit: one half is for replies, the other for memory. Without time it has
     * neither.
     */
    public Reach within(long millis) {
        long half = Math.max(0, millis / 2);
        Duration limit = Duration.ofMillis(Math.min(contact.timeout().toMillis(), half));
        return new Reach(
                contact.within(limit),
                memory && half > 0,
                Math.min(memoryMillis, half),
                pmdSize,
                heapAlone,
                smallThp,
                eligibility,
                exact,
                cost);
    }

    /** Returns how much memory may be read page by page from pagemap. */
    Bytes mostOfPagemap() {
        return Bytes.ofGiB(1).times(Math.max(1, memoryMillis / MILLIS_PER_GIB));
    }

    /** Returns why its memory is not read. */
    String whyNoMemory() {
        return contact.timeout().isZero() ? LATE : "its memory was not requested";
    }

    /** Returns the same reach with or without a reading of all pages. */
    public Reach withExact(boolean wanted) {
        return new Reach(contact, memory, memoryMillis, pmdSize, heapAlone, smallThp, eligibility, wanted, cost);
    }

    /** Returns the same reach with what huge pages cost in memory, or without. */
    public Reach withCost(Optional<CostBudget> budget) {
        return new Reach(contact, memory, memoryMillis, pmdSize, heapAlone, smallThp, eligibility, exact, budget);
    }

    /** Returns the reach for the addresses of the heap of a JVM that we started, and all pages that back it. */
    public static Reach heap(Bytes pmdSize) {
        return new Reach(
                Contact.whereDenied(),
                true,
                Patience.with(LONG_MILLIS),
                pmdSize,
                true,
                SmallThp.none(),
                false,
                true,
                Optional.empty());
    }

    /** Returns the reach for all facts. */
    public static Reach full(Bytes pmdSize) {
        return new Reach(Contact.whereDenied(), true, Patience.with(DEFAULT_MILLIS), pmdSize);
    }

    /** Returns the reach for facts that cost almost nothing and that do not disturb the JVM. */
    public static Reach glance() {
        return new Reach(Contact.never(), false, 0, Bytes.ofMiB(2));
    }
}
