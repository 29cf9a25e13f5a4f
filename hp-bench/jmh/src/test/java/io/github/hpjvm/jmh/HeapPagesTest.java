package io.github.hpjvm.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class HeapPagesTest {
    private static final HeapRange HEAP = new HeapRange(0xf0000000L, 0x100000000L);

    private static final String OTHERS = """
            7f0000000000-7f0000100000 rw-p 00000000 00:00 0
            Rss:                1024 kB
            AnonHugePages:      1024 kB
            Private_Hugetlb:    1024 kB
            """;

    private static HeapPages read(String smaps, HeapRange range) throws IOException {
        return HeapPages.read(new BufferedReader(new StringReader(smaps)), range);
    }

    @Test
    void addsMappingsOfTheHeapOnly() throws IOException {
        HeapPages pages = read(OTHERS + """
                        f0000000-f8000000 rw-p 00000000 00:00 0
                        Size:             131072 kB
                        Rss:              131072 kB
                        AnonHugePages:    129024 kB
                        ShmemPmdMapped:        0 kB
                        VmFlags: rd wr mr mw me ac sd
                        f8000000-100000000 ---p 00000000 00:00 0
                        Rss:                   0 kB
                        """ + OTHERS, HEAP);
        assertEquals(128L << 20, pages.resident);
        assertEquals(126L << 20, pages.thp);
        assertEquals(0, pages.hugetlb);
        assertEquals(98.4375, pages.percent());
        assertTrue(pages.isOn(pages.thp));
        assertFalse(pages.shared);
    }

    @Test
    void countsHugetlbPagesThatRssLeavesOut() throws IOException {
        HeapPages pages = read("""
                f0000000-100000000 rw-p 00000000 00:0f 1234                       /anon_hugepage (deleted)
                Rss:                   0 kB
                Private_Hugetlb:  262144 kB
                """, HEAP);
        assertEquals(256L << 20, pages.resident);
        assertEquals(100, pages.percent());
        assertTrue(pages.isOn(pages.hugetlb));
        assertFalse(pages.isOn(pages.thp));
    }

    /** Up to 20 each part of ZGC's heap has three addresses. */
    @Test
    void countsAViewOfZgcOnce() throws IOException {
        String view = " rw-s 00000000 00:01 2055                       /memfd:java_heap (deleted)\n";
        String pages = "Rss: 65536 kB\nShmemPmdMapped: 32768 kB\n";
        HeapPages heap = read(
                "4000000000-4004000000" + view + pages + "8000000000-8004000000" + view + "Rss: 0 kB\n"
                        + "10000000000-10004000000" + view + pages + OTHERS,
                null);
        assertEquals(64L << 20, heap.resident);
        assertEquals(50, heap.percent());
        assertTrue(heap.shared);
        assertFalse(heap.isOn(heap.thp));
    }

    @Test
    void isUnknownWithoutAMapping() throws IOException {
        assertNull(read(OTHERS, HEAP));
        assertNull(read(OTHERS, null));
    }

    @Test
    void piecesThatCannotBeHugeDoNotCount() {
        long mib = 1L << 20;
        assertTrue(new HeapPages(10 * mib, 6 * mib, 0, false).isOn(6 * mib));
        assertFalse(new HeapPages(8 * mib, 4 * mib, 0, false).isOn(4 * mib));
        assertFalse(new HeapPages(100 * mib, 94 * mib, 0, false).isOn(94 * mib));
        assertTrue(new HeapPages(100 * mib, 95 * mib, 0, false).isOn(95 * mib));
        assertFalse(new HeapPages(0, 0, 0, false).isOn(0));
    }
}
