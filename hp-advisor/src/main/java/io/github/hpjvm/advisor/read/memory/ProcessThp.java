package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The huge pages of a whole process, from a source that does not stall it. */
public final class ProcessThp {

    /**
     * The huge pages of a process.
     *
     * @param thp the transparent ones
     * @param vmas the mappings with their hugetlb pages; empty if they were not needed
     */
    public record Seen(SmapsRollup.Thp thp, List<Vma> vmas) {
        static Seen of(List<Vma> vmas) {
            return new Seen(SmapsRollup.Thp.of(vmas), vmas);
        }
    }

    private final Path procRoot;
    private final boolean exact;
    private final Bytes pageSize;
    private final Supplier<Optional<NativeCalls>> calls;

    /**
     * Creates the reader.
     *
     * @param exact whether smaps is read also where it stalls the process
     * @param calls the calls for scans, for a process that smaps would stall
     */
    public ProcessThp(Path procRoot, boolean exact, Bytes pageSize, Supplier<Optional<NativeCalls>> calls) {
        this.procRoot = procRoot;
        this.exact = exact;
        this.pageSize = pageSize;
        this.calls = calls;
    }

    /**
     * Reads a process. SKIPPED if each source would stall it.
     *
     * @param pool whether it may have hugetlb pages, which only smaps shows
     */
    public Fact<Seen> read(long pid, SmapsStall.Resident resident, boolean pool) {
        boolean small = resident.anon().plus(resident.mapped()).compareTo(SmapsStall.MOST_BASE) <= 0;
        if (exact || small) {
            return pool ? smaps(pid) : SmapsRollup.read(procRoot, pid).map(thp -> new Seen(thp, List.of()));
        }
        return SmapsStall.isShort(procRoot, pid, resident, range -> false) ? smaps(pid) : scanned(pid, resident, pool);
    }

    private Fact<Seen> smaps(long pid) {
        return Smaps.read(procRoot, pid).map(Seen::of);
    }

    private Fact<Seen> scanned(long pid, SmapsStall.Resident resident, boolean pool) {
        Path pagemap = ProcessFile.path(procRoot, pid, "pagemap");
        Fact<Seen> stalls =
                Fact.absent(Reason.SKIPPED, Source.of(ProcessFile.path(procRoot, pid, "smaps"), SmapsStall.REASON));
        Fact<List<Vma>> maps = Maps.read(procRoot, pid);
        if (maps instanceof Fact.Absent<List<Vma>> absent) {
            return Fact.absent(absent.reason(), absent.source(), absent.grant());
        }
        Optional<NativeCalls> found = PagemapScan.isKnown(procRoot) ? calls.get() : Optional.empty();
        if (found.isEmpty()) {
            return stalls;
        }
        try (PagemapScan scan = new PagemapScan(found.get(), pagemap, pageSize.value())) {
            scan.limit(ReadLimit.ofHost(procRoot));
            if (SmapsStall.isShort(procRoot, pid, resident, range -> hasFewBasePages(scan, range))) {
                return smaps(pid);
            }
            scan.limit(ReadLimit.ofHost(procRoot));
            return pool
                    ? stalls
                    : Fact.known(new Seen(sum(scan, maps.known().orElseThrow()), List.of()), Source.of(pagemap));
        } catch (RefusedCallException | LinkageError e) {
            return stalls;
        }
    }

    private static boolean hasFewBasePages(PagemapScan scan, AddressRange range) {
        try {
            return scan.hasFewBasePages(range, SmapsStall.MOST_BASE);
        } catch (RefusedCallException e) {
            return false;
        }
    }

    /**
     * Adds the pages that PMDs map, by kind of memory as smaps distinguishes it (smaps_pmd_entry). Reserved addresses are not
     * scanned: a heap of ZGC has terabytes of them.
     */
    private static SmapsRollup.Thp sum(PagemapScan scan, List<Vma> maps) throws RefusedCallException {
        long anon = 0;
        long shmem = 0;
        long file = 0;
        for (Vma vma : maps) {
            boolean readable = vma.range().start() >= 0 && SmapsStall.mayHavePages(vma);
            long huge = readable ? scan.of(vma.range()).huge() : 0;
            boolean shared = vma.path().startsWith("/memfd:")
                    || vma.path().startsWith("/dev/shm/")
                    || vma.path().startsWith("/dev/zero")
                    || vma.path().startsWith("/SYSV");
            anon += vma.inode() == 0 ? huge : 0;
            shmem += vma.inode() != 0 && shared ? huge : 0;
            file += vma.inode() != 0 && !shared ? huge : 0;
        }
        return new SmapsRollup.Thp(Bytes.of(anon), Bytes.of(shmem), Bytes.of(file));
    }
}
