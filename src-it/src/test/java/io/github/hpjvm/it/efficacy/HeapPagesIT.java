package io.github.hpjvm.it.efficacy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The pages of a heap, as they are read from lines of smaps. */
class HeapPagesIT {
    private static final String SMAPS = """
            c0000000-100000000 rw-p 00000000 00:00 0
            Rss:              212992 kB
            AnonHugePages:    208896 kB
            ShmemPmdMapped:        0 kB
            Private_Hugetlb:       0 kB
            VmFlags: rd wr mr mw me ac hg
            40000000000-40020000000 rw-s 00000000 00:01 18648                        /memfd:java_heap (deleted)
            Rss:                4096 kB
            AnonHugePages:         0 kB
            ShmemPmdMapped:     2048 kB
            40020000000-40040000000 rw-s 00000000 00:01 18649                        /memfd:java_heap.hugetlb (deleted)
            Rss:                   0 kB
            Private_Hugetlb:   10240 kB
            7f0000000000-7f0000200000 rw-p 00000000 00:00 0
            Rss:                1024 kB
            """;

    @Test
    void countsMappingsOfTheRange() {
        String anonymous = SMAPS.lines().limit(6).reduce("", (text, line) -> text + line + "\n");
        HeapPages heap = HeapPages.of(anonymous, 0xc0000000L, 0x100000000L);
        assertEquals(new HeapPages(212992, 208896, 0), heap);
        assertEquals("THP 98 % of 208 MiB", heap.toString());
        assertEquals(new HeapPages(0, 0, 0), HeapPages.of(anonymous, 0x100000000L, 0x200000000L));
    }

    @Test
    void countsMemfdOfZgc() {
        HeapPages heap = HeapPages.of(SMAPS, 0, 0);
        assertEquals(new HeapPages(4096 + 10240, 2048, 10240), heap);
        assertEquals(Optional.of("HUGETLB"), heap.kind());
    }

    @Test
    void basePagesHaveNoKind() {
        HeapPages heap = HeapPages.of(SMAPS, 0x7f0000000000L, 0x7f0000200000L);
        assertEquals(1024 + 4096 + 10240, heap.residentKiB());
        assertEquals("BASE 0 % of 1 MiB", new HeapPages(1024, 0, 0).toString());
    }
}
