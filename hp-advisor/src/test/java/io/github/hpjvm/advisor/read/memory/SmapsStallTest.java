package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmapsStallTest {
    private static final Bytes RESIDENT = Bytes.ofMiB(600);
    private static final String HEAP = "c0000000-e0000000 rw-p 00000000 00:00 0 \n";
    private static final String SMALL = "e0000000-e4000000 rw-p 00000000 00:00 0 \n";

    private static List<Vma> maps(String... lines) {
        return Smaps.parse(String.join("", lines));
    }

    @Test
    void smallProcessIsRead() {
        assertTrue(SmapsStall.isShort(maps(HEAP), Bytes.ofMiB(64), range -> false));
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
        assertFalse(SmapsStall.isShort(List.of(), RESIDENT, range -> true));
    }
}
