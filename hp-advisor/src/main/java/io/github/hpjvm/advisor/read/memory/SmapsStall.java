package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Vma;
import java.util.List;
import java.util.function.Predicate;

/**
 * Prediction of the time for which a reading of smaps stalls the process. The kernel walks all pages of a mapping while
 * it holds the lock of the mappings (smap_gather_stats in {@code fs/proc/task_mmu.c}). That takes 10 to 15 ms for each
 * GiB of base pages, and almost no time for huge pages.
 */
public final class SmapsStall {

    /** A mapping with so many bytes on base pages takes 1 ms. */
    public static final Bytes MOST_BASE = Bytes.ofMiB(64);

    /** The reason for a fact that is absent because smaps was not read. */
    public static final String REASON = "reading smaps would stall the JVM; use --exact";

    private SmapsStall() {}

    /**
     * Returns whether a reading holds the lock for at most a millisecond.
     *
     * @param maps the mappings
     * @param resident the resident bytes of the process, without hugetlb
     * @param hasFewBasePages whether a range has at most {@link #MOST_BASE} on base pages; it is called for large
     *     mappings only. False if it is not known
     */
    public static boolean isShort(List<Vma> maps, Bytes resident, Predicate<AddressRange> hasFewBasePages) {
        if (resident.compareTo(MOST_BASE) <= 0) {
            return true;
        }
        for (Vma vma : maps) {
            boolean large = vma.range().size().compareTo(MOST_BASE) > 0;
            if (large && mayHavePages(vma) && !hasFewBasePages.test(vma.range())) {
                return false;
            }
        }
        return !maps.isEmpty();
    }

    /** Returns false for reserved addresses, and for a hugetlb mapping. */
    private static boolean mayHavePages(Vma vma) {
        return !vma.permissions().startsWith("---") && !vma.path().startsWith("/anon_hugepage");
    }
}
