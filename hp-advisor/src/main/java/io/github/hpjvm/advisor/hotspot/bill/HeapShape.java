package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The sizes of a heap after its collector has rounded them up.
 *
 * @param max the maximum heap
 * @param initial the initial heap; empty if it is not known
 * @param alignment both sizes are a multiple of it
 * @param region the size of its regions; zero if its collector has none
 * @param old the largest size of the old generation; empty if the default NewRatio decides
 * @param prefix whether an inaccessible piece precedes the heap, as compressed oops with a base require; empty if it
 *     depends on what the kernel has mapped below 32 GiB
 */
public record HeapShape(
        Bytes max,
        Optional<Bytes> initial,
        Bytes alignment,
        Bytes region,
        Optional<Bytes> old,
        Optional<Boolean> prefix) {

    /** The default NewRatio is 2. */
    private static final long GENERATIONS = 3;

    public HeapShape {
        Objects.requireNonNull(max, "max");
        Objects.requireNonNull(initial, "initial");
        Objects.requireNonNull(alignment, "alignment");
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(old, "old");
        Objects.requireNonNull(prefix, "prefix");
    }

    /** Returns the part of the heap that the young generation leaves to the old one. */
    public Bytes oldGeneration() {
        return old.orElse(max.minus(max.dividedBy(GENERATIONS)));
    }

    /** Returns whether all of it is committed at the start. */
    public boolean isFixed() {
        return initial.filter(max::equals).isPresent();
    }
}
