package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The size of the code cache.
 *
 * @param reserved what is reserved, where an argument or a compiler mode says it; empty for the default of tiered
 *     compilation, of which HotSpot makes three code heaps
 * @param segmented whether there are several code heaps
 * @param nonMethods what the code heap for stubs and compiler buffers is to have, before rounding; empty if not known
 */
public record CodeCache(Optional<Bytes> reserved, boolean segmented, Optional<Bytes> nonMethods) {

    /** ReservedCodeCacheSize of tiered compilation. */
    public static final Bytes DEFAULT = Bytes.ofMiB(240);

    private static final Bytes STUBS = Bytes.ofMiB(5);
    private static final Bytes C1_BUFFER = Bytes.of(576_716);
    private static final Bytes C2_BUFFER = Bytes.of(6_592);

    public CodeCache {
        Objects.requireNonNull(reserved, "reserved");
        Objects.requireNonNull(nonMethods, "nonMethods");
    }

    /** One of that size, or the default one. */
    static CodeCache of(Optional<Bytes> reserved) {
        return new CodeCache(reserved, reserved.orElse(DEFAULT).compareTo(DEFAULT) >= 0, Optional.empty());
    }

    /** The same with room for the buffers of that number of compiler threads. */
    CodeCache withCompilers(int compilers) {
        return new CodeCache(reserved, segmented, Optional.of(nonMethods(compilers)));
    }

    /** What is reserved, with the default where nothing says it. */
    public Bytes size() {
        return reserved.orElse(DEFAULT);
    }

    /**
     * What that number of compiler threads wants for stubs and buffers (CodeCache::initialize_heaps in
     * {@code src/hotspot/share/code/codeCache.cpp}): a third of them is C1's. Measured on 17, 25 and 28.
     */
    public static Bytes nonMethods(int compilers) {
        int c1 = Math.max(1, compilers / 3);
        return STUBS.plus(C1_BUFFER.times(c1)).plus(C2_BUFFER.times(Math.max(1, compilers - c1)));
    }

    /** How many compiler threads HotSpot has on so many processors (CompilationPolicy::initialize). */
    public static int compilers(int processors) {
        int log = 31 - Integer.numberOfLeadingZeros(Math.max(1, processors));
        int loglog = 31 - Integer.numberOfLeadingZeros(Math.max(1, log));
        return Math.max(2, log * loglog * 3 / 2);
    }
}
