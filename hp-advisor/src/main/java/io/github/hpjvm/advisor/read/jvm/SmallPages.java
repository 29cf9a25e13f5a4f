package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.SmallThp;
import io.github.hpjvm.advisor.read.memory.FolioSizes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Adds THP of sizes below the PMD size to a backing in which they count as base pages. */
final class SmallPages {

    /** The regions of anonymous and shared memory. Files have folios of other sizes, by their file system. */
    static final Set<RegionName> MAY_HAVE = EnumSet.of(
            RegionName.HEAP,
            RegionName.CODE,
            RegionName.METASPACE,
            RegionName.GC,
            RegionName.STACKS,
            RegionName.NATIVE);

    private static final int PARTS_FOR_HEAP = 2;
    private static final int PARTS = 20;

    private SmallPages() {}

    /** Returns the time limit for a region, as part of the limit for all memory. */
    static long millis(RegionName name, long ofAll) {
        return ofAll / (name == RegionName.HEAP ? PARTS_FOR_HEAP : PARTS);
    }

    /** Returns the upper bound of the bytes on base pages. */
    static Bytes base(Backing backing) {
        Bytes base = Bytes.ZERO;
        for (Pages pages : backing.pages()) {
            base = pages.huge() ? base : base.plus(pages.max());
        }
        return base;
    }

    /**
     * Returns the backing with the smaller sizes. If they could not be read, each base page may be on one.
     *
     * @param base the bytes on base pages
     * @param sizes the bytes by size; empty if unknown
     */
    static Backing in(Backing backing, Bytes base, Optional<Map<Bytes, FolioSizes.Range>> sizes, SmallThp possible) {
        List<Pages> small = new ArrayList<>();
        if (sizes.isEmpty()) {
            Bytes largest = possible.sizes().get(possible.sizes().size() - 1);
            small.add(new Pages(PageKind.THP, largest, Bytes.ZERO, base));
        } else {
            sizes.get()
                    .forEach((size, range) -> small.add(new Pages(
                            PageKind.THP,
                            size,
                            range.min().min(base),
                            range.max().min(base))));
        }
        return small.isEmpty() ? backing : backing.withSmallThp(small);
    }
}
