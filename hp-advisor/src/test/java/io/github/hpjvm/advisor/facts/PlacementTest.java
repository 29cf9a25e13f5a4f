package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The bounds equal the bounds of an exhaustive search over all placements of the pages. */
class PlacementTest {

    private static final long BLOCK = 8;

    @Test
    void equalsAnExhaustiveSearch() {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3_000; i++) {
            long start = random.nextLong(20);
            AddressRange whole = new AddressRange(start, start + random.nextLong(1, 60));
            long from = random.nextLong(whole.start(), whole.end());
            AddressRange part = new AddressRange(from, random.nextLong(from, whole.end()) + 1);
            long blocks = whole.wholeBlocks(Bytes.of(BLOCK));
            long pages = random.nextLong(blocks + 1);
            Placement placement = new Placement(whole, part, Bytes.of(BLOCK));
            long[] extremes = tryAll(whole, part, blocks, pages);
            String message = "seed " + seed + ": " + pages + " pages of " + whole + " in " + part;
            assertEquals(
                    extremes[0], placement.leastInside(Bytes.of(pages * BLOCK)).value(), message);
            assertEquals(
                    extremes[1], placement.mostInside(Bytes.of(pages * BLOCK)).value(), message);
        }
    }

    private static long[] tryAll(AddressRange whole, AddressRange part, long blocks, long pages) {
        long first = (whole.start() + BLOCK - 1) / BLOCK * BLOCK;
        long least = Long.MAX_VALUE;
        long most = 0;
        for (long taken = 0; taken < 1L << blocks; taken++) {
            if (Long.bitCount(taken) == pages) {
                long inside = 0;
                for (int b = 0; b < blocks; b++) {
                    AddressRange block = new AddressRange(first + b * BLOCK, first + (b + 1) * BLOCK);
                    if ((taken >> b & 1) == 1) {
                        inside += part.intersection(block)
                                .map(r -> r.size().value())
                                .orElse(0L);
                    }
                }
                least = Math.min(least, inside);
                most = Math.max(most, inside);
            }
        }
        return new long[] {least, most};
    }

    @Test
    void partialPagesCanBeAnywhere() {
        Placement placement = new Placement(new AddressRange(0, 80), new AddressRange(0, 40), Bytes.of(BLOCK));
        assertEquals(
                Bytes.of(20),
                placement.leastInside(Bytes.of(60)).plus(Bytes.of(0)).max(Bytes.of(20)));
        assertEquals(Bytes.of(21), placement.leastInside(Bytes.of(61)));
        assertEquals(Bytes.of(40), placement.mostInside(Bytes.of(61)));
        Placement unknownSize = new Placement(new AddressRange(0, 80), new AddressRange(0, 40), Bytes.ZERO);
        assertEquals(Bytes.of(24), unknownSize.leastInside(Bytes.of(64)));
        assertEquals(Bytes.of(40), unknownSize.mostInside(Bytes.of(64)));
    }
}
