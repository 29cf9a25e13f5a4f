package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FolioCountTest {

    private static final long PRESENT = 1L << 63;
    private static final long EXCLUSIVE = 1L << 56;
    private static final long HEAD = 1L << 15 | 1L << 22;
    private static final long TAIL = 1L << 16 | 1L << 22;
    private static final long ANON = 1L << 12;

    /** Memory of 4096 pages: from page 1024 on folios of 16 pages, all others base pages. */
    private static long[] flags(long pfn, int count) {
        long[] flags = new long[count];
        for (int i = 0; i < count; i++) {
            long page = pfn + i;
            flags[i] = ANON | (page < 1024 ? 0 : page % 16 == 0 ? HEAD : TAIL);
        }
        return flags;
    }

    private static long[] pages(long firstPfn, int count) {
        long[] entries = new long[count];
        for (int i = 0; i < count; i++) {
            entries[i] = PRESENT | EXCLUSIVE | firstPfn + i;
        }
        return entries;
    }

    private static FolioCount counted(long[] entries) {
        FolioCount count = new FolioCount();
        count.add(entries, FolioCountTest::flags);
        return count;
    }

    @Test
    void foliosThatFollowEachOtherCountEach() {
        assertEquals(Map.of(16, 512L), counted(pages(1024, 512)).pages());
    }

    @Test
    void aPartOfAFolioCountsAsBasePages() {
        assertEquals(Map.of(1, 16L, 16, 16L), counted(pages(1024 + 8, 32)).pages());
    }

    @Test
    void foliosWithoutAnOrderOfAddressesCountEach() {
        long[] entries = Arrays.copyOf(pages(2048, 16), 32);
        System.arraycopy(pages(1024, 16), 0, entries, 16, 16);

        assertEquals(Map.of(16, 32L), counted(entries).pages());
    }

    @Test
    void absentPagesAreNotCounted() {
        long[] entries = pages(100, 8);
        entries[3] = 0;

        assertEquals(Map.of(1, 7L), counted(entries).pages());
    }

    @Test
    void withoutPrivilegePageFrameNumbersAreZero() {
        FolioCount count = counted(new long[] {PRESENT, PRESENT});

        assertTrue(count.isHidden());
        assertTrue(count.pages().isEmpty());
    }
}
