package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressesTest {
    private static final int DRAWS = 20_000;

    /** What stands in the upper half of the address space, [vsyscall], has addresses that look negative. */
    private static final long SHIFT = Long.MAX_VALUE - 30;

    private static AddressRange drawn(Random random, long from) {
        long start = from + random.nextInt(6);
        return new AddressRange(start, start + random.nextInt(8));
    }

    private static List<AddressRange> ascending(Random random, long from) {
        List<AddressRange> ranges = new ArrayList<>();
        long at = from;
        for (int i = random.nextInt(8); i > 0; i--) {
            AddressRange next = drawn(random, at);
            if (next.start() != next.end()) {
                ranges.add(next);
                at = next.end();
            }
        }
        return ranges;
    }

    /** As by looking at each of them. */
    @Test
    void findsOverlapsByBinarySearch() {
        long seed = Long.getLong("hp.seed", new Random().nextInt(1_000_000));
        Random random = new Random(seed);
        for (int draw = 0; draw < DRAWS; draw++) {
            long from = random.nextBoolean() ? 0 : SHIFT;
            List<AddressRange> sorted = ascending(random, from);
            AddressRange range = drawn(random, from + random.nextInt(30));
            String where = "-Dhp.seed=" + seed + ": " + range + " in " + sorted;
            List<AddressRange> pieces = sorted.stream()
                    .flatMap(one -> one.intersection(range).stream())
                    .toList();
            assertEquals(pieces, Addresses.overlapping(sorted, range), where);
            assertEquals(sorted.stream().anyMatch(range::overlaps), Addresses.overlapsAny(sorted, range), where);
        }
    }
}
