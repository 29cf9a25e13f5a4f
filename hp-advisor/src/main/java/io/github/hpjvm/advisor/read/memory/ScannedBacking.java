package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.WindowSample.Estimate;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The pages that back a region if reading smaps would take too long: only the ranges of the region are scanned. */
public final class ScannedBacking {

    /** Reads the pages of ranges. */
    public interface Reader {
        /** Returns the present bytes of a whole range. Refused also if that needs too many reads. */
        PagemapScan.Present all(AddressRange range) throws RefusedCallException;

        /** Returns an estimate from a sample of the ranges; empty if they have no page. */
        Optional<Estimate> sample(List<AddressRange> ranges) throws RefusedCallException;

        /** Returns a bit for each page of a range, set if it is present; empty if that would cost too much. */
        Optional<BitSet> present(AddressRange range);
    }

    /** The number of bytes on base pages for a reading of all pages, which never answers by a sample. */
    public static final Bytes NO_SAMPLE = Bytes.of(Long.MAX_VALUE);

    private final SortedVmas maps;
    private final Bytes pmdSize;
    private final Bytes pageSize;
    private final Supplier<Set<String>> devices;
    private final Supplier<Optional<Bytes>> poolPage;

    /** Null before they are needed. */
    private @Nullable Set<String> found;

    private final Reader reader;
    private final Bytes mostBase;

    /** Whether too few reads were left for the last region. */
    private boolean tooManyReads;

    /**
     * Creates the computation.
     *
     * @param maps the mappings, which show the hugetlb ones: a scan does not distinguish these from other huge pages
     * @param devices the devices of file systems other than hugetlbfs, as {@code maps} writes them. They are read if a
     *     mapped file may be in one
     * @param poolPage the page size of the hugetlb mappings, empty if it is unknown. It is read if there is such a mapping
     * @param mostBase a region with more bytes on base pages is sampled, and each one that needs too many reads; {@link #NO_SAMPLE}
     *     if none is
     */
    public ScannedBacking(
            List<Vma> maps,
            Bytes pmdSize,
            Bytes pageSize,
            Supplier<Set<String>> devices,
            Supplier<Optional<Bytes>> poolPage,
            Reader reader,
            Bytes mostBase) {
        this.maps = new SortedVmas(maps);
        this.pmdSize = pmdSize;
        this.pageSize = pageSize;
        this.devices = devices;
        this.poolPage = poolPage;
        this.reader = reader;
        this.mostBase = mostBase;
    }

    /**
     * Returns the backing; empty if it cannot be known, as for files in a hugetlbfs, and for files of a pool that are
     * mapped more than once. Empty also if others of these, or pages of a pool, need too many reads.
     */
    public Optional<Backing> of(List<AddressRange> ranges) {
        tooManyReads = false;
        List<AddressRange> pools = new ArrayList<>();
        List<AddressRange> others = new ArrayList<>();
        List<Vma> inside = new ArrayList<>();
        for (AddressRange range : ranges) {
            for (Vma vma : maps.overlapping(range)) {
                if (inside.isEmpty() || !inside.get(inside.size() - 1).equals(vma)) {
                    inside.add(vma);
                }
                range.intersection(vma.range()).ifPresent((isHugetlb(vma) ? pools : others)::add);
            }
        }
        List<Vma> views = new ArrayList<>();
        RegionBacking.views(inside).forEach(views::addAll);
        if (!views.isEmpty() && !pools.isEmpty() || inside.stream().anyMatch(this::mayBeHugetlbfs)) {
            return Optional.empty();
        }
        try {
            if (views.isEmpty()) {
                return Optional.of(ofOthers(ranges, others, pools));
            }
            List<AddressRange> seen =
                    Addresses.joined(views.stream().map(Vma::range).toList());
            Backing ofViews = new RegionBacking(counted(views), pmdSize, pageSize, reader::present).of(seen);
            return Optional.of(ofViews.plus(ofOthers(without(ranges, seen), without(others, seen), pools)));
        } catch (RefusedCallException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the last region was sampled because too few reads were left for it: {@link #NO_SAMPLE} has no more. */
    public boolean neededTooManyReads() {
        return tooManyReads;
    }

    /**
     * Returns the backing of ranges.
     *
     * @param others the mapped parts of them
     * @param pools those that are hugetlb
     */
    private Backing ofOthers(List<AddressRange> ranges, List<AddressRange> others, List<AddressRange> pools)
            throws RefusedCallException {
        // Adjacent mappings are read together: there may be hundreds of thousands.
        Backing backing = sampledOrScanned(Addresses.joined(others));
        if (!pools.isEmpty()) {
            backing = backing.plus(ofPools(Addresses.joined(pools)));
        }
        return new Backing(
                size(ranges),
                backing.mapped(),
                backing.residentMin(),
                backing.residentMax(),
                backing.pages(),
                backing.sampled());
    }

    private static List<AddressRange> without(List<AddressRange> ranges, List<AddressRange> taken) {
        List<AddressRange> rest = new ArrayList<>();
        ranges.forEach(range -> rest.addAll(Addresses.without(range, taken)));
        return rest;
    }

    /** Returns a sample of a region that has too many base pages for a scan of all, or for which too few reads are left. */
    private Backing sampledOrScanned(List<AddressRange> ranges) throws RefusedCallException {
        boolean large = size(ranges).compareTo(mostBase) > 0;
        Optional<Estimate> sample = large ? reader.sample(ranges) : Optional.empty();
        boolean manyBase = sample.filter(
                        it -> it.residentPages() * (1 - it.share()) * pageSize.value() > mostBase.value())
                .isPresent();
        if (manyBase) {
            return estimated(sample.orElseThrow(), ranges);
        }
        try {
            return scanned(ranges);
        } catch (RefusedCallException e) {
            if (e.errno() != ReadLimit.E2BIG || mostBase.equals(NO_SAMPLE)) {
                throw e;
            }
            tooManyReads = true;
            Optional<Estimate> instead = large ? sample : reader.sample(ranges);
            return estimated(instead.orElseThrow(() -> e), ranges);
        }
    }

    /** Returns the mappings with the sizes that smaps would show, by a scan of each. */
    private List<Vma> counted(List<Vma> maps) throws RefusedCallException {
        List<Vma> counted = new ArrayList<>();
        for (Vma vma : maps) {
            PagemapScan.Present present = reader.all(vma.range());
            Map<String, Long> kib = Map.of(
                    "KernelPageSize", pageSize.value() / 1024,
                    "Rss", (present.huge() + present.base()) / 1024,
                    "ShmemPmdMapped", present.huge() / 1024);
            counted.add(new Vma(
                    vma.range(),
                    vma.permissions(),
                    vma.offset(),
                    vma.device(),
                    vma.inode(),
                    vma.path(),
                    kib,
                    vma.vmFlags()));
        }
        return counted;
    }

    private Backing scanned(List<AddressRange> ranges) throws RefusedCallException {
        long huge = 0;
        long base = 0;
        for (AddressRange range : ranges) {
            PagemapScan.Present present = reader.all(range);
            huge += present.huge();
            base += present.base();
        }
        List<Pages> pages = new ArrayList<>();
        if (huge > 0) {
            pages.add(Pages.exactly(PageKind.THP, pmdSize, Bytes.of(huge)));
        }
        if (!ranges.isEmpty()) {
            pages.add(Pages.exactly(PageKind.BASE, pageSize, Bytes.of(base)));
        }
        return new Backing(size(ranges), pages);
    }

    /** The pages of hugetlb mappings are huge: their scan takes almost no time. */
    private Backing ofPools(List<AddressRange> ranges) throws RefusedCallException {
        long touched = 0;
        for (AddressRange range : ranges) {
            PagemapScan.Present present = reader.all(range);
            touched += present.huge() + present.base();
        }
        Bytes page = poolPage.get().orElse(Bytes.ZERO);
        return new Backing(size(ranges), List.of(Pages.exactly(PageKind.HUGETLB, page, Bytes.of(touched))));
    }

    private Backing estimated(Estimate estimate, List<AddressRange> ranges) {
        Bytes size = size(ranges);
        double least = Math.max(0, estimate.residentPages() - 2 * estimate.residentError());
        double most = estimate.residentPages() + 2 * estimate.residentError();
        double low = Math.max(0, estimate.share() - 2 * estimate.standardError());
        double high = Math.min(1, estimate.share() + 2 * estimate.standardError());
        List<Pages> pages = List.of(
                new Pages(PageKind.THP, pmdSize, bytes(least * low, size), bytes(most * high, size)),
                new Pages(PageKind.BASE, pageSize, bytes(least * (1 - high), size), bytes(most * (1 - low), size)));
        Backing.Sampled sampled = new Backing.Sampled(
                bytes(estimate.residentPages(), size), bytes(estimate.residentPages() * estimate.share(), size));
        return new Backing(size, size, bytes(least, size), bytes(most, size), pages, Optional.of(sampled));
    }

    private Bytes bytes(double pages, Bytes most) {
        return Bytes.of(Math.round(pages) * pageSize.value()).min(most);
    }

    private static Bytes size(List<AddressRange> ranges) {
        Bytes sum = Bytes.ZERO;
        for (AddressRange range : ranges) {
            sum = sum.plus(range.size());
        }
        return sum;
    }

    private static boolean isHugetlb(Vma vma) {
        return vma.path().startsWith("/anon_hugepage") || vma.path().startsWith("/memfd:java_heap.hugetlb");
    }

    /**
     * Returns whether the mapped file may be in a hugetlbfs. Such a file system has no block device, so its major number
     * is 0; overlayfs and tmpfs have none either.
     */
    private boolean mayBeHugetlbfs(Vma vma) {
        boolean data = vma.inode() != 0
                && vma.permissions().length() > 2
                && vma.permissions().charAt(2) != 'x';
        return data
                && !isHugetlb(vma)
                && !vma.path().startsWith("/memfd:")
                && !vma.path().contains(".jsa")
                && vma.device().startsWith("00:")
                && !isOn(vma.device());
    }

    /** Returns whether a device is that of a file system other than hugetlbfs. */
    private boolean isOn(String device) {
        Set<String> others = found == null ? devices.get() : found;
        found = others;
        return others.contains(device);
    }
}
