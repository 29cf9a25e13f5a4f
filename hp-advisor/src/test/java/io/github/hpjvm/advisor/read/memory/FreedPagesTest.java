package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a JVM has of hugetlb pools, and what of it the pools have again when it ends. */
class FreedPagesTest {

    private static String mapping(String range, String permissions, int inode, String path, int kib) {
        return range + " " + permissions + " 00000000 00:0f " + inode + " " + path + "\nSize: " + kib
                + " kB\nKernelPageSize: 2048 kB\nRss: 0 kB\nShared_Hugetlb: 0 kB\nPrivate_Hugetlb: 4096 kB\n"
                + "VmFlags: rd wr mr mw me de ht\n";
    }

    /** A buffer on a file of a hugetlbfs stays with the file; a heap that HotSpot unlinked does not. */
    @Test
    void aFileWithANameKeepsItsPages() {
        String smaps = mapping("7f0000000000-7f0004000000", "rw-p", 1, "/anon_hugepage (deleted)", 65536)
                + mapping("7f0010000000-7f0012000000", "rw-s", 2, "/memfd:java_heap.hugetlb (deleted)", 32768)
                + mapping("7f0020000000-7f0021000000", "rw-s", 3, "/SYSV00000000 (deleted)", 16384)
                + mapping("7f0030000000-7f0040000000", "rw-s", 4, "/dev/hugepages/ring", 262144);
        List<HugetlbUse> uses = HugetlbSum.freedBy(7, Smaps.parse(smaps));
        assertEquals(1, uses.size());
        assertEquals(Bytes.ofMiB(64 + 32 + 16), uses.get(0).mapped());
    }
}
