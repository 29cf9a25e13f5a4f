package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The sizes of code heaps that arguments set, each empty if none sets it.
 *
 * @param nonMethods NonNMethodCodeHeapSize
 * @param profiled ProfiledCodeHeapSize
 * @param nonProfiled NonProfiledCodeHeapSize
 */
public record CodeHeapSizes(Optional<Bytes> nonMethods, Optional<Bytes> profiled, Optional<Bytes> nonProfiled) {

    /** No argument sets a size. */
    public static final CodeHeapSizes NONE = new CodeHeapSizes(Optional.empty(), Optional.empty(), Optional.empty());

    public CodeHeapSizes {
        Objects.requireNonNull(nonMethods, "nonMethods");
        Objects.requireNonNull(profiled, "profiled");
        Objects.requireNonNull(nonProfiled, "nonProfiled");
    }

    /** Returns whether no argument sets a size. */
    public boolean isEmpty() {
        return nonMethods.isEmpty() && profiled.isEmpty() && nonProfiled.isEmpty();
    }
}
