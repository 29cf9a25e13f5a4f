package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RegionBackingTest {

    private static final Bytes PMD = Bytes.ofMiB(2);
    private static final Bytes PAGE = Bytes.ofKiB(4);
    private static final long MIB = 1 << 20;

    private static AddressRange mib(long from, long to) {
        return new AddressRange(from * MIB, to * MIB);
    }

    private static Vma vma(AddressRange range, String permissions, long offset, long inode, long rssKib, long thpKib) {
        return new Vma(
                range,
                permissions,
                offset,
                "00:01",
                inode,
                inode == 0 ? "" : "/memfd:java_heap (deleted)",
                Map.of("Rss", rssKib, "ShmemPmdMapped", thpKib, "KernelPageSize", 4L),
                Set.of());
    }

    private static Function<AddressRange, Optional<BitSet>> presentIn(AddressRange... ranges) {
        return asked -> {
            BitSet bits = new BitSet();
            for (AddressRange range : ranges) {
                asked.intersection(range)
                        .ifPresent(part -> bits.set((int) ((part.start() - asked.start()) / PAGE.value()), (int)
                                ((part.end() - asked.start()) / PAGE.value())));
            }
            return Optional.of(bits);
        };
    }

    private static RegionBacking of(Function<AddressRange, Optional<BitSet>> present, Vma... vmas) {
        return new RegionBacking(List.of(vmas), PMD, PAGE, present);
    }

    @Test
    void aMappingThatReachesBeyondIsCountedByItsPresentPages() {
        Vma merged = vma(mib(100, 110), "rw-p", 0, 0, 6 * 1024, 0);
        Backing heap = of(presentIn(mib(100, 104), mib(108, 110)), merged).of(List.of(mib(102, 109)));
        assertTrue(heap.exact());
        assertEquals(Bytes.ofMiB(3), heap.residentMin());
        assertEquals(OptionalDouble.of(0), heap.coverage());
    }

    @Test
    void hugePagesAreTheFullBlocksIfAsManyAreFull() {
        Vma merged = vma(mib(100, 110), "rw-p", 0, 0, 5 * 1024, 4 * 1024);
        Backing heap = of(presentIn(mib(100, 104), mib(109, 110)), merged).of(List.of(mib(102, 110)));
        assertTrue(heap.exact());
        assertEquals(OptionalDouble.of(2.0 / 3), heap.coverage());
        // One full block more than there are huge pages: which of them is none cannot be told.
        Vma unclear = vma(mib(100, 110), "rw-p", 0, 0, 5 * 1024, 2 * 1024);
        assertFalse(of(presentIn(mib(100, 104), mib(109, 110)), unclear)
                .of(List.of(mib(102, 110)))
                .exact());
    }

    @Test
    void withoutPagemapThereAreBounds() {
        Vma merged = vma(mib(100, 110), "rw-p", 0, 0, 6 * 1024, 0);
        Backing heap = of(r -> Optional.empty(), merged).of(List.of(mib(102, 109)));
        assertEquals(Bytes.ofMiB(3), heap.residentMin());
        assertEquals(Bytes.ofMiB(6), heap.residentMax());
        assertEquals(OptionalDouble.of(0), heap.coverage());
    }

    @Test
    void inconsistentPagesGiveBounds() {
        Vma merged = vma(mib(100, 110), "rw-p", 0, 0, 6 * 1024, 0);
        Backing heap = of(presentIn(mib(100, 110)), merged).of(List.of(mib(102, 109)));
        assertEquals(Bytes.ofMiB(6), heap.residentMax());
        assertFalse(heap.exact());
    }

    @Test
    void threeViewsOfOneFileAreOneHeap() {
        Vma[] views = {
            vma(mib(100, 108), "rw-s", 0, 7, 8 * 1024, 0),
            vma(mib(200, 208), "rw-s", 0, 7, 4 * 1024, 0),
            vma(mib(300, 308), "rw-s", 0, 7, 0, 0)
        };
        List<AddressRange> heap = List.of(mib(100, 108), mib(200, 208), mib(300, 308));
        Backing exact = of(presentIn(mib(100, 108), mib(202, 206)), views).of(heap);
        assertEquals(Bytes.ofMiB(8), exact.reserved());
        assertEquals(Bytes.ofMiB(8), exact.residentMin());
        assertTrue(exact.exact());
        Backing bounded = of(r -> Optional.empty(), views).of(heap);
        assertEquals(Bytes.ofMiB(8), bounded.residentMin());
        assertEquals(Bytes.ofMiB(8), bounded.residentMax());
    }

    @Test
    void viewsThatAreWhollyPresentOrAbsentNeedNoPagemap() {
        Vma[] views = {
            vma(mib(100, 108), "rw-s", 0, 7, 8 * 1024, 0),
            vma(mib(200, 208), "rw-s", 4 * MIB, 7, 8 * 1024, 0),
            vma(mib(300, 308), "rw-s", 0, 7, 0, 0)
        };
        Backing heap = of(
                        range -> {
                            throw new AssertionError(range);
                        },
                        views)
                .of(List.of(mib(100, 108), mib(200, 208), mib(300, 308)));
        assertEquals(Bytes.ofMiB(12), heap.residentMin());
        assertEquals(Bytes.ofMiB(12), heap.residentMax());
    }

    @Test
    void viewsWithDifferentPagesAddUp() {
        Vma[] views = {
            vma(mib(100, 108), "rw-s", 0, 7, 2 * 1024, 0), vma(mib(200, 208), "rw-s", 0, 7, 2 * 1024, 0),
        };
        List<AddressRange> heap = List.of(mib(100, 108), mib(200, 208));
        assertEquals(
                Bytes.ofMiB(4),
                of(presentIn(mib(100, 102), mib(206, 208)), views).of(heap).residentMin());
        Backing bounded = of(r -> Optional.empty(), views).of(heap);
        assertEquals(Bytes.ofMiB(2), bounded.residentMin());
        assertEquals(Bytes.ofMiB(4), bounded.residentMax());
    }

    @Test
    void hugeViews() {
        Vma[] views = {
            vma(mib(100, 108), "rw-s", 0, 7, 8 * 1024, 8 * 1024), vma(mib(200, 208), "rw-s", 0, 7, 8 * 1024, 8 * 1024),
        };
        Backing heap = of(r -> Optional.empty(), views).of(List.of(mib(100, 108), mib(200, 208)));
        assertEquals(OptionalDouble.of(1), heap.coverage());
        assertEquals(Optional.of(PageKind.THP), heap.kind());
    }

    @Test
    void piecesOfOneFileThatDoNotOverlapAreCountedEach() {
        Vma[] pieces = {
            vma(mib(100, 108), "rw-s", 0, 7, 8 * 1024, 0), vma(mib(200, 208), "rw-s", 8 * MIB, 7, 4 * 1024, 0),
        };
        Backing heap = of(r -> Optional.empty(), pieces).of(List.of(mib(100, 108), mib(200, 208)));
        assertEquals(Bytes.ofMiB(12), heap.residentMin());
        assertEquals(Bytes.ofMiB(16), heap.reserved());
    }

    /** A process may map single pages of a sparse file, far from each other. With 128 KiB for each they took 7 GiB. */
    @Test
    void pagesFarFromEachOtherTakeLittleMemory() {
        int pages = 60_000;
        List<Vma> views = new ArrayList<>();
        for (int i = 0; i <= pages; i++) {
            AddressRange page = new AddressRange(MIB + i * PAGE.value(), MIB + (i + 1) * PAGE.value());
            views.add(vma(page, "rw-s", (i % pages + 1) * 4096 * MIB - PAGE.value(), 7, 4, 0));
        }
        AddressRange heap = new AddressRange(MIB, MIB + (pages + 1) * PAGE.value());
        Backing backing = new RegionBacking(views, PMD, PAGE, r -> Optional.empty()).of(List.of(heap));
        assertEquals(PAGE.times(pages), backing.residentMin());
        assertTrue(backing.exact());
    }

    /** The pages of a file are counted in parts of 16 MiB. */
    @Test
    void pagesOfAFileBeyondFourGibibytesCountOnce() {
        long offset = 4096 * MIB - 3 * MIB;
        Vma[] views = {
            vma(mib(100, 108), "rw-s", offset, 7, 8 * 1024, 0),
            vma(mib(200, 208), "rw-s", offset + 4 * MIB, 7, 3 * 1024, 0)
        };
        List<AddressRange> heap = List.of(mib(100, 108), mib(200, 208));
        Backing backing = of(presentIn(mib(202, 205)), views).of(heap);
        assertEquals(Bytes.ofMiB(9), backing.residentMin());
        assertTrue(backing.exact());
    }
}
