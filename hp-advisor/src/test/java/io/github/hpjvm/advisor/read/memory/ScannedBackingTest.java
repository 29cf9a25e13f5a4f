package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Present;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Window;
import io.github.hpjvm.advisor.read.memory.WindowSample.Estimate;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScannedBackingTest {
    private static final Bytes PAGE = Bytes.ofKiB(4);
    private static final Bytes PMD = Bytes.ofMiB(2);

    private static Optional<Backing> backing(String line, Set<String> devices) {
        List<Vma> maps = Smaps.parse(line + "\n");
        AddressRange range = maps.get(0).range();
        return new ScannedBacking(
                        maps, PMD, PAGE, () -> devices, Optional::empty, new Memory(part -> false), Bytes.ofGiB(2))
                .of(List.of(range));
    }

    /** Memory that is resident as a whole, each 2 MiB on a huge page or on base pages. */
    private record Memory(LongPredicate isHuge) implements ScannedBacking.Reader {

        @Override
        public Present all(AddressRange range) {
            long huge = 0;
            long base = 0;
            for (long at = range.start(); at < range.end(); at += PAGE.value()) {
                huge += isHuge.test(at) ? PAGE.value() : 0;
                base += isHuge.test(at) ? 0 : PAGE.value();
            }
            return new Present(huge, base);
        }

        @Override
        public Optional<BitSet> present(AddressRange range) {
            return Optional.empty();
        }

        @Override
        public Optional<Estimate> sample(List<AddressRange> ranges) throws RefusedCallException {
            return WindowSample.of(ranges, PAGE.value(), 4096, 11, at -> isHuge.test(at) ? Window.HUGE : Window.BASE);
        }
    }

    private static Backing ofHeap(String lines, LongPredicate isHuge, Bytes mostBase) {
        List<Vma> maps = Smaps.parse(lines);
        AddressRange whole = new AddressRange(
                maps.get(0).range().start(), maps.get(maps.size() - 1).range().end());
        return new ScannedBacking(maps, PMD, PAGE, Set::of, Optional::empty, new Memory(isHuge), mostBase)
                .of(List.of(whole))
                .orElseThrow();
    }

    private static LongPredicate everyFourth() {
        return at -> (at >> 21) % 4 == 0;
    }

    @Test
    void largeRegionIsBoundedByASample() {
        Backing backing = ofHeap("100000000-180000000 rw-p 00000000 00:00 0 \n", everyFourth(), Bytes.ofGiB(1));
        assertEquals(0.25, backing.coverage().orElseThrow(), 0.03);
        assertTrue(backing.coverageMin().orElseThrow() <= 0.25
                && 0.25 <= backing.coverageMax().orElseThrow());
        assertTrue(backing.coverageMax().orElseThrow() - backing.coverageMin().orElseThrow() < 0.06);
        assertTrue(backing.residentMin().compareTo(Bytes.ofGiB(2)) < 0, "a sample cannot show that all is resident");
        assertEquals(Bytes.ofGiB(2), backing.residentMax());
        assertEquals(Optional.of(PageKind.MIXED), backing.kind());
        assertTrue(backing.likely().exact());
        assertEquals(Bytes.ofGiB(2), backing.likely().residentMin());
        assertEquals(
                backing.coverage().orElseThrow(), backing.likely().coverage().orElseThrow(), 1e-6);
    }

    @Test
    void sampleOfOneKindHasBounds() {
        Backing backing = ofHeap("100000000-180000000 rw-p 00000000 00:00 0 \n", at -> false, Bytes.ofGiB(1));
        assertEquals(0, backing.coverage().orElseThrow());
        assertEquals(0, backing.coverageMin().orElseThrow());
        assertTrue(
                backing.coverageMax().orElseThrow() > 0 && backing.coverageMax().orElseThrow() < 0.003);
        assertEquals(Optional.of(PageKind.BASE), backing.kind());
        assertFalse(backing.exact());
    }

    @Test
    void regionWithFewBasePagesIsScannedAsAWhole() {
        Backing backing =
                ofHeap("100000000-180000000 rw-p 00000000 00:00 0 \n", at -> (at >> 21) % 4 != 0, Bytes.ofGiB(1));
        assertTrue(backing.exact());
        assertEquals(0.75, backing.coverage().orElseThrow());
    }

    @Test
    void hugetlbPagesOfASampledRegionAreExact() {
        Backing backing = ofHeap("""
                100000000-180000000 rw-p 00000000 00:00 0\s
                180000000-190000000 rw-p 00000000 00:0d 5 /anon_hugepage (deleted)
                """, at -> at >= 0x180000000L, Bytes.ofGiB(1));
        assertEquals(
                List.of(Pages.exactly(PageKind.HUGETLB, Bytes.ZERO, Bytes.ofMiB(256))),
                backing.pages().stream()
                        .filter(pages -> pages.kind() == PageKind.HUGETLB)
                        .toList());
        assertEquals(256.0 / 2304, backing.coverage().orElseThrow(), 1e-6);
    }

    @Test
    void hugetlbPagesHaveTheSizeOfTheOnlyPool() {
        List<Vma> maps = Smaps.parse("180000000-190000000 rw-p 00000000 00:0d 5 /anon_hugepage (deleted)\n");
        Backing backing = new ScannedBacking(
                        maps, PMD, PAGE, Set::of, () -> Optional.of(PMD), new Memory(part -> true), Bytes.ofGiB(2))
                .of(List.of(maps.get(0).range()))
                .orElseThrow();
        assertEquals(List.of(Pages.exactly(PageKind.HUGETLB, PMD, Bytes.ofMiB(256))), backing.pages());
    }

    /** Devices {@code fe:00} (ext4), {@code 00:2a} (an overlayfs in mountinfo), {@code 00:31} (not in mountinfo). */
    @ParameterizedTest
    @CsvSource({
        "fe:00, r--p, /usr/lib/libc.so.6, true",
        "fe:00, r-xp, /usr/lib/libc.so.6, true",
        "00:2a, r--p, /app/lib.so, true",
        "00:31, rw-s, /mnt/huge/file, false",
        "00:31, r-xp, /mnt/huge/file, true",
        "00:0d, rw-p, /anon_hugepage (deleted), true",
        "00:01, rw-s, /memfd:java_heap (deleted), true"
    })
    void filesMayBeInHugetlbfsOnlyIfTheirFileSystemMayBe(
            String device, String permissions, String path, boolean known) {
        String line = "7f0000000000-7f0000200000 " + permissions + " 00000000 " + device + " 77    " + path;
        Optional<Backing> backing = backing(line, Set.of("00:2a"));
        assertEquals(known, backing.isPresent());
        backing.ifPresent(it -> assertEquals(Bytes.ofMiB(2), it.residentMin()));
    }

    /** A ZGC heap up to 21 is mapped three times, and touched by one view or by several. */
    @Test
    void viewsOfOneFileCountOnce() {
        String views = """
                100000000-110000000 rw-s 00000000 00:01 77 /memfd:java_heap (deleted)
                200000000-210000000 rw-s 00000000 00:01 77 /memfd:java_heap (deleted)
                """;
        List<Vma> maps = Smaps.parse(views);
        List<AddressRange> ranges = maps.stream().map(Vma::range).toList();
        Backing backing = new ScannedBacking(
                        maps, PMD, PAGE, Set::of, Optional::empty, new Memory(part -> false), Bytes.ofGiB(2))
                .of(ranges)
                .orElseThrow();
        assertEquals(Bytes.ofMiB(256), backing.reserved());
        assertEquals(Bytes.ofMiB(256), backing.residentMin());
        assertEquals(Bytes.ofMiB(256), backing.residentMax());
        assertEquals(Optional.of(PageKind.BASE), backing.kind());
    }

    /** Memory of which no range of more than 4 GiB may be read as a whole. */
    private record Limited(Memory memory) implements ScannedBacking.Reader {
        @Override
        public Present all(AddressRange range) throws RefusedCallException {
            if (range.size().compareTo(Bytes.ofGiB(4)) > 0) {
                throw new RefusedCallException(ReadLimit.E2BIG);
            }
            return memory.all(range);
        }

        @Override
        public Optional<BitSet> present(AddressRange range) {
            return memory.present(range);
        }

        @Override
        public Optional<Estimate> sample(List<AddressRange> ranges) throws RefusedCallException {
            return memory.sample(ranges);
        }
    }

    /** Only a file that is mapped more than once must be read as a whole: a region may have much other memory. */
    @Test
    void otherMemoryBesideViewsIsSampled() {
        List<Vma> maps = Smaps.parse("""
                100000000-110000000 rw-s 00000000 00:01 77 /memfd:java_heap (deleted)
                200000000-210000000 rw-s 00000000 00:01 77 /memfd:java_heap (deleted)
                300000000-500000000 rw-p 00000000 00:00 0\s
                """);
        ScannedBacking backing = new ScannedBacking(
                maps,
                PMD,
                PAGE,
                Set::of,
                Optional::empty,
                new Limited(new Memory(at -> at >= 0x300000000L)),
                Bytes.ofGiB(2));
        Backing all = backing.of(maps.stream().map(Vma::range).toList()).orElseThrow();
        assertTrue(all.sampled().isPresent());
        assertTrue(all.complete());
        assertEquals(Bytes.ofMiB(256).plus(Bytes.ofGiB(8)), all.reserved());
        assertEquals(8.0 / 8.25, all.coverage().orElseThrow(), 1e-3);
        Backing alone = backing.of(List.of(maps.get(2).range())).orElseThrow();
        assertEquals(alone.residentMin().plus(Bytes.ofMiB(256)), all.residentMin());
    }
}
