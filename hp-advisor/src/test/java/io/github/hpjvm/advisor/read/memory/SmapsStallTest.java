package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.SmapsStall.Resident;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmapsStallTest {
    private static final Resident RESIDENT = new Resident(Bytes.ofMiB(600), Bytes.ofMiB(30));
    private static final String HEAP = "c0000000-e0000000 rw-p 00000000 00:00 0 \n";
    private static final String SMALL = "e0000000-e4000000 rw-p 00000000 00:00 0 \n";

    private static List<Vma> maps(String... lines) {
        return Smaps.parse(String.join("", lines));
    }

    @TempDir
    private Path proc;

    @Test
    void smallProcessIsRead() {
        assertTrue(SmapsStall.isShort(proc, 7, new Resident(Bytes.ofMiB(40), Bytes.ofMiB(24)), range -> false));
    }

    @Test
    void smallMappingsAreNotParsed() throws IOException {
        Files.createDirectories(proc.resolve("7"));
        Files.writeString(proc.resolve("7/maps"), SMALL + HEAP + SMALL);
        List<AddressRange> examined = new ArrayList<>();
        assertTrue(SmapsStall.isShort(proc, 7, RESIDENT, examined::add));
        assertEquals(List.of(new AddressRange(0xc0000000L, 0xe0000000L)), examined);
        assertFalse(SmapsStall.isShort(proc, 7, RESIDENT, range -> false));
    }

    @Test
    void fileOfTheJdkIsResidentInPart() {
        String modules = "7f0000000000-7f0010000000 r--s 00000000 fe:00 42 /jdk/lib/modules\n";
        assertTrue(SmapsStall.isShort(maps(modules), RESIDENT, range -> false));
        assertFalse(SmapsStall.isShort(maps(modules), new Resident(Bytes.ofMiB(10), Bytes.ofMiB(100)), range -> false));
    }

    @Test
    void onlyLargeMappingsAreExamined() {
        List<AddressRange> examined = new ArrayList<>();
        assertTrue(SmapsStall.isShort(maps(SMALL, SMALL, SMALL), RESIDENT, examined::add));
        assertEquals(List.of(), examined);
        assertTrue(SmapsStall.isShort(maps(SMALL, HEAP), RESIDENT, examined::add));
        assertEquals(1, examined.size());
    }

    @Test
    void largeMappingOnBasePagesIsNotRead() {
        assertFalse(SmapsStall.isShort(maps(SMALL, HEAP), RESIDENT, range -> false));
    }

    @Test
    void reservedAddressesAndHugetlbHaveNoBasePages() {
        List<Vma> maps = maps(
                "100000000-900000000 ---p 00000000 00:00 0 \n",
                "900000000-a00000000 rw-p 00000000 00:0d 7 /anon_hugepage (deleted)\n");
        assertTrue(SmapsStall.isShort(maps, RESIDENT, range -> false));
    }

    @Test
    void unknownMappingsAreNotRead() {
        assertFalse(SmapsStall.isShort(proc, 7, RESIDENT, range -> true));
    }
}
