package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * The size of the code cache, and the number of code heaps that HotSpot divides it into.
 *
 * @param size ReservedCodeCacheSize, as an argument or a compiler mode sets it
 * @param given whether an argument sets it: since 23 HotSpot enlarges it if none does
 * @param heaps how many code heaps there are: 3, 2 if no method is profiled, 1 without SegmentedCodeCache
 * @param nonMethods the requested size of the code heap for stubs and compiler buffers, before rounding; empty if not
 *     known
 * @param version the version that divides it; empty for the newest behaviour of each release
 * @param segmentBytes bytes of code in a segment (CodeCacheSegmentSize), of which its map has a byte each
 * @param hot a code heap for hot methods that is reserved beside {@code size}: HotCodeHeapSize, if no argument sets
 *     ReservedCodeCacheSize; zero if there is none
 * @param initialIsAll whether arguments set InitialCodeCacheSize to the whole size: the JVM then takes a large page that holds all of it
 * @param parts the sizes of code heaps that arguments set, if the whole cache follows from them; none otherwise
 */
public record CodeCache(
        Bytes size,
        boolean given,
        int heaps,
        Optional<Bytes> nonMethods,
        Optional<JavaVersion> version,
        int segmentBytes,
        Bytes hot,
        boolean initialIsAll,
        CodeHeapSizes parts) {

    /** ReservedCodeCacheSize of tiered compilation. */
    public static final Bytes DEFAULT = Bytes.ofMiB(240);

    private static final int USUAL_SEGMENT = 128;

    /** JDK-8339573. */
    private static final int SMALL_SEGMENT_SINCE = 24;

    private static final int SMALL_SEGMENT = 64;

    private static final Bytes STUBS = Bytes.ofMiB(5);
    private static final Bytes C1_BUFFER = Bytes.of(576_716);
    private static final Bytes C2_BUFFER = Bytes.of(6_592);

    public CodeCache {
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(nonMethods, "nonMethods");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(hot, "hot");
        Objects.requireNonNull(parts, "parts");
    }

    /** Creates a code cache with the segments of x86-64. */
    public CodeCache(Bytes size, boolean given, int heaps, Optional<Bytes> nonMethods, Optional<JavaVersion> version) {
        this(size, given, heaps, nonMethods, version, USUAL_SEGMENT, Bytes.ZERO, false, CodeHeapSizes.NONE);
    }

    /** Returns a code cache of that size, or of the default size, with tiered compilation. */
    static CodeCache of(Optional<Bytes> reserved) {
        Bytes size = reserved.orElse(DEFAULT);
        return new CodeCache(
                size, reserved.isPresent(), size.compareTo(DEFAULT) >= 0 ? 3 : 1, Optional.empty(), Optional.empty());
    }

    /** Returns a copy with room for the buffers of that number of compiler threads. */
    CodeCache withCompilers(int compilers) {
        return new CodeCache(
                size,
                given,
                heaps,
                Optional.of(nonMethods(compilers)),
                version,
                segmentBytes,
                hot,
                initialIsAll,
                parts);
    }

    /** Returns a copy with a code heap for hot methods. */
    public CodeCache withHot(Bytes bytes) {
        return new CodeCache(size, given, heaps, nonMethods, version, segmentBytes, bytes, initialIsAll, parts);
    }

    /** Returns a copy with these sizes of code heaps, from which the whole size follows. */
    public CodeCache withParts(CodeHeapSizes sizes) {
        return new CodeCache(size, given, heaps, nonMethods, version, segmentBytes, hot, initialIsAll, sizes);
    }

    /** Returns a copy whose initial size is the whole size, or is not. */
    public CodeCache withInitialOfAll(boolean all) {
        return new CodeCache(size, given, heaps, nonMethods, version, segmentBytes, hot, all, parts);
    }

    /** Returns a copy as that version divides it. */
    public CodeCache on(JavaVersion other) {
        return new CodeCache(
                size, given, heaps, nonMethods, Optional.of(other), segmentBytes, hot, initialIsAll, parts);
    }

    /**
     * Returns a copy with the segments of an architecture: 24 and newer have 64 bytes on aarch64 (JDK-8339573, {@code
     * src/hotspot/cpu/aarch64/globals_aarch64.hpp}). Measured on Debian's arm64 kernel 6.1 with 25.0.5: a pool that is exact for
     * maps of 128 bytes is too small.
     *
     * @param architecture as in {@code uname -m}; empty if it is not known
     */
    public CodeCache onArchitecture(Optional<String> architecture) {
        boolean small = architecture.equals(Optional.of("aarch64"))
                && version.filter(it -> it.feature() >= SMALL_SEGMENT_SINCE).isPresent();
        return new CodeCache(
                size,
                given,
                heaps,
                nonMethods,
                version,
                small ? SMALL_SEGMENT : segmentBytes,
                hot,
                initialIsAll,
                parts);
    }

    /**
     * Returns whether a page size has to divide it. Up to 21.0.0 and in 17.0.0 to 17.0.9 it has to. Later versions round the
     * code cache up (JDK-8304954: 22, 21.0.1 by pull request jdk21u 41, 17.0.10 by jdk17u-dev 1734). Measured with 33, 63 and 241 MiB: base pages on 11.0.33, 17.0.2,
     * 17.0.3, 17.0.7 and 17.0.9; pages of 2 MiB on 17.0.21 and 21.0.2. 8 rounds up, too.
     */
    public boolean isExact() {
        return version.filter(CodeCache::isExact).isPresent();
    }

    /** Returns whether a page size has to divide the code cache of that version. */
    public static boolean isExact(JavaVersion version) {
        return switch (version.feature()) {
            case 17 -> !version.isAtLeast(17, 0, 10);
            case 21 -> !version.isAtLeast(21, 0, 1);
            default -> version.feature() > 8 && version.feature() < 22;
        };
    }

    /**
     * Returns whether one large page may hold the code cache: if InitialCodeCacheSize is the whole size (CodeCache::initialize in
     * {@code src/hotspot/share/code/codeCache.cpp}). Measured with 8 MiB for both: 11.0.33, also with several code heaps, and 25.0.5
     * with one code heap; not 8u504, 17.0.21 and 21.0.13. 22 to 24 were not measured, and count as 21.
     */
    boolean fitsOnePage() {
        return initialIsAll
                && (isExact()
                        || !segmented()
                                && version.filter(it -> !it.isAtLeast(25)).isEmpty());
    }

    /**
     * Returns whether the code heaps are rounded down. JDK-8311248 does so in 23 and newer. Measured with {@code
     * -Xlog:pagesize}: 25.0.2 rounds down; 25.0.3, 25.0.5 and 26 round up.
     */
    boolean isRoundedDown() {
        return version.filter(it -> it.feature() >= 23 && !it.isAtLeast(25, 0, 3))
                .isPresent();
    }

    /**
     * Returns the address space of all code heaps in base pages. A code heap for stubs whose size is not known counts as the
     * smallest.
     */
    public Bytes whole() {
        Bytes base = Bytes.ofKiB(4);
        return parts.isEmpty()
                ? size.plus(hot)
                : CodeHeaps.ofParts(this, nonMethods.orElse(STUBS), base).total();
    }

    /** Returns whether there are several code heaps. */
    public boolean segmented() {
        return heaps > 1;
    }

    /**
     * Returns the size that this number of compiler threads needs for stubs and buffers (CodeCache::initialize_heaps in
     * {@code src/hotspot/share/code/codeCache.cpp}). A third of the threads is C1's. Measured on 17, 25 and 28.
     */
    public static Bytes nonMethods(int compilers) {
        int c1 = Math.max(1, compilers / 3);
        return nonMethods(c1, Math.max(1, compilers - c1));
    }

    /** Returns the same for that many threads of C1 and of C2. */
    public static Bytes nonMethods(int c1, int c2) {
        return STUBS.plus(C1_BUFFER.times(c1)).plus(C2_BUFFER.times(c2));
    }

    /** Returns how many compiler threads HotSpot has on so many processors (CompilationPolicy::initialize). */
    public static int compilers(int processors) {
        return compilers(processors, 2);
    }

    /** Returns the same with another minimum: a single compiler may have one thread. */
    public static int compilers(int processors, int least) {
        int log = 31 - Integer.numberOfLeadingZeros(Math.max(1, processors));
        int loglog = 31 - Integer.numberOfLeadingZeros(Math.max(1, log));
        return Math.max(least, log * loglog * 3 / 2);
    }
}
