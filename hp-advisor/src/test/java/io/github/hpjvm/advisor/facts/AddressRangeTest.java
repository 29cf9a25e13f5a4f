package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AddressRangeTest {

    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @Test
    void isUnsigned() {
        AddressRange vsyscall = new AddressRange(0xffffffffff600000L, 0xffffffffff601000L);
        assertEquals(Bytes.ofKiB(4), vsyscall.size());
        assertEquals("ffffffffff600000-ffffffffff601000", vsyscall.toString());
        assertTrue(vsyscall.contains(0xffffffffff600000L));
        assertFalse(vsyscall.contains(0xffffffffff601000L));
        assertFalse(vsyscall.contains(0));
        assertEquals(0, vsyscall.wholeBlocks(TWO_MIB));
        assertEquals(1, vsyscall.wholeBlocks(Bytes.ofKiB(4)));
        assertEquals(Bytes.ofGiB(1), new AddressRange(0x7fffffffe0000000L, 0x8000000020000000L).size());
        assertEquals(0, new AddressRange(-4096, -1).wholeBlocks(TWO_MIB));
    }

    @Test
    void refusesInvalidRanges() {
        assertThrows(IllegalArgumentException.class, () -> new AddressRange(2, 1));
        assertThrows(IllegalArgumentException.class, () -> new AddressRange(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> new AddressRange(0, -1));
        assertThrows(IllegalArgumentException.class, () -> new AddressRange(0, 4096).wholeBlocks(Bytes.of(3)));
        assertThrows(IllegalArgumentException.class, () -> new AddressRange(0, 4096).wholeBlocks(Bytes.ZERO));
    }

    @Test
    void intersects() {
        AddressRange range = new AddressRange(10, 20);
        assertEquals(Optional.of(new AddressRange(15, 20)), range.intersection(new AddressRange(15, 30)));
        assertEquals(Optional.of(new AddressRange(12, 13)), new AddressRange(12, 13).intersection(range));
        assertEquals(Optional.empty(), range.intersection(new AddressRange(20, 30)));
        assertFalse(range.overlaps(new AddressRange(0, 10)));
        assertTrue(range.overlaps(new AddressRange(0, 11)));
        assertTrue(range.contains(new AddressRange(10, 20)));
        assertFalse(range.contains(new AddressRange(10, 21)));
        assertFalse(new AddressRange(5, 5).contains(5));
    }

    @Test
    void countsWholeBlocks() {
        long two = TWO_MIB.value();
        assertEquals(3, new AddressRange(2 * two, 5 * two).wholeBlocks(TWO_MIB));
        assertEquals(1, new AddressRange(2 * two + 1, 5 * two - 1).wholeBlocks(TWO_MIB));
        assertEquals(0, new AddressRange(two + 1, 2 * two + 1).wholeBlocks(TWO_MIB));
        assertEquals(0, new AddressRange(two, two).wholeBlocks(TWO_MIB));
    }
}
