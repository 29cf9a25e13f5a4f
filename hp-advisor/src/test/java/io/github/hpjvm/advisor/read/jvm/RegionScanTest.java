package io.github.hpjvm.advisor.read.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.read.memory.PageMap;
import io.github.hpjvm.advisor.read.memory.PagemapWalk;
import io.github.hpjvm.advisor.read.memory.ScannedBacking;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process with an address space of 4 TiB, of which one page is present, in a tree with the layout of {@code /proc}. */
class RegionScanTest {
    private static final Bytes PAGE = Bytes.ofKiB(4);
    private static final Bytes BLOCK = Bytes.ofMiB(2);
    private static final AddressRange WHOLE =
            new AddressRange(0, Bytes.ofGiB(4096).value());
    private static final AddressRange HEAP = new AddressRange(0, Bytes.ofGiB(3).value());
    private static final long READS = HEAP.size().value() / BLOCK.value() + 2;

    @TempDir
    private Path proc;

    @BeforeEach
    void process() throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.createDirectories(proc.resolve("1"));
        Files.writeString(proc.resolve("self/status"), "Name:\tjava\nCapEff:\t000001ffffffffff\n");
        Files.write(proc.resolve("kpageflags"), new byte[8 * Long.BYTES]);
        try (RandomAccessFile file =
                new RandomAccessFile(proc.resolve("1/pagemap").toFile(), "rw")) {
            file.setLength(WHOLE.size().value() / PAGE.value() * Long.BYTES);
            long entry = 1L << 63 | 5;
            file.writeLong(ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? entry : Long.reverseBytes(entry));
        }
    }

    private RegionScan scan(PagemapWalk walk) {
        return new RegionScan(walk, PAGE, new PageMap(proc, 1, PAGE, RegionScan.MOST_BASE), READS);
    }

    private Optional<Backing> backing(PagemapWalk walk, AddressRange region, Bytes mostBase) {
        String maps = "0-" + Long.toHexString(region.end()) + " rw-p 00000000 00:00 0\n";
        return new ScannedBacking(Smaps.parse(maps), BLOCK, PAGE, Set::of, Optional::empty, scan(walk), mostBase)
                .of(List.of(region));
    }

    private PagemapWalk walk() {
        return PagemapWalk.open(proc, 1, PAGE, BLOCK).orElseThrow();
    }

    @Test
    void aRegionWithinTheLimitIsExact() {
        try (PagemapWalk walk = walk()) {
            Backing heap = backing(walk, HEAP, RegionScan.MOST_BASE).orElseThrow();
            assertTrue(heap.exact());
            assertEquals(PAGE, heap.residentMin());
        }
    }

    /** A walk of many TiB takes minutes, also where nothing is mapped. */
    @Test
    void aRegionThatNeedsTooManyReadsIsSampled() {
        try (PagemapWalk walk = walk()) {
            Backing region = backing(walk, WHOLE, RegionScan.MOST_BASE).orElseThrow();
            assertTrue(region.sampled().isPresent());
            assertEquals(WHOLE.size(), region.mapped());
            assertEquals(Bytes.ZERO, region.residentMin());
            assertTrue(region.residentMax().compareTo(PAGE) >= 0, region::toString);
            assertTrue(region.residentMax().compareTo(Bytes.ofGiB(4)) < 0, region::toString);
            assertEquals(region.residentMax(), region.hugeMax(), "any of its pages may be huge");
            assertEquals(Bytes.ZERO, region.likely().residentMin());
        }
    }

    /** A reading of all pages never answers by a sample. */
    @Test
    void withoutASampleSuchARegionIsUnknown() {
        try (PagemapWalk walk = walk()) {
            assertEquals(Optional.empty(), backing(walk, WHOLE, ScannedBacking.NO_SAMPLE));
        }
    }

    /** The first region leaves 2 reads: too few for the second one, which is not large, and enough for the third. */
    @Test
    void aSmallRegionForWhichTooFewReadsAreLeftIsSampled() {
        AddressRange second =
                new AddressRange(HEAP.end(), HEAP.end() + Bytes.ofGiB(1).value());
        AddressRange third = new AddressRange(second.end(), second.end() + 2 * BLOCK.value());
        String maps = "0-" + Long.toHexString(third.end()) + " rw-p 00000000 00:00 0\n";
        for (Bytes mostBase : List.of(RegionScan.MOST_BASE, ScannedBacking.NO_SAMPLE)) {
            try (PagemapWalk walk = walk()) {
                ScannedBacking regions = new ScannedBacking(
                        Smaps.parse(maps), BLOCK, PAGE, Set::of, Optional::empty, scan(walk), mostBase);
                assertTrue(regions.of(List.of(HEAP)).orElseThrow().exact());
                Optional<Backing> backing = regions.of(List.of(second));
                assertEquals(!mostBase.equals(ScannedBacking.NO_SAMPLE), backing.isPresent());
                assertTrue(backing.stream().allMatch(it -> it.sampled().isPresent()));
                assertEquals(backing.isPresent(), regions.neededTooManyReads());
                assertTrue(regions.of(List.of(third)).orElseThrow().exact());
                assertFalse(regions.neededTooManyReads());
            }
        }
    }

    @Test
    void allRegionsTogetherHaveTheLimit() throws RefusedCallException {
        try (PagemapWalk walk = walk()) {
            RegionScan scan = scan(walk);
            assertEquals(PAGE.value(), scan.all(HEAP).base());
            assertThrows(RefusedCallException.class, () -> scan.all(HEAP));
        }
    }

    /** Whether smaps may be read is asked after the regions were read. */
    @Test
    void theQuestionForBasePagesHasALimitOfItsOwn() throws RefusedCallException {
        try (PagemapWalk walk = walk()) {
            RegionScan scan = scan(walk);
            scan.all(HEAP);
            assertTrue(scan.hasFewBasePages().test(HEAP));
            assertFalse(scan.hasFewBasePages().test(WHOLE));
        }
    }
}
