package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.ProcessKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.facts.VmaSizes;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.memory.Addresses;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.memory.SmapsStall;
import io.github.hpjvm.advisor.read.vm.VmSignature;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Programs that are no JVMs and have, or would take, pages of a pool, as the mappings of their processes show. A
 * segment that several processes map counts once, for the first program that is read.
 *
 * <p>PostgreSQL without huge pages would map its shared memory from the pool whole, rounded up to a page
 * (CreateAnonymousSegment in {@code src/backend/port/sysv_shmem.c}). Its own result, {@code postgres -C
 * shared_memory_size_in_huge_pages}, is not available while it runs: that requires the lock of the data directory.
 */
public final class MappedTenants {
    private static final Set<String> SHARED = Set.of("/dev/zero (deleted)", "/anon_hugepage (deleted)");

    /** A part of memory that processes share, identified by the device and inode of its file. */
    private record Segment(Bytes pageSize, String device, long inode) {}

    /** A process with its mappings. */
    record Mapped(long pid, String command, List<Vma> vmas) {}

    private final Bytes defaultPage;
    private final boolean exact;
    private final Map<Segment, CountedRanges> counted = new HashMap<>();

    /**
     * Creates the reader.
     *
     * @param defaultPage the size of the pages that a program takes by default
     * @param exact whether smaps is read also where it stalls the process
     */
    public MappedTenants(Bytes defaultPage, boolean exact) {
        this.defaultPage = defaultPage;
        this.exact = exact;
    }

    /** The same as {@link #find}, and a tenant whose need is unknown if the processes map no such memory. */
    public Tenant read(Roots roots, List<Long> pids) {
        return find(roots, pids.get(0), pids)
                .orElseGet(() -> Tenant.unknown(
                        name(pids.get(0), command(roots, pids.get(0)), pids.size() - 1),
                        "it is not a known JVM, and it maps no pages of a pool"
                                + (pids.size() > 1
                                        ? "; --tree " + pids.get(0) + " includes the JVMs that it started"
                                        : "")));
    }

    /**
     * Reads the program that consists of some processes. Empty if they map no memory that is, or could be, on a pool.
     *
     * @param root the process that the user named; it has to exist
     * @param pids the root, unless it is a JVM, and then its descendants that are no JVMs. A descendant that ends during the
     *     reading does not count
     */
    public Optional<Tenant> find(Roots roots, long root, List<Long> pids) {
        List<Mapped> processes = new ArrayList<>();
        for (long pid : pids) {
            Fact<List<Vma>> mappings = mappings(roots, pid);
            if (mappings instanceof Fact.Absent<List<Vma>> absent) {
                if (pid == root || absent.reason() != Reason.VANISHED) {
                    long main = pids.get(0);
                    return Optional.of(Tenant.unknown(
                            name(main, command(roots, main), 0),
                            "the mappings of process " + pid + " cannot be read: " + mappings.source()));
                }
                continue;
            }
            List<Vma> vmas = mappings.known().orElseThrow();
            if (VmSignature.libjvm(vmas).isEmpty()) {
                // A host may have thousands of processes with thousands of mappings: only mappings that count are kept.
                List<Vma> counting =
                        vmas.stream().filter(MappedTenants::mayCount).toList();
                processes.add(new Mapped(pid, command(roots, pid), counting));
            }
        }
        boolean named = pids.get(0) == root;
        if (!named && processes.isEmpty()) {
            return Optional.empty();
        }
        long main = named ? root : processes.get(0).pid();
        return of(main, command(roots, main), processes);
    }

    /**
     * Returns the mappings by smaps; by maps if smaps would stall the process. These have no sizes, and the page size of
     * a pool is the default one then.
     */
    private Fact<List<Vma>> mappings(Roots roots, long pid) {
        boolean stalls = !exact
                && StatusFile.read(roots.proc(), pid)
                        .known()
                        .map(SmapsStall.Resident::of)
                        .filter(resident -> !SmapsStall.isShort(roots.proc(), pid, resident, range -> false))
                        .isPresent();
        Fact<List<Vma>> maps = stalls ? Maps.read(roots.proc(), pid) : Smaps.read(roots.proc(), pid);
        return stalls && maps.known().isEmpty() ? Smaps.read(roots.proc(), pid) : maps;
    }

    private static boolean mayCount(Vma vma) {
        return isOnPool(vma) || SHARED.contains(vma.path());
    }

    private static boolean isOnPool(Vma vma) {
        return vma.isHugetlb() || !vma.hugetlb().isZero() || vma.path().startsWith("/anon_hugepage");
    }

    private static String command(Roots roots, long pid) {
        return StatusFile.read(roots.proc(), pid)
                .known()
                .flatMap(ProcStatus::name)
                .orElse("?");
    }

    private static String name(long pid, String command, int others) {
        return "process " + pid + ", " + command
                + switch (others) {
                    case 0 -> "";
                    case 1 -> ", and 1 child process";
                    default -> ", and " + others + " child processes";
                };
    }

    Optional<Tenant> of(long main, String command, List<Mapped> processes) {
        boolean mainCounts = processes.stream().anyMatch(process -> process.pid() == main);
        String name = name(main, command, processes.size() - (mainCounts ? 1 : 0));
        Map<Bytes, Long> held = new HashMap<>();
        boolean maps = false;
        for (Mapped process : processes) {
            for (Vma vma : process.vmas()) {
                if (isOnPool(vma)) {
                    maps = true;
                    Bytes size = vma.sizes().equals(VmaSizes.NONE) ? defaultPage : vma.pageSize();
                    long pages = size.isZero() ? 0 : uncounted(vma, size).dividedRoundingUp(size);
                    held.merge(size, pages, Long::sum);
                }
            }
        }
        held.values().removeIf(pages -> pages == 0);
        if (maps) {
            return Optional.of(Tenant.of(held.isEmpty() ? shares(name) : name, held, held, Bytes.ZERO));
        }
        Optional<Vma> largest = Optional.empty();
        for (Mapped process : processes) {
            if (HugeProcesses.kind(process.command(), "") == ProcessKind.POSTGRESQL) {
                for (Vma vma : process.vmas()) {
                    boolean shared =
                            SHARED.contains(vma.path()) && vma.permissions().endsWith("s");
                    if (shared && largest.filter(one -> isAsLarge(one, vma)).isEmpty()) {
                        largest = Optional.of(vma);
                    }
                }
            }
        }
        return largest.map(segment -> {
            Bytes size = uncounted(segment, Bytes.ZERO);
            return size.isZero()
                    ? Tenant.of(shares(name), Map.of(), Map.of(), Bytes.ZERO)
                    : Tenant.of(
                            name, Map.of(defaultPage, size.dividedRoundingUp(defaultPage)), Map.of(), segment.rss());
        });
    }

    /** Returns whether a mapping is larger than another, or as large and more of it is resident. */
    private static boolean isAsLarge(Vma one, Vma other) {
        int larger = one.range().size().compareTo(other.range().size());
        return larger > 0 || larger == 0 && one.rss().compareTo(other.rss()) >= 0;
    }

    private static String shares(String name) {
        return name + ": its segment is counted above";
    }

    /**
     * Returns the bytes of a mapping that were not counted before. Of a private mapping that a process inherits, only
     * the pages that it has copied count.
     */
    private Bytes uncounted(Vma vma, Bytes pageSize) {
        Bytes size = vma.range().size();
        Optional<AddressRange> inFile = Addresses.range(vma.offset(), vma.offset() + size.value());
        if (vma.inode() == 0 || inFile.isEmpty()) {
            return size;
        }
        Segment segment = new Segment(pageSize, vma.device(), vma.inode());
        CountedRanges before = counted.computeIfAbsent(segment, any -> new CountedRanges());
        if (!vma.permissions().endsWith("s") && !before.isEmpty()) {
            return vma.privateHugetlb();
        }
        return before.add(inFile.get());
    }
}
