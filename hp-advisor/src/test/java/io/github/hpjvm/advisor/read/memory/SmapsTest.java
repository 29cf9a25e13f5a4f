package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.MalformedTextException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class SmapsTest {

    private static final String TWO = """
            7f0000000000-7f0000400000 rw-s 00001000 00:0f 18446744073709551615       /memfd:java heap (deleted)
            Size:               4096 kB
            KernelPageSize:     2048 kB
            MMUPageSize:        2048 kB
            Rss:                   0 kB
            AnonHugePages:         0 kB
            ShmemPmdMapped:        0 kB
            FilePmdMapped:         0 kB
            Shared_Hugetlb:     2048 kB
            Private_Hugetlb:    2048 kB
            NewInLinux9:          17 kB
            Something:     else
            THPeligible:           0
            VmFlags: rd wr mr ht zz
            ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
            Size:                  4 kB
            KernelPageSize:        4 kB
            Rss:                2060 kB
            AnonHugePages:      2048 kB
            ShmemPmdMapped:        4 kB
            FilePmdMapped:         8 kB
            THPeligible:           1
            VmFlags: ex
            """;

    @Test
    void readsMappings() {
        List<Vma> vmas = Smaps.parse(TWO);
        assertEquals(2, vmas.size());
        Vma heap = vmas.get(0);
        assertEquals(new AddressRange(0x7f0000000000L, 0x7f0000400000L), heap.range());
        assertEquals("rw-s", heap.permissions());
        assertEquals(4096, heap.offset());
        assertEquals("00:0f", heap.device());
        assertEquals(-1, heap.inode());
        assertEquals("/memfd:java heap (deleted)", heap.path());
        assertEquals(Set.of("rd", "wr", "mr", "ht", "zz"), heap.vmFlags());
        assertTrue(heap.isHugetlb());
        assertEquals(Bytes.ofMiB(4), heap.hugetlb());
        assertEquals(Bytes.ofMiB(2), heap.pageSize());
        assertFalse(heap.kib().containsKey("NewInLinux9"), "what is of no use is not kept");
        assertFalse(heap.kib().containsKey("Something"));
        Vma vsyscall = vmas.get(1);
        assertEquals(Bytes.ofKiB(2060), vsyscall.rss());
        assertEquals(Bytes.ofKiB(2060), vsyscall.thp());
        assertFalse(vsyscall.isHugetlb());
        assertFalse(vsyscall.showsHugetlb());
        assertEquals(Optional.of(false), heap.thpEligible());
        assertEquals(Optional.of(true), vsyscall.thpEligible());
        assertEquals(List.of(), Smaps.parse(""));
        assertEquals(List.of(), Smaps.parse("\n\n"));
    }

    /** The heap grew while the kernel printed it: its first part was printed before, and then the whole. */
    @Test
    void aMappingThatGrewMeanwhileCountsOnce() {
        String fields = "Size: 8192 kB\nRss: 4096 kB\nVmFlags: rd wr\n";
        List<Vma> vmas = Smaps.parse("7f0000000000-7f0000400000 rw-p 00000000 00:00 0 \n" + fields
                + "7f0000400000-7f0000800000 rw-p 00000000 00:00 0 \n" + fields
                + "7f0000000000-7f0000c00000 rw-p 00000000 00:00 0 \n" + fields.replace("4096", "8192")
                + "7f0000c00000-7f0001000000 ---p 00000000 00:00 0 \n" + fields);
        assertEquals(
                List.of(
                        new AddressRange(0x7f0000000000L, 0x7f0000c00000L),
                        new AddressRange(0x7f0000c00000L, 0x7f0001000000L)),
                vmas.stream().map(Vma::range).toList());
        assertEquals(Bytes.ofMiB(8), vmas.get(0).rss());
    }

    @Test
    void anUnnamedMappingHasNoPath() {
        List<Vma> vmas = Smaps.parse("1000-2000 rw-p 00000000 00:00 0 \nSize: 4 kB\nVmFlags: rd\n");
        assertEquals("", vmas.get(0).path());
        assertEquals(Optional.empty(), vmas.get(0).thpEligible(), "a kernel before 4.20");
        assertEquals(
                "",
                Smaps.parse("1000-2000 rw-p 00000000 00:00 0\nVmFlags: rd\n")
                        .get(0)
                        .path());
    }

    @Test
    void dropsATornLastMapping() {
        int second = TWO.indexOf("ffffffffff600000");
        for (int end = second; end < TWO.length(); end++) {
            assertEquals(1, Smaps.parse(TWO.substring(0, end)).size(), "cut at " + end);
        }
    }

    @Test
    void knowsTheEndOfAMappingOnOldKernels() {
        String one = "1000-2000 rw-p 00000000 00:00 0 \nSize: 4 kB\nRss: 4 kB\nLocked: 0 kB\n";
        String two = "2000-3000 rw-p 00000000 00:00 0 \nSize: 4 kB\nRss: 4 kB\n";
        assertEquals(2, Smaps.parse(one + two + "Locked: 0 kB\n").size());
        assertEquals(1, Smaps.parse(one + two).size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Rss: 4 kB\n",
                "nonsense\n",
                "2000-1000 rw-p 00000000 00:00 0 \n",
                "1000-2000\n",
                "10000000000000000-20000000000000000 rw-p 0 00:00 0 \n",
                "1000-2000 rw-p 00000000 00:00 x \n",
                "1000-2000 rw-p 00000000 00:00 0 \nRss: 9007199254740992 kB\n",
                "1000-2000 rw-p 00000000 00:00 0 \nRss: 99999999999999999999999 kB\n",
                "1000-2000 rw-p 00000000 00:00 0 \nRss: 4 MB\n",
                "1000-2000 rw-p 00000000 00:00 0 \nRss: -4 kB\n",
                "1000-2000 rw-p 00000000 00:00 0 \nnonsense\n"
            })
    void showsTheLineThatIsWrong(String text) {
        MalformedTextException e = assertThrows(MalformedTextException.class, () -> Smaps.parse(text));
        assertTrue(text.contains(e.line()));
        assertTrue(e.getMessage().contains("'" + e.line()), e.getMessage());
    }

    @Test
    void isLinear() {
        String text = TWO.repeat(50_000);
        long start = System.nanoTime();
        assertEquals(100_000, Smaps.parse(text).size());
        assertTrue(System.nanoTime() - start < 10_000_000_000L);
    }

    @Test
    void survivesDamage() {
        Mutations.survive(TWO.repeat(3), Smaps::parse);
    }
}
