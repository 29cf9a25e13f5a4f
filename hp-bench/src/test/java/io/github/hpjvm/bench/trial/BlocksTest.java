package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.bench.Seeds;
import io.github.hpjvm.bench.trial.Blocks.Found;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlocksTest {
    private static final long SIZE = 2 << 20;

    /** Half a block is enough; one page less is not. */
    @Test
    void blocksThatAreResidentByHalfAreChosen() {
        Blocks blocks = Blocks.choose(
                SIZE,
                List.of(
                        new Found(0, SIZE, 0),
                        new Found(SIZE, 0, SIZE),
                        new Found(2 * SIZE, 0, SIZE / 2),
                        new Found(3 * SIZE, 0, SIZE / 2 - 4096),
                        new Found(5 * SIZE, 0, 0),
                        new Found(6 * SIZE, 0, SIZE - 4096, 0, true)));
        assertEquals(3, blocks.count());
        assertEquals(1, blocks.hugeBefore());
        assertEquals(2, blocks.differing(PageState.THP));
        assertEquals(1, blocks.differing(PageState.BASE));
        assertTrue(blocks.wasHuge(0));
        assertFalse(blocks.wasHuge(1));
        assertEquals(SIZE / 2, blocks.growth());
        assertEquals(2 * SIZE + SIZE / 2, blocks.resident());
        assertEquals(SIZE / 2 - 4096 + SIZE - 4096, blocks.outside());
        assertTrue(blocks.isMuchOutside());
        assertFalse(Blocks.choose(SIZE, List.of(new Found(0, SIZE, 0))).isMuchOutside());
    }

    /** A copy makes pages of memory in the place of shared zero pages, and none where nothing is mapped. */
    @Test
    void zeroPagesGrow() {
        assertEquals(SIZE, new Found(0, 0, 0, SIZE, false).growth(SIZE));
        assertEquals(SIZE - 4096, new Found(0, 0, 4096, 0, false).growth(SIZE));
        assertEquals(0, new Found(0, 0, 0).growth(SIZE));
        assertEquals(0, new Found(0, SIZE, 0).growth(SIZE));
        assertFalse(new Found(0, 0, 0, SIZE, false).isResident(), "older kernels make no huge page of it");
        assertTrue(new Found(0, 0, 4096, 0, false).isResident());
    }

    @Test
    void aBlockBeginsAndEndsInItsRange() {
        assertEquals(List.of(SIZE, 2 * SIZE), Blocks.startsIn(SIZE, new AddressRange(4096, 3 * SIZE + 4096)));
        assertEquals(List.of(0L), Blocks.startsIn(SIZE, new AddressRange(0, SIZE)));
        assertEquals(List.of(), Blocks.startsIn(SIZE, new AddressRange(4096, SIZE + 4096)));
    }

    @Test
    void savedBlocksAreThoseOfBefore() {
        Blocks blocks = Blocks.choose(
                SIZE,
                List.of(
                        new Found(SIZE, SIZE, 0),
                        new Found(2 * SIZE, 0, SIZE),
                        new Found(3 * SIZE, SIZE, 0),
                        new Found(9 * SIZE, SIZE, 0)));
        assertEquals(List.of(new AddressRange(SIZE, 4 * SIZE), new AddressRange(9 * SIZE, 10 * SIZE)), blocks.ranges());
        Blocks saved = Blocks.saved(SIZE, blocks.ranges(), blocks.hugeRanges());
        assertEquals(blocks.count(), saved.count());
        for (int i = 0; i < blocks.count(); i++) {
            assertEquals(blocks.start(i), saved.start(i));
            assertEquals(blocks.before(i), saved.before(i));
        }
    }

    /** As many ranges as a file can have; the pages alternate at random, also at the end of the address space. */
    @Test
    void eachOfManyRangesIsFoundAgain() {
        Seeds.with(1, BlocksTest::assertFoundAgain);
    }

    private static void assertFoundAgain(Random random) {
        List<Found> found = new ArrayList<>();
        for (long at = SIZE; found.size() < 20_000; at += SIZE * (1 + random.nextInt(2))) {
            long start = found.size() < 10_000 ? at : at | Long.MIN_VALUE;
            found.add(random.nextBoolean() ? new Found(start, SIZE, 0) : new Found(start, 0, SIZE));
        }
        Blocks blocks = Blocks.choose(SIZE, found);
        List<AddressRange> huge = new ArrayList<>(blocks.hugeRanges());
        Collections.shuffle(huge, random);
        Blocks saved = Blocks.saved(SIZE, blocks.ranges(), huge);
        Set<Long> were = new HashSet<>();
        for (int i = 0; i < blocks.count(); i++) {
            if (blocks.wasHuge(i)) {
                were.add(blocks.start(i));
            }
        }
        assertEquals(blocks.count(), saved.count());
        for (int i = 0; i < saved.count(); i++) {
            assertEquals(were.contains(saved.start(i)), saved.wasHuge(i));
        }
    }

    /** The first state that was seen of a block is the state of before. */
    @Test
    void blocksThatAreAddedKeepTheFirstState() {
        Blocks first = Blocks.choose(SIZE, List.of(new Found(SIZE, 0, SIZE), new Found(2 * SIZE, SIZE, 0)));
        Blocks second = Blocks.choose(
                SIZE, List.of(new Found(SIZE, SIZE, 0), new Found(3 * SIZE, SIZE, 0), new Found(4 * SIZE, 0, SIZE)));
        Blocks both = first.with(second);
        assertEquals(List.of(new AddressRange(SIZE, 5 * SIZE)), both.ranges());
        assertEquals(List.of(new AddressRange(2 * SIZE, 4 * SIZE)), both.hugeRanges());
    }

    /** The blocks that an undo of some regions splits, and those that it leaves. */
    @Test
    void partsKeepTheirPagesOfBefore() {
        long size = 2 << 20;
        Blocks all = Blocks.saved(
                size,
                List.of(new AddressRange(0, 3 * size), new AddressRange(8 * size, 10 * size)),
                List.of(new AddressRange(8 * size, 9 * size)));
        Blocks part = all.within(List.of(new AddressRange(7 * size, 20 * size)));
        assertEquals(List.of(new AddressRange(8 * size, 10 * size)), part.ranges());
        assertEquals(List.of(new AddressRange(8 * size, 9 * size)), part.hugeRanges());
        Blocks rest = all.without(part);
        assertEquals(List.of(new AddressRange(0, 3 * size)), rest.ranges());
        assertEquals(0, rest.hugeBefore());
        assertEquals(0, all.without(all).count());
        assertEquals("1 block of 2 MiB", Blocks.words(1, size));
        assertEquals("0 blocks of 2 MiB", Blocks.words(0, size));
    }
}
