package io.github.hpjvm.bench.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.evidence.OutsideCopy.Sample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutsideCopyTest {
    private static final Bytes PMD = Bytes.ofMiB(2);
    private static final AddressRange HEAP = new AddressRange(0x7f0000000000L, 0x7f0004000000L);

    /** A heap of 64 MiB with these resident bytes and huge pages. */
    private static Sample sample(long millis, long residentMib, long hugeMib) {
        String smaps = "7f0000000000-7f0004000000 rw-p 00000000 00:00 0 \n"
                + "Size:              65536 kB\nKernelPageSize:        4 kB\nMMUPageSize:           4 kB\n"
                + "Rss:               " + residentMib * 1024 + " kB\nAnonHugePages:     " + hugeMib * 1024 + " kB\n"
                + "VmFlags: rd wr mr mw me ac hg \n";
        return new Sample(millis, List.of(HEAP), smaps, "VmRSS:\t" + residentMib * 1024 + " kB\n");
    }

    @Test
    void anAlmostUntouchedHeapIsNotJudged() {
        Sample early = sample(150, 4, 0);
        Sample half = sample(500, 20, 20);
        Sample full = sample(900, 40, 40);
        Sample shrunk = sample(1500, 8, 8);
        assertEquals(List.of(half, shrunk), OutsideCopy.firstAndLast(List.of(early, half, full, shrunk), PMD));
        assertEquals(List.of(full), OutsideCopy.firstAndLast(List.of(early, full), PMD));
        assertEquals(List.of(), OutsideCopy.firstAndLast(List.of(), PMD));
    }

    @Test
    void theCopyHasTheFormatOfAFork() {
        List<Sample> samples = List.of(sample(500, 40, 40), sample(900, 60, 0));
        ForkCopy copy = ForkCopy.parse(OutsideCopy.text(Optional.of(List.of("-Xmx64m", "-XX:+UseG1GC")), samples));
        assertEquals(Optional.of(List.of("-Xmx64m", "-XX:+UseG1GC")), copy.arguments());
        assertEquals(
                Optional.of(PageKind.THP),
                copy.backing(Judged.HEAP, ForkCopy.BEFORE, PMD).orElseThrow().kind());
        assertEquals(samples.get(1).backing(PMD), copy.backing(Judged.HEAP, ForkCopy.AFTER, PMD));
        assertTrue(copy.outsideHeap(ForkCopy.AFTER).isEmpty(), "all of it is heap");
    }

    @Test
    void oneSampleCountsForBothMoments() {
        ForkCopy one = ForkCopy.parse(OutsideCopy.text(Optional.empty(), List.of(sample(500, 40, 40))));
        assertEquals(one.backing(Judged.HEAP, ForkCopy.BEFORE, PMD), one.backing(Judged.HEAP, ForkCopy.AFTER, PMD));
        assertEquals(Optional.empty(), one.arguments());
        ForkCopy none = ForkCopy.parse(OutsideCopy.text(Optional.empty(), List.of()));
        assertEquals(Optional.empty(), none.backing(Judged.HEAP, ForkCopy.AFTER, PMD));
    }

    @Test
    void aDamagedRangeIsIgnored() {
        for (String range : List.of("no range", "7f00-zz", "2-1")) {
            String text = OutsideCopy.text(Optional.empty(), List.of(sample(1, 40, 40)))
                    .replace("7f0000000000-7f0004000000\n====", range + "\n====");
            assertEquals(Optional.empty(), ForkCopy.parse(text).backing(Judged.HEAP, ForkCopy.AFTER, PMD), range);
        }
    }
}
