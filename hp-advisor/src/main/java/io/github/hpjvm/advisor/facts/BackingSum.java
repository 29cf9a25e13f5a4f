package io.github.hpjvm.advisor.facts;

import static io.github.hpjvm.advisor.term.Bytes.ZERO;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.ArrayList;
import java.util.List;

/** Sums the resident pages of mappings over one range of addresses. */
final class BackingSum {

    private final AddressRange region;
    private final Bytes pmdSize;
    private final List<Pages> pages = new ArrayList<>();
    private Bytes mapped = ZERO;
    private Bytes residentMin = ZERO;
    private Bytes residentMax = ZERO;

    BackingSum(AddressRange region, Bytes pmdSize) {
        this.region = region;
        this.pmdSize = pmdSize;
        region.wholeBlocks(pmdSize);
    }

    void add(Vma vma) {
        AddressRange part = region.intersection(vma.range()).orElse(null);
        if (part == null) {
            return;
        }
        mapped = mapped.plus(part.size());
        if (vma.isHugetlb() || !vma.hugetlb().isZero()) {
            addHugetlb(vma, part);
        } else {
            addPageable(vma, part);
        }
    }

    private void addHugetlb(Vma vma, AddressRange part) {
        Pages inside = vma.showsHugetlb()
                ? split(PageKind.HUGETLB, vma.pageSize(), vma.hugetlb(), vma.range(), part)
                : new Pages(PageKind.HUGETLB, vma.pageSize(), ZERO, part.size());
        put(inside);
        residentMin = residentMin.plus(inside.min());
        residentMax = residentMax.plus(inside.max());
    }

    private void addPageable(Vma vma, AddressRange part) {
        Bytes size = vma.range().size();
        Bytes thp = vma.thp().min(size);
        Bytes resident = vma.rss().max(thp).min(size);
        Bytes base = resident.minus(thp);
        Bytes outside = size.minus(part.size());

        Pages huge = split(PageKind.THP, pmdSize, thp, vma.range(), part);
        Bytes roomOutside = outside.minus(thp.minus(huge.max()));
        Bytes roomInside = part.size().minus(huge.min());
        Pages small = new Pages(PageKind.BASE, vma.pageSize(), surplus(base, roomOutside), base.min(roomInside));

        if (!huge.max().isZero()) {
            put(huge);
        }
        if (!small.max().isZero() || !vma.permissions().startsWith("---")) {
            put(small);
        }
        residentMin = residentMin.plus(surplus(resident, outside));
        residentMax = residentMax.plus(resident.min(part.size()));
    }

    /** Bounds of the bytes inside {@code part} when {@code bytes} of {@code whole} are on pages of that size. */
    private static Pages split(PageKind kind, Bytes pageSize, Bytes bytes, AddressRange whole, AddressRange part) {
        if (part.equals(whole) || bytes.isZero()) {
            return Pages.exactly(kind, pageSize, bytes);
        }
        Placement placement = new Placement(whole, part, pageSize);
        return new Pages(kind, pageSize, placement.leastInside(bytes), placement.mostInside(bytes));
    }

    private static Bytes surplus(Bytes bytes, Bytes room) {
        return bytes.compareTo(room) <= 0 ? ZERO : bytes.minus(room);
    }

    private void put(Pages more) {
        put(pages, more);
    }

    /** Adds to the entry of the same kind and page size, or as a new one at the end. */
    static void put(List<Pages> pages, Pages more) {
        for (int i = 0; i < pages.size(); i++) {
            Pages one = pages.get(i);
            if (one.kind() == more.kind() && one.pageSize().equals(more.pageSize())) {
                pages.set(i, one.plus(more));
                return;
            }
        }
        pages.add(more);
    }

    Backing backing() {
        return new Backing(region.size(), mapped, residentMin, residentMax, new ArrayList<>(pages));
    }
}
