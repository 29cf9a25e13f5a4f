package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeapRangesTest {
    private static Vma zHeap(long start, long offset, long rssKib) {
        return new Vma(
                new AddressRange(start, start + 0x200000),
                "rw-s",
                offset,
                "00:01",
                7,
                "/memfd:java_heap (deleted)",
                Map.of("Rss", rssKib),
                Set.of());
    }

    @Test
    void theFullestOfThreeViewsCounts() {
        List<AddressRange> once = HeapRanges.once(
                List.of(),
                List.of(
                        zHeap(0x40000000000L, 0, 0),
                        zHeap(0x80000000000L, 0, 2048),
                        zHeap(0x100000000000L, 0, 4),
                        zHeap(0x80000200000L, 0x200000, 2048)));
        assertEquals(
                List.of(
                        new AddressRange(0x80000000000L, 0x80000200000L),
                        new AddressRange(0x80000200000L, 0x80000400000L)),
                once);
    }

    @Test
    void anyOtherHeapIsWhereItWasLocated() {
        List<AddressRange> located = List.of(new AddressRange(0x1000, 0x2000));
        assertEquals(located, HeapRanges.once(located, List.of()));
    }
}
