package io.github.hpjvm.advisor.facts;

import static io.github.hpjvm.advisor.facts.Bytes.ZERO;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What stands behind one range of addresses. Everything is an interval, because smaps counts per mapping and a mapping
 * may reach beyond the range: then it is bounded, never prorated.
 *
 * @param reserved the size of the range
 * @param mapped how much of the range the mappings cover; less means that mappings are missing, as in a torn smaps
 * @param residentMin at least so much is in RAM, hugetlb included
 * @param residentMax at most so much is in RAM, hugetlb included
 * @param pages what it consists of, at most one entry for a kind and page size; an entry of zero says that there is a
 *     mapping of that kind, untouched so far
 */
public record Backing(Bytes reserved, Bytes mapped, Bytes residentMin, Bytes residentMax, List<Pages> pages) {

    private static final Bytes NEVER_HUGE = Bytes.ofMiB(4);

    public Backing {
        pages = List.copyOf(pages);
    }

    /** A range that is mapped everywhere, with the sums of the bounds of {@code pages} as what is resident. */
    public Backing(Bytes reserved, List<Pages> pages) {
        this(
                reserved,
                reserved,
                pages.stream().map(Pages::min).reduce(ZERO, Bytes::plus),
                pages.stream().map(Pages::max).reduce(ZERO, Bytes::plus),
                pages);
    }

    /**
     * What {@code vmas} say about {@code region}. A mapping that lies wholly inside counts exactly. Of one that only
     * overlaps, as much as fits outside may be outside, and as much as fits inside may be inside; huge pages are placed
     * in naturally aligned blocks of their size.
     *
     * <p>smaps leaves hugetlb pages out of Rss (smaps_hugetlb_range in {@code fs/proc/task_mmu.c}); they are counted
     * here.
     *
     * @param vmas of one process, in any order; those outside are ignored
     * @param pmdSize the size of a transparent huge page ({@code hpage_pmd_size}); a power of two, or
     *     {@link IllegalArgumentException}
     */
    public static Backing of(AddressRange region, List<Vma> vmas, Bytes pmdSize) {
        BackingSum sum = new BackingSum(region, pmdSize);
        vmas.forEach(sum::add);
        return sum.backing();
    }

    /** A range of nothing: what {@link #plus} starts from. */
    public static Backing none() {
        return new Backing(ZERO, List.of());
    }

    /** What stands behind two ranges that have nothing in common. */
    public Backing plus(Backing other) {
        List<Pages> sum = new ArrayList<>(pages);
        other.pages.forEach(more -> BackingSum.put(sum, more));
        return new Backing(
                reserved.plus(other.reserved),
                mapped.plus(other.mapped),
                residentMin.plus(other.residentMin),
                residentMax.plus(other.residentMax),
                sum);
    }

    /** At least so much is on pages larger than base pages. */
    public Bytes hugeMin() {
        return pages.stream().filter(Pages::huge).map(Pages::min).reduce(ZERO, Bytes::plus);
    }

    /** At most so much is on pages larger than base pages. */
    public Bytes hugeMax() {
        return pages.stream().filter(Pages::huge).map(Pages::max).reduce(ZERO, Bytes::plus);
    }

    /** Whether nothing had to be bounded and no mapping is missing. */
    public boolean exact() {
        return complete() && residentMin.equals(residentMax) && pages.stream().allMatch(Pages::exact);
    }

    /** For people: {@code 62 MiB of 64 MiB resident; THP 2 MiB: 60 MiB, BASE 4 KiB: 2 MiB}. */
    @Override
    public String toString() {
        StringBuilder b = new StringBuilder().append(residentMin);
        if (!residentMin.equals(residentMax)) {
            b.append(" to ").append(residentMax);
        }
        b.append(" of ").append(reserved).append(" resident");
        if (!complete()) {
            b.append(", only ").append(mapped).append(" mapped");
        }
        String separator = "; ";
        for (Pages part : pages) {
            b.append(separator).append(part);
            separator = ", ";
        }
        return b.toString();
    }

    /** Whether the mappings cover the whole range. */
    public boolean complete() {
        return mapped.equals(reserved);
    }

    /** The share of resident bytes on huge pages, 0 to 1; empty if it is not known or nothing is resident. */
    public OptionalDouble coverage() {
        OptionalDouble min = coverageMin();
        return min.equals(coverageMax()) ? min : OptionalDouble.empty();
    }

    /** The least that {@link #coverage} can be; empty if mappings are missing or nothing can be resident. */
    public OptionalDouble coverageMin() {
        return share(hugeMin(), hugeMax(), baseMax());
    }

    /** The most that {@link #coverage} can be; empty if mappings are missing or nothing can be resident. */
    public OptionalDouble coverageMax() {
        return share(hugeMax(), hugeMax(), baseMin());
    }

    private OptionalDouble share(Bytes huge, Bytes hugeAtMost, Bytes base) {
        if (!complete() || residentMax.isZero()) {
            return OptionalDouble.empty();
        }
        if (huge.isZero() && base.isZero()) {
            return OptionalDouble.of(hugeAtMost.isZero() ? 0 : 1);
        }
        return OptionalDouble.of((double) huge.value() / huge.plus(base).value());
    }

    private Bytes baseMin() {
        return pages.stream().filter(p -> !p.huge()).map(Pages::min).reduce(ZERO, Bytes::plus);
    }

    private Bytes baseMax() {
        return pages.stream().filter(p -> !p.huge()).map(Pages::max).reduce(ZERO, Bytes::plus);
    }

    /**
     * The kind that has at least 95 % of the resident bytes, or all but 4 MiB of at least half of them, else MIXED. A
     * hugetlb mapping that nobody has touched is HUGETLB. Empty if the bounds allow several answers, if mappings are
     * missing, and if nothing is resident.
     */
    public Optional<PageKind> kind() {
        if (!complete()) {
            return Optional.empty();
        }
        if (residentMax.isZero()) {
            boolean onlyHugetlb = pages.stream().allMatch(p -> p.kind() == PageKind.HUGETLB);
            return onlyHugetlb && !pages.isEmpty() ? Optional.of(PageKind.HUGETLB) : Optional.empty();
        }
        boolean mixed = true;
        for (PageKind kind : List.of(PageKind.BASE, PageKind.THP, PageKind.HUGETLB)) {
            if (prevails(kind, of(kind, true), others(kind, false))) {
                return Optional.of(kind);
            }
            mixed &= !prevails(kind, of(kind, false), others(kind, true));
        }
        return mixed ? Optional.of(PageKind.MIXED) : Optional.empty();
    }

    /**
     * The more of a kind and the less of the others, the more it prevails: so the two extremes decide. If two of them
     * have half each, it is the base pages.
     */
    private static boolean prevails(PageKind kind, Bytes own, Bytes others) {
        if (own.isZero()) {
            return false;
        }
        boolean most = others.value() <= own.value() / 19;
        Bytes half = kind == PageKind.BASE ? own : own.minus(Bytes.of(1));
        boolean allButAFew = others.compareTo(NEVER_HUGE) <= 0 && others.compareTo(half) <= 0;
        return most || allButAFew;
    }

    private Bytes of(PageKind kind, boolean least) {
        return pages.stream()
                .filter(p -> p.kind() == kind)
                .map(p -> least ? p.min() : p.max())
                .reduce(ZERO, Bytes::plus);
    }

    private Bytes others(PageKind kind, boolean least) {
        return pages.stream()
                .filter(p -> p.kind() != kind)
                .map(p -> least ? p.min() : p.max())
                .reduce(ZERO, Bytes::plus);
    }
}
