package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.memory.PageMap;
import io.github.hpjvm.advisor.read.memory.PageScan;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.memory.ScannedBacking;
import io.github.hpjvm.advisor.read.memory.SmapsStall;
import io.github.hpjvm.advisor.read.memory.WindowSample;
import io.github.hpjvm.advisor.read.memory.WindowSample.Estimate;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the pages of regions by an open scan: all of them, or a sample. */
final class RegionScan implements ScannedBacking.Reader {

    /** A region with more bytes on base pages is sampled: their scan takes 3 ms for each GiB. */
    static final Bytes MOST_BASE = Bytes.ofGiB(2);

    /** Number of pages in a sample. The bounds are then at most 2.2 percentage points from the estimate. */
    private static final int WINDOWS = 2048;

    /** The same seed reads the same pages, so that an unchanged memory gives an unchanged result. */
    private static final long SEED = 11;

    private final PageScan scan;
    private final Bytes page;

    private final PageMap pageMap;
    private final long reads;

    /**
     * Creates the reader.
     *
     * @param pageMap the present pages of ranges that are mapped more than once
     * @param reads the limit of the reads of all regions together, see {@link PageScan#limit}
     */
    RegionScan(PageScan scan, Bytes page, PageMap pageMap, long reads) {
        scan.limit(reads);
        this.reads = reads;
        this.scan = scan;
        this.page = page;
        this.pageMap = pageMap;
    }

    @Override
    public Optional<BitSet> present(AddressRange range) {
        return pageMap.present(range);
    }

    @Override
    public PagemapScan.Present all(AddressRange range) throws RefusedCallException {
        return scan.of(range);
    }

    @Override
    public Optional<Estimate> sample(List<AddressRange> ranges) throws RefusedCallException {
        return WindowSample.of(ranges, page.value(), WINDOWS, SEED, scan::at)
                .or(() -> Optional.of(WindowSample.none(ranges, page.value(), WINDOWS)));
    }

    /**
     * Returns the question whether a range has so few base pages that smaps may be read; false if that cannot be known. It
     * permits the reads anew, for all ranges together.
     */
    Predicate<AddressRange> hasFewBasePages() {
        scan.limit(reads);
        return this::hasFewBasePages;
    }

    private boolean hasFewBasePages(AddressRange range) {
        try {
            return scan.hasFewBasePages(range, SmapsStall.MOST_BASE);
        } catch (RefusedCallException e) {
            return false;
        }
    }
}
