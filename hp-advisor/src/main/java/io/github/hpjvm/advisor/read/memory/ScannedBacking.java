package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The pages that back a region if reading smaps would take too long: only the ranges of the region are scanned. */
public final class ScannedBacking {

    private final List<Vma> maps;
    private final Bytes pmdSize;
    private final Bytes pageSize;
    private final Set<String> devices;
    private final Function<AddressRange, Optional<PagemapScan.Present>> scan;

    /**
     * Creates the computation.
     *
     * @param maps the mappings, which show the hugetlb ones: a scan does not distinguish these from other huge pages
     * @param devices the devices of file systems other than hugetlbfs, as {@code maps} writes them
     */
    public ScannedBacking(
            List<Vma> maps,
            Bytes pmdSize,
            Bytes pageSize,
            Set<String> devices,
            Function<AddressRange, Optional<PagemapScan.Present>> scan) {
        this.maps = maps;
        this.pmdSize = pmdSize;
        this.pageSize = pageSize;
        this.devices = Set.copyOf(devices);
        this.scan = scan;
    }

    /**
     * Returns the backing; empty if it cannot be known, as for a file that is mapped more than once, and for files in a
     * hugetlbfs.
     */
    public Optional<Backing> of(List<AddressRange> ranges) {
        List<Vma> inside = maps.stream()
                .filter(v -> ranges.stream().anyMatch(v.range()::overlaps))
                .toList();
        if (RegionBacking.mappedMoreThanOnce(inside) || inside.stream().anyMatch(this::mayBeHugetlbfs)) {
            return Optional.empty();
        }
        Backing sum = Backing.none();
        for (AddressRange range : ranges) {
            Bytes mapped = Bytes.ZERO;
            List<Pages> pages = new ArrayList<>();
            Backing parts = Backing.none();
            for (Vma vma : inside) {
                Optional<AddressRange> part = range.intersection(vma.range());
                if (part.isPresent()) {
                    Optional<PagemapScan.Present> present = scan.apply(part.get());
                    if (present.isEmpty()) {
                        return Optional.empty();
                    }
                    mapped = mapped.plus(part.get().size());
                    parts = parts.plus(new Backing(Bytes.ZERO, pages(vma, present.get())));
                }
            }
            pages.addAll(parts.pages());
            sum = sum.plus(new Backing(range.size(), mapped, parts.residentMin(), parts.residentMax(), pages));
        }
        return Optional.of(sum);
    }

    private List<Pages> pages(Vma vma, PagemapScan.Present present) {
        List<Pages> pages = new ArrayList<>();
        if (isHugetlb(vma)) {
            pages.add(Pages.exactly(PageKind.HUGETLB, Bytes.ZERO, Bytes.of(present.huge() + present.base())));
        } else {
            if (present.huge() > 0) {
                pages.add(Pages.exactly(PageKind.THP, pmdSize, Bytes.of(present.huge())));
            }
            pages.add(Pages.exactly(PageKind.BASE, pageSize, Bytes.of(present.base())));
        }
        return pages;
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
                && !devices.contains(vma.device());
    }
}
