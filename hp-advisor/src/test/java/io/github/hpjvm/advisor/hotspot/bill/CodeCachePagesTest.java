package io.github.hpjvm.advisor.hotspot.bill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodeCachePagesTest {

    /** Needs of a default code cache on aarch64 with pools of 64 KiB: two maps of 117 MiB of code. */
    @Test
    void segmentsOfAarch64AreSmallerSince24() {
        PageSizes sizes = PageSizes.of(Bytes.ofKiB(64));
        CodeCache usual = CodeCache.of(Optional.empty()).withCompilers(2).on(JavaVersion.parse("25.0.5"));
        CodeCache arm = usual.onArchitecture(Optional.of("aarch64"));
        assertEquals(14, mapPages(CodeCachePages.pieces(25, usual, sizes)));
        assertEquals(29, mapPages(CodeCachePages.pieces(25, arm, sizes)));
        assertEquals(usual, usual.onArchitecture(Optional.of("x86_64")));
        CodeCache old = usual.on(JavaVersion.parse("21.0.13"));
        assertEquals(old, old.onArchitecture(Optional.of("aarch64")));
    }

    /** aarch64 with base pages of 4 KiB has pools of 2 MiB and 64 KiB. */
    @Test
    void aMapHasTheLargestPageThatFits() {
        CodeCache arm = CodeCache.of(Optional.of(Bytes.ofMiB(512)))
                .withCompilers(2)
                .on(JavaVersion.parse("25.0.5"))
                .onArchitecture(Optional.of("aarch64"));
        Piece map = CodeCachePages.pieces(25, arm, new PageSizes(List.of(Bytes.ofMiB(2), Bytes.ofKiB(64))))
                .get(1);
        assertEquals(Bytes.ofMiB(2), map.pageSize());
        assertEquals(2, map.all().max());
    }

    /** Measured with InitialCodeCacheSize and ReservedCodeCacheSize of 8 MiB, one code heap. */
    @ParameterizedTest
    @CsvSource({"11.0.33, true", "17.0.21, false", "21.0.13, false", "25.0.5, true"})
    void anInitialSizeOfAllNeedsNoEightPages(String version, boolean large) {
        CodeCache small = CodeCache.of(Optional.of(Bytes.ofMiB(8))).on(JavaVersion.parse(version));
        PageSizes sizes = PageSizes.of(Bytes.ofMiB(2));
        assertEquals(Optional.empty(), CodeCachePages.pageSize(small, sizes));
        assertEquals(
                large ? Optional.of(Bytes.ofMiB(2)) : Optional.empty(),
                CodeCachePages.pageSize(small.withInitialOfAll(true), sizes));
    }

    private static long mapPages(List<Piece> pieces) {
        return pieces.stream()
                .filter(piece -> piece.name().equals("code segment map"))
                .mapToLong(piece -> piece.pages().max())
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"2, 5826188", "3, 5832780", "6, 6422680", "12, 7602480", "18, 8782280"})
    void stubsTakeWhatCompilersNeed(int compilers, long bytes) {
        assertEquals(bytes, CodeCache.nonMethods(compilers).value());
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "4, 3", "16, 12", "64, 18"})
    void compilersDependOnProcessors(int processors, int compilers) {
        assertEquals(compilers, CodeCache.compilers(processors));
    }

    @ParameterizedTest
    @CsvSource({"2, 121", "16, 122", "64, 121"})
    void theCodeCacheOf25DependsOnProcessors(int processors, long pages) {
        CodeCache cache = CodeCache.of(Optional.empty()).withCompilers(CodeCache.compilers(processors));
        Piece code =
                CodeCachePages.pieces(25, cache, PageSizes.of(Bytes.ofMiB(2))).get(0);
        assertEquals(Span.exactly(pages), code.pages());
        Piece anywhere = CodeCachePages.pieces(25, CodeCache.of(Optional.empty()), PageSizes.of(Bytes.ofMiB(2)))
                .get(0);
        assertEquals(new Span(121, 122), anywhere.pages());
    }

    /** Seen with strace: how many pages the code cache takes, and the map of each code heap, with two compiler threads. */
    @ParameterizedTest
    @CsvSource({
        "17, 256, 1, 128, 1, 1",
        "17, 512, 1, 256, 1, 2",
        "21, 256, 2, 128, 1, 0",
        "21, 300, 2, 150, 1, 1",
        "25, 256, 1, 128, 1, 1",
        "25, 256, 2, 128, 1, 0",
        "25, 512, 2, 256, 1, 1",
        "28, 300, 3, 150, 2, 0",
        "28, 512, 3, 256, 2, 0",
        "25, 518, 3, 259, 2, 1",
        "21, 518, 3, 259, 2, 1",
        "8,  256, 1, 128, 1, 2"
    })
    void aCodeHeapHasAMap(int release, long mib, int heaps, long pages, int maps, long each) {
        CodeCache cache =
                new CodeCache(Bytes.ofMiB(mib), true, heaps, Optional.of(CodeCache.nonMethods(2)), Optional.empty());
        List<Piece> pieces = CodeCachePages.pieces(release, cache, PageSizes.of(Bytes.ofMiB(2)));
        assertEquals(Span.exactly(pages), pieces.get(0).pages());
        assertEquals(each == 0 ? 1 : 2, pieces.size());
        if (each > 0) {
            assertEquals(maps, pieces.get(1).count());
            assertEquals(Span.exactly(each), pieces.get(1).pages());
        }
    }

    /** Seen in -Xlog:pagesize with a pool of 2 MiB pages. */
    @ParameterizedTest
    @CsvSource({
        "1.8.0_442, 33, true",
        "11.0.33,   33, false",
        "11.0.33,   34, true",
        "17.0.9,    33, false",
        "17.0.9,    241, false",
        "17.0.9,    34, true",
        "17.0.21,   33, true",
        "21.0.2,    63, true"
    })
    void somePageSizesHaveToDivideTheCodeCache(String version, long mib, boolean huge) {
        CodeCache cache = CodeCache.of(Optional.of(Bytes.ofMiB(mib))).on(JavaVersion.parse(version));
        assertEquals(
                huge,
                CodeCachePages.pageSize(cache, PageSizes.of(Bytes.ofMiB(2))).isPresent());
    }

    /** Seen in -Xlog:pagesize on 25.0.2 with two compiler threads: the sizes of the code heaps in MiB. */
    @ParameterizedTest
    @CsvSource({
        "240, 3, 4, 116, 120",
        "33,  3, 4, 14,  16",
        "63,  3, 4, 28,  32",
        "241, 3, 4, 118, 120",
        "16,  3, 4, 4,   8",
        "17,  3, 4, 6,   8",
        "47,  2, 4, 0,   44"
    })
    void codeHeapsOf2502AreRoundedDown(long mib, int heaps, long nonMethods, long profiled, long nonProfiled) {
        Bytes wanted = CodeCache.nonMethods(2);
        CodeCache cache = new CodeCache(Bytes.ofMiB(mib), true, heaps, Optional.of(wanted), Optional.empty())
                .on(JavaVersion.parse("25.0.2"));
        assertEquals(
                new CodeHeaps(Bytes.ofMiB(nonMethods), Bytes.ofMiB(profiled), Bytes.ofMiB(nonProfiled)),
                CodeHeaps.of(25, cache, wanted, Bytes.ofMiB(2)));
    }

    /** Seen in -Xlog:pagesize of 25.0.5 with transparent huge pages, two compiler threads: MiB that arguments set, 0 for none. */
    @ParameterizedTest
    @CsvSource({
        "16,  200, 200, 16,  200, 200",
        "15,  201, 201, 16,  202, 202",
        "10,  100, 100, 10,  100, 100",
        "0,   0,   239, 6,   2,   240",
        "300, 0,   0,   300, 2,   2",
        "239, 0,   0,   240, 2,   2",
        "0,   300, 0,   6,   300, 2",
        "0,   300, 20,  2,   300, 20"
    })
    void theWholeFollowsFromTheSizesOfCodeHeaps(
            long stubs, long profiled, long rest, long nonMethods, long ofProfiled, long ofRest) {
        CodeCache cache = CodeCache.of(Optional.empty())
                .withCompilers(2)
                .withParts(new CodeHeapSizes(mib(stubs), mib(profiled), mib(rest)))
                .on(JavaVersion.parse("25.0.5"));
        assertEquals(
                new CodeHeaps(Bytes.ofMiB(nonMethods), Bytes.ofMiB(ofProfiled), Bytes.ofMiB(ofRest)),
                CodeHeaps.of(25, cache, CodeCache.nonMethods(2), Bytes.ofMiB(2)));
    }

    /** Seen in -XX:+PrintFlagsFinal of 25.0.5 with -XX:-TieredCompilation -XX:+SegmentedCodeCache, in KiB. */
    @ParameterizedTest
    @CsvSource({"0,  60, 0,  84376", "60, 0,  0,  61444", "60, 60, 0,  145408", "60, 60, 30, 153600"})
    void theWholeOfTwoCodeHeaps(long stubs, long rest, long profiled, long kib) {
        Bytes wanted = CodeCache.nonMethods(0, 1);
        CodeCache cache = new CodeCache(Bytes.ofMiB(48), false, 2, Optional.of(wanted), Optional.empty())
                .withParts(new CodeHeapSizes(mib(stubs), mib(profiled), mib(rest)))
                .on(JavaVersion.parse("25.0.5"));
        assertEquals(
                Bytes.ofKiB(kib),
                CodeHeaps.of(25, cache, wanted, Bytes.ofKiB(4)).total());
    }

    private static Optional<Bytes> mib(long size) {
        return size == 0 ? Optional.empty() : Optional.of(Bytes.ofMiB(size));
    }

    /** A cache that no argument sizes grows since 23: of two code heaps 44 MiB are for methods, of 42.5. */
    @ParameterizedTest
    @CsvSource({"21, false, 24", "25, false, 25", "25, true, 24"})
    void aCodeCacheOfTwoCodeHeaps(int release, boolean given, long pages) {
        CodeCache cache =
                new CodeCache(Bytes.ofMiB(48), given, 2, Optional.of(CodeCache.nonMethods(0, 2)), Optional.empty());
        List<Piece> pieces = CodeCachePages.pieces(release, cache, PageSizes.of(Bytes.ofMiB(2)));
        assertEquals(
                List.of(Span.exactly(pages)), pieces.stream().map(Piece::pages).toList());
    }
}
