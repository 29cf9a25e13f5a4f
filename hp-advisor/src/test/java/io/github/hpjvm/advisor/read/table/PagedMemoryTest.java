package io.github.hpjvm.advisor.read.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PagedMemoryTest {
    private static final int PAGE = PagedMemory.PAGE;

    /** Endless memory in which each byte is one of {@code abcd...}, with a NUL at the end of each 100 bytes. */
    private final PagedMemory memory = new PagedMemory((address, into) -> {
        int count = into.remaining();
        for (int i = 0; i < count; i++) {
            long at = address + i;
            into.put((byte) (at % 100 == 99 ? 0 : 'a' + at % 26));
        }
        return count;
    });

    @Test
    void readsTextsAndNumbersAcrossPages() {
        assertEquals(99, memory.text(100 * PAGE, 99).length());
        int places = 0;
        for (long address = 2 * PAGE; address < 4 * PAGE; address += 100) {
            assertEquals(
                    memory.text(address - address % 100, 100).substring((int) (address % 100)),
                    memory.text(address, 100));
            places++;
        }
        assertEquals(82, places);
        assertEquals(memory.bytes(2 * PAGE - 4, 8).getLong(0), memory.int64(2 * PAGE - 4));
        assertEquals(memory.bytes(2 * PAGE - 2, 4).getInt(0), memory.int32(2 * PAGE - 2));
    }

    @Test
    void limitsTextsPiecesAndPages() {
        assertThrows(UnreadableMemoryException.class, () -> memory.text(100 * PAGE, 98));
        assertThrows(UnreadableMemoryException.class, () -> memory.bytes(PAGE, (1 << 20) + 1));
        assertThrows(UnreadableMemoryException.class, () -> memory.bytes(PAGE, -1));
        assertThrows(UnreadableMemoryException.class, () -> {
            for (long page = 1; page < 3L * PagedMemory.MOST_PAGES; page++) {
                memory.int8(page * PAGE);
            }
        });
    }

    @Test
    void pointersToNothingAreUnreadable() {
        PagedMemory none = new PagedMemory((address, into) -> {
            throw new IOException("EIO");
        });
        assertThrows(UnreadableMemoryException.class, () -> none.int64(1 << 20));
        assertThrows(UnreadableMemoryException.class, () -> memory.int64(0));
        assertThrows(UnreadableMemoryException.class, () -> memory.int64(-8));
        PagedMemory half = new PagedMemory((address, into) -> into.position() > 0 ? 0 : put(into));
        assertThrows(UnreadableMemoryException.class, () -> half.int64(1 << 20));
    }

    private static int put(ByteBuffer into) {
        into.put((byte) 1);
        return 1;
    }
}
