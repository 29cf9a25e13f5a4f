package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Present;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class HalvesTest {
    private static final Bytes PMD = Bytes.ofMiB(2);

    private final List<AddressRange> seen = new CopyOnWriteArrayList<>();

    private Optional<Present> here(AddressRange range) {
        seen.add(range);
        return Optional.of(new Present(range.size().value(), 1));
    }

    private Optional<Present> there(AddressRange range) {
        seen.add(range);
        return Optional.of(new Present(range.size().value(), 2));
    }

    private static AddressRange range(long start, Bytes size) {
        return new AddressRange(start, start + size.value());
    }

    @Test
    void splitsALargeRangeAtAHugePageAndAddsTheParts() {
        AddressRange large = range(0x7f00_0012_3000L, Bytes.ofGiB(3));
        Present present = new Halves(PMD, this::there).of(large, this::here).orElseThrow();
        assertEquals(new Present(Bytes.ofGiB(3).value(), 3), present);
        assertEquals(2, seen.size());
        long middle = Math.max(seen.get(0).start(), seen.get(1).start());
        assertEquals(0, middle % PMD.value());
        assertEquals(middle, Math.min(seen.get(0).end(), seen.get(1).end()), "no gap and nothing twice");
        assertEquals(large.start(), Math.min(seen.get(0).start(), seen.get(1).start()));
        assertEquals(large.end(), Math.max(seen.get(0).end(), seen.get(1).end()));
    }

    @Test
    void twoThreadsDoIt() {
        Thread[] threads = new Thread[2];
        Halves halves = new Halves(PMD, range -> {
            threads[1] = Thread.currentThread();
            return there(range);
        });
        halves.of(range(0, Bytes.ofGiB(1)), range -> {
            threads[0] = Thread.currentThread();
            return here(range);
        });
        assertSame(Thread.currentThread(), threads[0]);
        assertNotSame(threads[0], threads[1]);
    }

    @Test
    void doesNotSplitASmallRange() {
        AddressRange small = range(0, Halves.LARGE.minus(Bytes.of(1)));
        assertEquals(
                Optional.of(new Present(small.size().value(), 1)), new Halves(PMD, this::there).of(small, this::here));
        assertEquals(List.of(small), seen);
    }

    @Test
    void isUnknownIfAHalfIsUnknown() {
        AddressRange large = range(0, Bytes.ofGiB(2));
        assertEquals(Optional.empty(), new Halves(PMD, range -> Optional.empty()).of(large, this::here));
        assertEquals(Optional.empty(), new Halves(PMD, this::there).of(large, range -> Optional.empty()));
    }
}
