package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackingTest {

    private static final long MIB = 1 << 20;
    private static final Bytes PMD = Bytes.ofMiB(2);

    private static Vma vma(long fromMiB, long toMiB, long rssKiB, long thpKiB) {
        return new Vma(
                new AddressRange(fromMiB * MIB, toMiB * MIB),
                "rw-p",
                0,
                "00:00",
                0,
                "",
                Map.of("Rss", rssKiB, "AnonHugePages", thpKiB, "KernelPageSize", 4L, "Private_Hugetlb", 0L),
                Set.of("rd", "wr"));
    }

    private static Vma hugetlb(long fromMiB, long toMiB, long kib) {
        return new Vma(
                new AddressRange(fromMiB * MIB, toMiB * MIB),
                "rw-p",
                0,
                "00:0f",
                1,
                "/anon_hugepage (deleted)",
                Map.of("Rss", 0L, "KernelPageSize", 2048L, "Private_Hugetlb", kib),
                Set.of("ht"));
    }

    private static Vma reserved(long fromMiB, long toMiB) {
        Map<String, Long> kib = Map.of("Rss", 0L, "KernelPageSize", 4L);
        AddressRange range = new AddressRange(fromMiB * MIB, toMiB * MIB);
        return new Vma(range, "---p", 0, "00:00", 0, "", kib, Set.of());
    }

    private static Backing of(long fromMiB, long toMiB, Vma... vmas) {
        return Backing.of(new AddressRange(fromMiB * MIB, toMiB * MIB), List.of(vmas), PMD);
    }

    @Test
    void mappingsInsideCountExactly() {
        Backing backing = of(0, 100, vma(0, 50, 20 << 10, 16 << 10), vma(50, 60, 1 << 10, 0), reserved(60, 200));
        assertEquals(Bytes.ofMiB(100), backing.reserved());
        assertEquals(Bytes.ofMiB(21), backing.residentMin());
        assertEquals(Bytes.ofMiB(21), backing.residentMax());
        assertEquals(Bytes.ofMiB(16), backing.hugeMin());
        assertTrue(backing.exact());
        assertEquals(OptionalDouble.of(16 / 21.0), backing.coverage());
        assertEquals(Optional.of(PageKind.MIXED), backing.kind());
        assertEquals(
                List.of(
                        Pages.exactly(PageKind.THP, PMD, Bytes.ofMiB(16)),
                        Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofMiB(5))),
                backing.pages());
    }

    @Test
    void overlappingMappingsGiveBounds() {
        // 100 MiB: 40 requested, 70 resident, 60 on THP.
        Backing backing = of(0, 40, vma(0, 100, 70 << 10, 60 << 10));
        assertFalse(backing.exact());
        assertEquals(Bytes.ofMiB(10), backing.residentMin());
        assertEquals(Bytes.ofMiB(40), backing.residentMax());
        assertEquals(Bytes.ZERO, backing.hugeMin());
        assertEquals(Bytes.ofMiB(40), backing.hugeMax());
        assertEquals(OptionalDouble.empty(), backing.coverage());
        assertEquals(OptionalDouble.of(0), backing.coverageMin());
        assertEquals(OptionalDouble.of(1), backing.coverageMax());
        assertEquals(Optional.empty(), backing.kind());
    }

    @Test
    void noHugePageInTheMappingMeansNoneInside() {
        Backing backing = of(10, 40, vma(0, 100, 70 << 10, 0));
        assertEquals(OptionalDouble.of(0), backing.coverage());
        assertEquals(Bytes.ZERO, backing.hugeMax());
        assertEquals(Optional.empty(), backing.kind(), "perhaps nothing of it is inside");
        assertEquals(
                Optional.of(PageKind.BASE), of(10, 50, vma(0, 100, 70 << 10, 0)).kind());
    }

    @Test
    void onlyHugePagesInTheMappingMeansOnlyHugeInside() {
        Backing backing = of(10, 40, vma(0, 100, 100 << 10, 100 << 10));
        assertEquals(OptionalDouble.of(1), backing.coverage());
        assertEquals(Optional.of(PageKind.THP), backing.kind());
        assertTrue(backing.exact());
    }

    @Test
    void hugetlbIsNotInRss() {
        Backing backing = of(0, 100, hugetlb(0, 100, 100 << 10));
        assertEquals(Bytes.ofMiB(100), backing.residentMin());
        assertEquals(OptionalDouble.of(1), backing.coverage());
        assertEquals(Optional.of(PageKind.HUGETLB), backing.kind());
        Backing part = of(1, 3, hugetlb(0, 10, 8 << 10));
        assertEquals(Bytes.ofMiB(1), part.residentMin(), "one of the two pages that are cut is there");
        assertEquals(Bytes.ofMiB(2), part.residentMax());
        assertEquals(Optional.of(PageKind.HUGETLB), part.kind());
    }

    @Test
    void untouchedHugetlbIsHugetlb() {
        Backing backing = of(0, 100, hugetlb(0, 100, 0));
        assertEquals(Bytes.ZERO, backing.residentMax());
        assertEquals(Optional.of(PageKind.HUGETLB), backing.kind());
        assertEquals(OptionalDouble.empty(), backing.coverage());
        assertEquals(
                Optional.empty(),
                of(0, 100, hugetlb(0, 50, 0), vma(50, 100, 0, 0)).kind());
        assertEquals(
                Optional.of(PageKind.HUGETLB),
                of(0, 100, hugetlb(0, 50, 0), reserved(50, 100)).kind());
    }

    @Test
    void hugetlbIsUnknownIfTheKernelDoesNotCountIt() {
        Map<String, Long> kib = Map.of("Rss", 0L, "KernelPageSize", 2048L);
        AddressRange range = new AddressRange(0, 10 * MIB);
        Vma old = new Vma(range, "rw-p", 0, "00:0f", 1, "/anon_hugepage (deleted)", kib, Set.of("ht"));
        Backing backing = of(0, 10, old);
        assertEquals(Bytes.ZERO, backing.residentMin());
        assertEquals(Bytes.ofMiB(10), backing.residentMax());
        assertEquals(OptionalDouble.of(1), backing.coverage());
    }

    @Test
    void missingMappingsMakeItUnknown() {
        Backing torn = of(0, 100, vma(0, 50, 50 << 10, 50 << 10));
        assertFalse(torn.complete());
        assertEquals(Bytes.ofMiB(50), torn.mapped());
        assertEquals(Optional.empty(), torn.kind());
        assertEquals(OptionalDouble.empty(), torn.coverage());
        assertEquals(OptionalDouble.empty(), torn.coverageMax());
        Backing nothing = of(0, 100);
        assertEquals(Optional.empty(), nothing.kind());
        assertEquals(Bytes.ZERO, nothing.residentMax());
        Backing untouched = of(0, 100, vma(0, 100, 0, 0));
        assertEquals(Optional.empty(), untouched.kind());
        assertEquals(OptionalDouble.empty(), untouched.coverage());
    }

    @ParameterizedTest
    @CsvSource({
        "950, 50, THP",
        "949, 51, MIXED",
        "50, 950, BASE",
        "51, 949, MIXED",
        "500, 500, MIXED",
        "12, 4, THP",
        "4, 4, BASE",
        "8, 5, MIXED",
        "3, 4, BASE",
        "4, 12, BASE",
        "0, 1, BASE",
        "2, 0, THP"
    })
    void prevailingKind(long thpMiB, long baseMiB, PageKind kind) {
        Vma vma = vma(0, 1000, thpMiB + baseMiB << 10, thpMiB << 10);
        assertEquals(Optional.of(kind), of(0, 1000, vma).kind());
    }

    @Test
    void agreeingBoundsDecide() {
        // 402 MiB: 400 requested, 402 resident, 400 on THP: at least 396 of 400.
        Backing backing = of(0, 400, vma(0, 402, 402 << 10, 400 << 10));
        assertFalse(backing.exact());
        assertEquals(Optional.of(PageKind.THP), backing.kind());
        assertEquals(398 / 400.0, backing.coverageMin().orElseThrow(), 1e-9);
    }

    @Test
    void refusesInvalidPageSizes() {
        AddressRange region = new AddressRange(0, MIB);
        assertThrows(IllegalArgumentException.class, () -> Backing.of(region, List.of(), Bytes.of(3)));
        assertThrows(
                IllegalArgumentException.class, () -> new Pages(PageKind.THP, PMD, Bytes.ofMiB(2), Bytes.ofMiB(1)));
        assertThrows(IllegalArgumentException.class, () -> Pages.exactly(PageKind.MIXED, PMD, Bytes.ZERO));
    }

    /** Random memory whose every page is known: what Backing says of a part must contain the truth. */
    @Test
    void boundsContainTheExactValue() {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 5_000; i++) {
            Memory memory = Memory.random(random);
            Backing backing = Backing.of(memory.region(), memory.vmas(), Bytes.of(Memory.BLOCK));
            Backing truth = memory.truth();
            String message = "seed " + seed + ", case " + i + ": " + backing + " for " + truth;
            assertWithin(backing.residentMin(), truth.residentMin(), backing.residentMax(), message);
            assertWithin(backing.hugeMin(), truth.hugeMin(), backing.hugeMax(), message);
            if (!truth.residentMin().isZero()) {
                backing.kind().ifPresent(kind -> assertEquals(Optional.of(kind), truth.kind(), message));
                double share = truth.coverage().orElseThrow();
                assertTrue(backing.coverageMin().orElseThrow() <= share, message);
                assertTrue(backing.coverageMax().orElseThrow() >= share, message);
                backing.coverage().ifPresent(c -> assertEquals(share, c, message));
            }
        }
    }

    private static void assertWithin(Bytes min, Bytes value, Bytes max, String message) {
        assertTrue(min.compareTo(value) <= 0 && value.compareTo(max) <= 0, message);
    }

    /** Pages of 1 KiB, huge ones of 4; a mapping is a run of either hugetlb or pageable memory. */
    private record Memory(byte[] page, boolean[] ofHugetlb, int[] cuts, AddressRange region) {
        static final long BLOCK = 4096;
        private static final int PAGES = 40;

        static Memory random(SplittableRandom random) {
            int[] cuts = {0, random.nextInt(1, 9) * 4, 36, PAGES};
            boolean[] ofHugetlb = {random.nextInt(3) == 0, random.nextInt(3) == 0, false};
            byte[] page = new byte[PAGES];
            for (int mapping = 0; mapping < 3; mapping++) {
                int density = random.nextInt(4);
                for (int p = cuts[mapping]; p < cuts[mapping + 1]; p += 4) {
                    boolean huge = random.nextInt(4) < density;
                    for (int q = p; q < p + 4; q++) {
                        byte small = (byte) (ofHugetlb[mapping] ? 0 : random.nextInt(2));
                        page[q] = huge ? 2 : small;
                    }
                }
            }
            int from = random.nextInt(PAGES);
            int to = random.nextInt(from, PAGES) + 1;
            return new Memory(page, ofHugetlb, cuts, new AddressRange(from * 1024L, to * 1024L));
        }

        List<Vma> vmas() {
            return List.of(mapping(0), mapping(1), mapping(2));
        }

        private Vma mapping(int i) {
            Map<String, Long> kib = new LinkedHashMap<>();
            long huge = count(cuts[i], cuts[i + 1], 2);
            kib.put("Rss", ofHugetlb[i] ? 0 : huge + count(cuts[i], cuts[i + 1], 1));
            kib.put("AnonHugePages", ofHugetlb[i] ? 0 : huge);
            kib.put("Private_Hugetlb", ofHugetlb[i] ? huge : 0);
            kib.put("KernelPageSize", ofHugetlb[i] ? 4L : 1L);
            AddressRange range = new AddressRange(cuts[i] * 1024L, cuts[i + 1] * 1024L);
            return new Vma(range, "rw-p", 0, "", 0, "", kib, ofHugetlb[i] ? Set.of("ht") : Set.of());
        }

        Backing truth() {
            long base = 0;
            long thp = 0;
            long hugetlb = 0;
            for (int i = 0; i < 3; i++) {
                int from = Math.max(cuts[i], (int) (region.start() / 1024));
                int to = Math.min(cuts[i + 1], (int) (region.end() / 1024));
                base += count(from, to, 1);
                thp += ofHugetlb[i] ? 0 : count(from, to, 2);
                hugetlb += ofHugetlb[i] ? count(from, to, 2) : 0;
            }
            return new Backing(
                    region.size(),
                    List.of(
                            Pages.exactly(PageKind.BASE, Bytes.ofKiB(1), Bytes.ofKiB(base)),
                            Pages.exactly(PageKind.THP, Bytes.of(BLOCK), Bytes.ofKiB(thp)),
                            Pages.exactly(PageKind.HUGETLB, Bytes.of(BLOCK), Bytes.ofKiB(hugetlb))));
        }

        private long count(int from, int to, int kind) {
            long sum = 0;
            for (int p = from; p < to; p++) {
                sum += page[p] == kind ? 1 : 0;
            }
            return sum;
        }
    }

    /** The heap of ZGC up to 21: one file in memory, mapped three times. */
    @Test
    void multipleMappingsAreReservedOnce() {
        List<AddressRange> views = List.of(new AddressRange(0x1000, 0x2000), new AddressRange(0x5000, 0x6000));
        Fact<List<AddressRange>> location = Fact.known(views, Source.of("smaps"));
        Backing once =
                new Backing(Bytes.ofKiB(4), List.of(Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofKiB(4))));
        Region seen = new Region(
                RegionName.HEAP, location, Fact.known(once, Source.of("smaps")), Optional.empty(), Optional.empty());
        assertEquals(Bytes.ofKiB(4), seen.reserved());
        Fact.Absent<Backing> denied = new Fact.Absent<>(Reason.DENIED, Source.of("smaps"), "");
        assertEquals(
                Bytes.ofKiB(8),
                new Region(RegionName.HEAP, location, denied, Optional.empty(), Optional.empty()).reserved());
        assertEquals(Bytes.ZERO, Region.absent(RegionName.HEAP, denied).reserved());
    }

    /** Bytes of another region at unknown addresses lower the bounds, whatever pages they have. */
    @Test
    void foreignBytesWidenTheBounds() {
        Backing exact = new Backing(
                Bytes.ofMiB(100),
                List.of(
                        Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), Bytes.ofMiB(60)),
                        Pages.exactly(PageKind.THP, Bytes.ofMiB(2), Bytes.ofMiB(4))));
        Backing less = exact.lessAtMost(Bytes.ofMiB(10));
        assertEquals(Bytes.ofMiB(54), less.residentMin());
        assertEquals(Bytes.ofMiB(64), less.residentMax());
        assertEquals(Bytes.ofMiB(50), less.baseMin());
        assertEquals(Bytes.ZERO, less.hugeMin());
        assertEquals(Bytes.ofMiB(4), less.hugeMax());
        assertEquals(exact, exact.lessAtMost(Bytes.ZERO));
    }

    /** A sample stays one, so that a rule that it does not decide names the way to read all pages. */
    @Test
    void smallerSizesDoNotHideThatARegionWasSampled() {
        Bytes gib = Bytes.ofGiB(1);
        Bytes half = Bytes.ofMiB(512);
        Backing sampled = new Backing(
                gib,
                gib,
                gib,
                gib,
                List.of(Pages.exactly(PageKind.BASE, Bytes.ofKiB(4), gib)),
                Optional.of(new Backing.Sampled(gib, Bytes.ZERO)));
        Backing known = sampled.withSmallThp(
                List.of(new Pages(PageKind.THP, Bytes.ofKiB(64), Bytes.ofMiB(384), Bytes.ofMiB(640))));
        assertEquals(Optional.of(new Backing.Sampled(gib, half)), known.sampled());
        assertEquals(0.5, known.coverage().orElseThrow(), 1e-9);
        Backing hidden = sampled.withSmallThp(List.of(new Pages(PageKind.THP, Bytes.ofKiB(64), Bytes.ZERO, gib)));
        assertEquals(Optional.empty(), hidden.sampled());
        assertTrue(hidden.coverage().isEmpty() && hidden.hidesSmallThp());
    }
}
