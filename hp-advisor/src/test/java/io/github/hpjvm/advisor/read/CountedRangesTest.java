package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import java.time.Duration;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class CountedRangesTest {

    @Test
    void bytesCountOnce() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            CountedRanges counted = new CountedRanges();
            BitSet bytes = new BitSet();
            assertTrue(counted.isEmpty());
            for (int i = 0; i < 40; i++) {
                int start = random.nextInt(200);
                int end = start + 1 + random.nextInt(30);
                int before = bytes.cardinality();
                bytes.set(start, end);
                assertEquals(
                        Bytes.of(bytes.cardinality() - before),
                        counted.add(new AddressRange(start, end)),
                        "seed " + seed);
            }
        }
    }

    /** A process with vm.max_map_count=262144. */
    @Test
    void manyRangesTakeNoQuadraticTime() {
        CountedRanges counted = new CountedRanges();
        Assertions.assertTimeout(Duration.ofSeconds(20), () -> {
            for (long i = 0; i < 262_144; i++) {
                counted.add(new AddressRange(i << 22, (i << 22) + (2 << 20)));
            }
        });
    }
}
