package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Path;
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
     * The resident memory of a process, without hugetlb.
     *
     * @param anon anonymous memory
     * @param mapped files and shared memory
     */
    public record Resident(Bytes anon, Bytes mapped) {

        /** Returns the sizes in {@code /proc/PID/status}; before 4.5 all memory may be of either kind. */
        public static Resident of(ProcStatus status) {
            Bytes all = status.rss().orElse(Bytes.ZERO);
            Bytes file = status.size("RssFile").orElse(all);
            return new Resident(
                    status.size("RssAnon").orElse(all),
                    file.plus(status.size("RssShmem").orElse(Bytes.ZERO)));
        }

        /** Returns the most that can be resident of a mapping. A private mapping of a file has copies of its pages. */
        private Bytes most(Vma vma) {
            if (vma.inode() == 0) {
                return anon;
            }
            return vma.permissions().endsWith("s") ? mapped : mapped.plus(anon);
        }
    }

    /**
     * Returns whether a reading holds the lock for at most a millisecond. Reads {@code maps}, as far as it matters.
     *
     * @param hasFewBasePages whether a range has at most {@link #MOST_BASE} on base pages; it is called for large
     *     mappings only. False if it is not known
     */
    public static boolean isShort(Path procRoot, long pid, Resident resident, Predicate<AddressRange> hasFewBasePages) {
        if (resident.anon().plus(resident.mapped()).compareTo(MOST_BASE) <= 0) {
            return true;
        }
        return Maps.larger(procRoot, pid, MOST_BASE)
                .known()
                .filter(large -> isShort(large, resident, hasFewBasePages))
                .isPresent();
    }

    /** Returns the same for these mappings. */
    public static boolean isShort(List<Vma> maps, Resident resident, Predicate<AddressRange> hasFewBasePages) {
        for (Vma vma : maps) {
            boolean large = vma.range().size().compareTo(MOST_BASE) > 0
                    && resident.most(vma).compareTo(MOST_BASE) > 0;
            if (large && mayHavePages(vma) && !hasFewBasePages.test(vma.range())) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a mapping may have pages that are not hugetlb: reserved addresses have none. */
    static boolean mayHavePages(Vma vma) {
        return !vma.permissions().startsWith("---") && !vma.path().startsWith("/anon_hugepage");
    }
}
