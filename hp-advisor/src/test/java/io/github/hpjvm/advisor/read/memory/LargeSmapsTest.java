package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** smaps of a process with as many mappings as vm.max_map_count of a database allows. */
@Timeout(120)
class LargeSmapsTest {
    private static final int MAPPINGS = 263_770;
    private static final long START = 0x7f0000000000L;
    private static final long MOST_LIVE = 64L << 20;

    @TempDir
    private Path proc;

    private static String header(int i) {
        long start = START + i * 4096L;
        String permissions = i % 2 == 0 ? "rw-p" : "r--p";
        return Long.toHexString(start) + "-" + Long.toHexString(start + 4096) + " " + permissions + " 00000000 00:00 0 "
                + (i % 1000 == 0 ? "                   /data/segment" + i : "") + "\n";
    }

    private Path written(String name, boolean fields) throws IOException {
        Path file = Files.createDirectories(proc.resolve("12")).resolve(name);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < MAPPINGS; i++) {
                out.write(header(i));
                if (fields) {
                    out.write(
                            "Size:                  4 kB\nKernelPageSize:        4 kB\nMMUPageSize:           4 kB\nRss:                   "
                                    + i % 3 * 4
                                    + " kB\nPss:                   4 kB\nPss_Dirty:             4 kB\nShared_Clean:          0 kB\n"
                                    + "Shared_Dirty:          0 kB\nPrivate_Clean:         0 kB\nPrivate_Dirty:         4 kB\n"
                                    + "Referenced:            4 kB\nAnonymous:             4 kB\nKSM:                   0 kB\n"
                                    + "LazyFree:              0 kB\nAnonHugePages:         0 kB\nShmemPmdMapped:        0 kB\n"
                                    + "FilePmdMapped:         0 kB\nShared_Hugetlb:        0 kB\nPrivate_Hugetlb:       0 kB\n"
                                    + "Swap:                  0 kB\nSwapPss:               0 kB\nLocked:                0 kB\n"
                                    + "THPeligible:           0\nProtectionKey:         0\nVmFlags: rd wr mr mw me ac sd \n");
                }
            }
        }
        return file;
    }

    private static long live() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** The file has 190 MB, so one test reads it for both questions. */
    @Test
    @Timeout(60)
    void mappingsTakeLittleMemoryAndBackingIsLinear() throws IOException {
        written("smaps", true);
        long before = live();
        Fact<List<Vma>> vmas = Smaps.read(proc, 12);
        long after = live();
        assertEquals(MAPPINGS, vmas.known().orElseThrow().size());
        assertTrue(after - before < MOST_LIVE, after - before + " B");
        backingIsLinear(vmas.known().orElseThrow());
    }

    @Test
    void mapsAreReadToo() throws IOException {
        written("maps", false);
        assertEquals(MAPPINGS, Maps.read(proc, 12).known().orElseThrow().size());
        assertEquals(
                MAPPINGS / 1000 + 1, Maps.files(proc, 12).known().orElseThrow().size());
        assertEquals(
                Optional.of(true),
                Maps.names(proc, 12, List.of("/data/segment263000")).known());
        assertEquals(
                Optional.of(false), Maps.names(proc, 12, List.of("/libjvm.so")).known());
    }

    /** Each second mapping is a range of the region. A loop over all pairs would take minutes. */
    private static void backingIsLinear(List<Vma> vmas) {
        List<AddressRange> ranges = new ArrayList<>();
        for (int i = 0; i < vmas.size(); i += 2) {
            ranges.add(vmas.get(i).range());
        }
        RegionBacking backing =
                new RegionBacking(vmas, Bytes.ofMiB(2), Bytes.ofKiB(4), range -> Optional.of(new BitSet()));
        Backing sum = backing.of(ranges);
        assertEquals(Bytes.ofKiB(4).times(ranges.size()), sum.reserved());
        assertTrue(sum.complete());
        assertEquals(Bytes.ZERO, backing.advised(ranges));
        assertEquals(
                Bytes.ofKiB(4).times(ranges.size()),
                new ScannedBacking(
                                vmas,
                                Bytes.ofMiB(2),
                                Bytes.ofKiB(4),
                                Set::of,
                                Optional::empty,
                                new AllOnBasePages(),
                                Bytes.ofGiB(2))
                        .of(ranges)
                        .orElseThrow()
                        .residentMin());
    }

    /** All mappings show the same piece of one file. */
    @Test
    @Timeout(30)
    void backingOfViewsIsLinear() {
        StringBuilder text = new StringBuilder();
        int views = 60_000;
        for (int i = 0; i < views; i++) {
            long start = START + i * 4096L;
            text.append(Long.toHexString(start))
                    .append('-')
                    .append(Long.toHexString(start + 4096))
                    .append(" rw-s 00000000 00:01 7 /memfd:java_heap (deleted)\n");
        }
        List<Vma> vmas = Smaps.parse(text.toString());
        AddressRange all = new AddressRange(START, START + views * 4096L);
        Backing backing =
                new RegionBacking(vmas, Bytes.ofMiB(2), Bytes.ofKiB(4), range -> Optional.empty()).of(List.of(all));
        assertEquals(Bytes.ofKiB(4), backing.reserved());
    }

    private static final class AllOnBasePages implements ScannedBacking.Reader {
        @Override
        public PagemapScan.Present all(AddressRange range) {
            return new PagemapScan.Present(0, range.size().value());
        }

        @Override
        public Optional<BitSet> present(AddressRange range) {
            return Optional.empty();
        }

        @Override
        public Optional<WindowSample.Estimate> sample(List<AddressRange> ranges) {
            return Optional.empty();
        }
    }

    @Test
    void aLargeMappingIsReadInSmallPiecesAndSoAreThoseBeforeIt() {
        StringBuilder maps = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            maps.append(String.format(
                    Locale.ROOT, "%x-%x rw-p 00000000 00:00 0%n", 0x10000 + i * 0x1000, 0x11000 + i * 0x1000));
            if (i == 49) {
                maps.append("7f0000000000-7f0010000000 rw-p 00000000 00:00 0\n");
            }
        }
        List<Vma> vmas = Smaps.parse(maps.toString());
        BitSet small = Smaps.small(Bytes.ofGiB(1), vmas);
        assertEquals(31, small.nextClearBit(0));
        assertEquals(51, small.nextSetBit(31), "the large mapping is number 50");
        assertEquals(101, small.nextClearBit(51));
        assertTrue(Smaps.small(Bytes.ofMiB(64), vmas).get(50), "all of its pages take less than a millisecond");
        assertFalse(Smaps.small(Bytes.ofGiB(1), List.of()).get(0), "nothing is known of its mappings");
    }

    @Test
    void linesOfTheUsualLengthAreParsedAsAllOthers() {
        String mapping = "7f0000000000-7f0000200000 rw-p 00000000 00:00 0\n";
        String usual = "Size:               2048 kB\nRss:                2044 kB\nPss:          123456789 kB\n"
                + "AnonHugePages:      2048 kB\nTHPeligible:           1\nVmFlags: rd wr mr mw me ac hg kB\n";
        List<Vma> expected = Smaps.parse(mapping + usual);
        List<Vma> three = lines(mapping
                + usual
                + mapping.replace("7f00", "7f01")
                + usual
                + mapping.replace("7f00", "7f02")
                + usual.replace("2044 kB", " 512 kB"));
        assertEquals(3, three.size());
        assertEquals(expected.get(0), three.get(0));
        assertEquals(expected.get(0).sizes(), three.get(1).sizes());
        assertEquals(Bytes.ofKiB(512), three.get(2).rss());
        assertEquals(Bytes.ofMiB(2), three.get(2).thp());
        assertEquals(expected.get(0).vmFlags(), three.get(2).vmFlags());
    }

    private List<Vma> lines(String smaps) {
        try {
            Path process = Files.createDirectories(proc.resolve("77"));
            Files.writeString(process.resolve("smaps"), smaps);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Smaps.read(proc, 77).known().orElseThrow();
    }

    /** The last mapping counts at the end of the file. */
    @Test
    void oneMappingTooManyIsMalformed() throws IOException {
        Path maps = Files.createDirectories(proc.resolve("12")).resolve("maps");
        try (BufferedWriter out = Files.newBufferedWriter(maps)) {
            for (int i = 0; i <= SmapsText.MOST; i++) {
                out.write(header(i));
            }
        }
        Files.copy(maps, maps.resolveSibling("smaps"));
        for (Fact<List<Vma>> fact : List.of(Maps.read(proc, 12), Smaps.read(proc, 12))) {
            assertTrue(
                    fact instanceof Fact.Absent<?> absent && absent.reason() == Reason.MALFORMED,
                    () -> fact.source().excerpt());
            assertTrue(fact.source().excerpt().contains("more than 524288 mappings"), fact.source()::excerpt);
        }
    }
}
