package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PagesAfterTest {
    private static final long BLOCK = 2 << 20;
    private static final long HALF = BLOCK / 2;
    private static final OptionalLong BEFORE = OptionalLong.of(2 * BLOCK);

    /** The first block was huge, the second one was not. */
    private static PagesAfter after(boolean lacked, Blocks.Found first, Blocks.Found second) {
        Blocks blocks = Blocks.saved(
                BLOCK, List.of(new AddressRange(BLOCK, 3 * BLOCK)), List.of(new AddressRange(BLOCK, 2 * BLOCK)));
        PagesAfter after = new PagesAfter(blocks, lacked);
        after.add(0, first);
        after.add(1, second);
        return after;
    }

    private static Blocks.Found found(long huge, long base, long zero, boolean swapped) {
        return new Blocks.Found(0, huge, base, zero, swapped);
    }

    /** The kernel splits a huge page that it writes to swap. A restore does not read it back if nothing of it is resident. */
    @Test
    void aBlockThatIsAllInSwapIsNotCompared() {
        Blocks.Found swapped = found(0, 0, 0, true);
        assertEquals(0, after(false, swapped, swapped).other());
        Blocks.Found half = found(0, HALF, 0, true);
        assertEquals(1, after(false, half, half).other(), "a copy reads the other half back");
        Blocks.Found returned = found(0, 0, 0, false);
        assertEquals(0, after(false, returned, returned).other(), "the process has returned them");
    }

    @Test
    void pagesInSwapAreNotFreed() {
        Blocks.Found huge = found(BLOCK, 0, 0, false);
        assertEquals(
                OptionalLong.of(0), after(false, huge, found(0, 0, 0, true)).freed(BEFORE));
        assertEquals(
                OptionalLong.of(0), after(false, huge, found(0, HALF, 0, true)).freed(BEFORE));
        assertEquals(
                OptionalLong.of(HALF),
                after(false, huge, found(0, HALF, 0, false)).freed(BEFORE));
        assertEquals(
                OptionalLong.of(HALF),
                after(false, huge, found(0, 0, HALF, true)).freed(BEFORE),
                "a split has freed the half of zeros");
        assertEquals(
                OptionalLong.empty(),
                after(false, huge, found(0, HALF, 0, false)).freed(OptionalLong.empty()));
    }

    /** A copy fills a block, and a split frees that only since Linux 6.12, and not in shared memory. */
    @Test
    void memoryThatATrialAddedIsReported() {
        OptionalLong half = OptionalLong.of(BLOCK + HALF);
        Blocks.Found huge = found(BLOCK, 0, 0, false);
        PagesAfter after = after(false, huge, found(0, BLOCK, 0, false));
        assertEquals(HALF, after.added(half));
        assertEquals(OptionalLong.of(0), after.freed(half));
        assertEquals(0, after.added(BEFORE));
        assertEquals(0, after.added(OptionalLong.empty()));
        assertEquals(
                "restored: 2 of 2 blocks have the pages of before; 2 MiB more is resident than before: a copy may have"
                        + " added or mapped pages, or the JVM uses more memory",
                restored(2 << 20).text());
        assertEquals(
                "restored: 2 of 2 blocks have the pages of before",
                restored(HALF).text(),
                "so much is usual");
    }

    private static RestoredPages restored(long added) {
        return new RestoredPages(7, 1, 0, 2, OptionalLong.of(0), Optional.empty(), true, added);
    }

    /** Pages of zeros have no memory after a split, and none was left for a huge page. */
    @Test
    void anEmptiedBlockHasOtherPagesWhereMemoryLacked() {
        Blocks.Found zeros = found(0, 0, BLOCK, false);
        assertEquals(1, after(true, zeros, zeros).other());
        assertEquals(0, after(false, zeros, zeros).other());
    }
}
