package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The pages that back one region, counted here from smaps alone, so that an error of the product is not repeated. A
 * mapping that extends beyond the region is counted as a whole, and {@code exact} is then false.
 *
 * @param kind the kind that prevails; empty if nothing is resident
 * @param pageSize the largest size of the pages of that kind
 * @param base resident bytes on base pages
 * @param thp resident bytes that a PMD maps
 * @param hugetlb resident bytes of a pool
 * @param exact whether no mapping extends beyond the region
 * @param fitsHugePage whether a mapping with resident pages contains a whole huge page; if none does, the region cannot
 *     be on huge pages
 */
public record Seen(
        Optional<PageKind> kind,
        Bytes pageSize,
        Bytes base,
        Bytes thp,
        Bytes hugetlb,
        boolean exact,
        boolean fitsHugePage) {
    private static final Bytes NEVER_HUGE = Bytes.ofMiB(4);
    private static final Bytes THP_SIZE = Bytes.ofMiB(2);

    public static Seen of(List<AddressRange> region, List<Vma> vmas) {
        Bytes base = Bytes.ZERO;
        Bytes thp = Bytes.ZERO;
        Bytes hugetlb = Bytes.ZERO;
        Bytes pool = Bytes.ZERO;
        Bytes small = Bytes.ofKiB(4);
        boolean exact = true;
        boolean fitsHugePage = false;
        for (Vma vma : vmas) {
            if (region.stream().noneMatch(range -> range.overlaps(vma.range()))) {
                continue;
            }
            boolean empty = vma.rss().isZero() && vma.hugetlb().isZero() && !vma.isHugetlb();
            exact &= empty || region.stream().anyMatch(range -> range.contains(vma.range()));
            fitsHugePage |= !empty && vma.range().wholeBlocks(THP_SIZE) > 0;
            thp = thp.plus(vma.thp());
            base = base.plus(vma.rss().minus(vma.thp().min(vma.rss())));
            hugetlb = hugetlb.plus(vma.hugetlb());
            if (vma.isHugetlb()) {
                pool = pool.max(vma.pageSize());
            } else {
                small = vma.pageSize();
            }
        }
        Optional<PageKind> kind = kind(base, thp, hugetlb, !pool.isZero());
        Bytes size = kind.map(k -> k == PageKind.BASE).orElse(true) ? small : pool.max(thp.isZero() ? small : THP_SIZE);
        return new Seen(kind, size, base, thp, hugetlb, exact, fitsHugePage);
    }

    /**
     * Returns the kind by the definition of the contract: 95 % of the resident bytes, or all but 4 MiB of at least half
     * of them.
     */
    private static Optional<PageKind> kind(Bytes base, Bytes thp, Bytes hugetlb, boolean pool) {
        Bytes all = base.plus(thp).plus(hugetlb);
        if (all.isZero()) {
            return pool ? Optional.of(PageKind.HUGETLB) : Optional.empty();
        }
        if (prevails(base, all)) {
            return Optional.of(PageKind.BASE);
        }
        if (prevails(thp, all)) {
            return Optional.of(PageKind.THP);
        }
        return Optional.of(prevails(hugetlb, all) ? PageKind.HUGETLB : PageKind.MIXED);
    }

    private static boolean prevails(Bytes own, Bytes all) {
        Bytes others = all.minus(own);
        boolean most = own.value() * 100 >= all.value() * 95;
        return most || others.compareTo(NEVER_HUGE) <= 0 && own.value() * 2 >= all.value();
    }

    /** Returns the share of the resident bytes that is on huge pages. */
    public double coverage() {
        Bytes all = base.plus(thp).plus(hugetlb);
        return all.isZero() ? 0 : (double) thp.plus(hugetlb).value() / all.value();
    }

    /** Returns text such as {@code THP 2 MiB 98 % of 157696 KiB}. */
    @Override
    public String toString() {
        Bytes all = base.plus(thp).plus(hugetlb);
        return String.format(
                Locale.ROOT,
                "%s %s %.0f %% of %d KiB%s",
                kind.map(Enum::name).orElse("NOTHING"),
                pageSize,
                coverage() * 100,
                all.value() >> 10,
                exact ? "" : " (with a neighbour)");
    }
}
