package io.github.hpjvm.advisor.facts;

import static io.github.hpjvm.advisor.term.Bytes.ZERO;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The pages that back one range of addresses. All sizes are intervals: smaps counts per mapping, and a mapping may extend
 * beyond the range. Such a mapping gives bounds and is never prorated.
 *
 * @param reserved the size of the range
 * @param mapped size of the part that mappings cover; if it is less than the range, mappings are missing, as in a torn smaps
 * @param residentMin lower bound of the resident bytes, with hugetlb pages
 * @param residentMax upper bound of the resident bytes, with hugetlb pages
 * @param pages pages by kind and size, each at most once; an entry of zero bytes is a mapping that has no page yet
 * @param sampled the sizes that a sample estimates. The sizes above are then bounds with 95 % confidence. Empty if all
 *     pages were read
 */
public record Backing(
        Bytes reserved,
        Bytes mapped,
        Bytes residentMin,
        Bytes residentMax,
        List<Pages> pages,
        Optional<Sampled> sampled) {

    /**
     * Sizes that a sample estimates.
     *
     * @param resident the resident bytes
     * @param huge the part of them on huge pages
     */
    public record Sampled(Bytes resident, Bytes huge) {

        /** The excerpt of the source of a sample in place of which pagemap cannot be read whole. */
        public static final String OF_TOO_MANY_READS =
                "a sample with 95 % confidence: its mappings need more reads than four times the memory of the host";

        /**
         * Returns the estimate with the middle of these bounds, as huge pages too; empty if nothing is known of them: their lower
         * bounds are zero.
         */
        Optional<Sampled> with(List<Pages> small) {
            Bytes more = ZERO;
            for (Pages part : small) {
                more = more.plus(part.min().plus(part.max()).dividedBy(2));
            }
            return small.stream().allMatch(part -> part.min().isZero())
                    ? Optional.empty()
                    : Optional.of(new Sampled(resident, huge.plus(more).min(resident)));
        }

        /** Returns the share on huge pages; empty if nothing is resident. */
        OptionalDouble coverage() {
            return resident.isZero()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.min(1, (double) huge.value() / resident.value()));
        }
    }

    private static final Bytes NEVER_HUGE = Bytes.ofMiB(4);
    private static final long USUAL_PAGE = 4096;

    public Backing {
        pages = List.copyOf(pages);
    }

    /** A range of which all pages were read. */
    public Backing(Bytes reserved, Bytes mapped, Bytes residentMin, Bytes residentMax, List<Pages> pages) {
        this(reserved, mapped, residentMin, residentMax, pages, Optional.empty());
    }

    /** A range that mappings cover completely. The bounds of its resident bytes are the sums of those of {@code pages}. */
    public Backing(Bytes reserved, List<Pages> pages) {
        this(
                reserved,
                reserved,
                pages.stream().map(Pages::min).reduce(ZERO, Bytes::plus),
                pages.stream().map(Pages::max).reduce(ZERO, Bytes::plus),
                pages);
    }

    /**
     * The backing of {@code region} by {@code vmas}. A mapping inside the region counts exactly. A mapping that overlaps it
     * gives bounds: its resident pages may be inside or outside as far as they fit, and a huge page takes a naturally
     * aligned block of its size.
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

    /** An empty range, the neutral element of {@link #plus}. */
    public static Backing none() {
        return new Backing(ZERO, List.of());
    }

    /** The backing of two disjoint ranges together. */
    public Backing plus(Backing other) {
        List<Pages> sum = new ArrayList<>(pages);
        other.pages.forEach(more -> BackingSum.put(sum, more));
        return new Backing(
                reserved.plus(other.reserved),
                mapped.plus(other.mapped),
                residentMin.plus(other.residentMin),
                residentMax.plus(other.residentMax),
                sum,
                sampled.isEmpty() && other.sampled.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Sampled(
                                middle().resident().plus(other.middle().resident()),
                                middle().huge().plus(other.middle().huge()))));
    }

    /** Returns the estimate of a sample, or the middle of the bounds. */
    private Sampled middle() {
        return sampled.orElseGet(() -> new Sampled(middle(residentMin, residentMax), middle(hugeMin(), hugeMax())));
    }

    private static Bytes middle(Bytes min, Bytes max) {
        return min.plus(max.minus(min).dividedBy(2));
    }

    /**
     * Returns the same range with exact sizes: those that the sample estimates. Returns this backing if all pages were
     * read.
     */
    public Backing likely() {
        if (sampled.isEmpty()) {
            return this;
        }
        Bytes huge = sampled.get().huge();
        Bytes base = sampled.get().resident().minus(huge.min(sampled.get().resident()));
        List<Pages> likely = new ArrayList<>();
        for (Pages part : pages) {
            Bytes bytes = part.exact()
                    ? part.min()
                    : (part.huge() ? huge : base).max(part.min()).min(part.max());
            Bytes left = part.huge() ? huge : base;
            huge = part.huge() ? left.minus(bytes.min(left)) : huge;
            base = part.huge() ? base : left.minus(bytes.min(left));
            likely.add(Pages.exactly(part.kind(), part.pageSize(), bytes));
        }
        Bytes resident = likely.stream().map(Pages::min).reduce(ZERO, Bytes::plus);
        return new Backing(reserved, mapped, resident, resident, likely);
    }

    /** The same range. Up to {@code foreign} of its resident bytes, at unknown addresses, belong to another region. */
    public Backing lessAtMost(Bytes foreign) {
        if (foreign.isZero()) {
            return this;
        }
        List<Pages> less = new ArrayList<>();
        for (Pages part : pages) {
            less.add(new Pages(part.kind(), part.pageSize(), part.min().minus(foreign.min(part.min())), part.max()));
        }
        return new Backing(reserved, mapped, residentMin.minus(foreign.min(residentMin)), residentMax, less, sampled);
    }

    /**
     * The same range, of whose base pages a part is on THP of smaller sizes.
     *
     * @param small the bytes of each size, at most those on base pages
     */
    public Backing withSmallThp(List<Pages> small) {
        Bytes least = ZERO;
        Bytes most = ZERO;
        for (Pages part : small) {
            least = least.plus(part.min());
            most = most.plus(part.max());
        }
        List<Pages> all = new ArrayList<>(small);
        for (Pages part : pages) {
            boolean base = part.kind() == PageKind.BASE;
            Bytes min = base ? part.min().minus(most.min(part.min())) : part.min();
            Bytes max = base ? part.max().minus(least.min(part.max())) : part.max();
            BackingSum.put(all, new Pages(part.kind(), part.pageSize(), min, max));
        }
        return new Backing(reserved, mapped, residentMin, residentMax, all, sampled.flatMap(it -> it.with(small)));
    }

    /**
     * Returns whether pages between base page and PMD size back a part of the range, or may do so. A page table has 8 bytes
     * an entry, so that a PMD maps an eighth of the square of a base page.
     */
    public boolean hasSmallThp() {
        long base = USUAL_PAGE;
        for (Pages part : pages) {
            base = part.kind() == PageKind.BASE && !part.pageSize().isZero()
                    ? part.pageSize().value()
                    : base;
        }
        long pmd = base * base / Long.BYTES;
        for (Pages part : pages) {
            long size = part.pageSize().value();
            if (part.kind() == PageKind.THP && size < pmd && size > 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether it is not known which of the base pages are parts of smaller THP: each may be one, or none. */
    public boolean hidesSmallThp() {
        Bytes mostBase = baseMax();
        for (Pages part : pages) {
            if (part.kind() == PageKind.THP
                    && !part.exact()
                    && part.min().isZero()
                    && part.max().equals(mostBase)) {
                return hasSmallThp() && baseMin().isZero();
            }
        }
        return false;
    }

    /** The lower bound of the bytes that huge pages back. */
    public Bytes hugeMin() {
        return pages.stream().filter(Pages::huge).map(Pages::min).reduce(ZERO, Bytes::plus);
    }

    /** The upper bound of the bytes that huge pages back. */
    public Bytes hugeMax() {
        return pages.stream().filter(Pages::huge).map(Pages::max).reduce(ZERO, Bytes::plus);
    }

    /** Returns whether all sizes are exact and no mapping is missing. */
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
        b.append(sampled.isPresent() ? " (sampled)" : "");
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

    /** Returns whether the mappings cover the whole range. */
    public boolean complete() {
        return mapped.equals(reserved);
    }

    /**
     * The share of resident bytes on huge pages, 0 to 1; empty if it is not known or nothing is resident. It is an
     * estimate if the pages were sampled.
     */
    public OptionalDouble coverage() {
        if (complete() && sampled.isPresent()) {
            return sampled.get().coverage();
        }
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

    /** The lower bound of the bytes that base pages back. */
    public Bytes baseMin() {
        return pages.stream().filter(p -> !p.huge()).map(Pages::min).reduce(ZERO, Bytes::plus);
    }

    private Bytes baseMax() {
        return pages.stream().filter(p -> !p.huge()).map(Pages::max).reduce(ZERO, Bytes::plus);
    }

    /**
     * The kind that has at least 95 % of the resident bytes, or all but 4 MiB of at least half of them, else MIXED. A
     * hugetlb mapping without resident pages is HUGETLB. Empty if the bounds allow several answers, if mappings are
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
            if (prevails(kind, of(Set.of(kind), true, true), of(Set.of(kind), false, false))) {
                return Optional.of(kind);
            }
            mixed &= !prevails(kind, of(Set.of(kind), true, false), of(Set.of(kind), false, true));
        }
        return mixed ? Optional.of(PageKind.MIXED) : Optional.empty();
    }

    /**
     * Returns whether these kinds together have the share of {@link #kind}. A hugetlb mapping without resident pages is on
     * HUGETLB. Empty if the bounds allow both answers, if mappings are missing, and if nothing is resident.
     *
     * @param kinds without BASE
     */
    public Optional<Boolean> isOn(Set<PageKind> kinds) {
        if (!complete() || residentMax.isZero()) {
            return kind().map(kinds::contains);
        }
        boolean surely = prevails(PageKind.THP, of(kinds, true, true), of(kinds, false, false));
        boolean perhaps = prevails(PageKind.THP, of(kinds, true, false), of(kinds, false, true));
        return surely == perhaps ? Optional.of(surely) : Optional.empty();
    }

    private Bytes of(Set<PageKind> kinds, boolean inside, boolean least) {
        return pages.stream()
                .filter(p -> kinds.contains(p.kind()) == inside)
                .map(p -> least ? p.min() : p.max())
                .reduce(ZERO, Bytes::plus);
    }

    /**
     * The kind is the same for all values within the bounds if it is the same for the two extremes. If two kinds have half
     * each, the result is base pages.
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
}
