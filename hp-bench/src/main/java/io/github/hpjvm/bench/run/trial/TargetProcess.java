package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.memory.PageScan;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.Room;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.InsufficientException;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import io.github.hpjvm.os.libc.RemoteAdvice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A running process whose pages are read and changed. It is held by descriptors, so it is always the same process. After an
 * execve the descriptor of the process means its new memory, and those of its pages mean the old one; so it counts as ended.
 */
public final class TargetProcess implements AutoCloseable {
    private static final double MOST = 1L << 40;
    private static final int ESRCH = 3;
    private static final int LOOKS = 25;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
    private static final int EPERM = 1;

    /** Of mm_access in {@code kernel/fork.c}, where ptrace(2) is denied. */
    private static final int EACCES = 13;

    private final ProcessPages.Target process;
    private final RemoteAdvice advice;
    private final PageScan scan;
    private final MemoryReads memory;
    private final boolean isShared;
    private final long basePage;
    private final long blockSize;

    private TargetProcess(
            ProcessPages.Target process,
            RemoteAdvice advice,
            PageScan scan,
            MemoryReads memory,
            boolean isShared,
            long basePage,
            long blockSize) {
        this.process = process;
        this.advice = advice;
        this.scan = scan;
        this.memory = memory;
        this.isShared = isShared;
        this.basePage = basePage;
        this.blockSize = blockSize;
    }

    /** Thrown when the process has ended, or has called execve, which ends its memory. */
    public static final class EndedException extends Exception {
        private static final long serialVersionUID = 1L;

        EndedException(long pid) {
            super("process " + pid + " has ended, or runs another program");
        }
    }

    /**
     * Opens a process.
     *
     * @param startTicks start of the process that is meant
     * @param blockSize size of a huge page
     * @throws InsufficientException if a capability lacks
     * @throws BenchException if it may not be read or changed
     */
    public static TargetProcess open(long pid, long startTicks, Bytes blockSize) throws EndedException {
        return open(pid, found -> found.startTicks() == startTicks, blockSize, proc -> MemoryReads.open(proc, pid));
    }

    /**
     * Opens a process that the user did not name. Its memory is not read: a read that waits for a file of FUSE keeps this program
     * from ending, also after SIGKILL. Steps may take longer without it.
     *
     * @param saved the process with its memory: after an execve it is not opened
     */
    static TargetProcess openUnread(ProcessPages.Target saved, Bytes blockSize) throws EndedException {
        return open(saved.pid(), saved::equals, blockSize, proc -> MemoryReads.none());
    }

    private static TargetProcess open(
            long pid, Predicate<ProcessPages.Target> meant, Bytes blockSize, Function<Path, MemoryReads> memory)
            throws EndedException {
        Path proc = Roots.host().proc();
        Bytes basePage = KernelFiles.readBasePage(proc).known().orElse(Bytes.ofKiB(4));
        try {
            RemoteAdvice advice = RemoteAdvice.of(pid);
            try {
                requirePermitted(advice, pid);
                ProcessPages.Target process = ProcessPages.Target.of(pid);
                if (!meant.test(process)) {
                    throw new EndedException(pid);
                }
                PageScan scan = PageScans.open(proc, pid, basePage, blockSize);
                TargetProcess target = new TargetProcess(
                        process,
                        advice,
                        scan,
                        memory.apply(proc),
                        HeapMappings.of(proc, pid).isShared(),
                        basePage.value(),
                        blockSize.value());
                try {
                    // All that was opened by the number is of this process, as it still runs.
                    target.requireAlive();
                    return target;
                } catch (EndedException e) {
                    scan.close();
                    target.memory.close();
                    throw e;
                }
            } catch (EndedException | IOException | RefusedCallException | RuntimeException e) {
                advice.close();
                throw e;
            }
        } catch (RefusedCallException e) {
            if (e.errno() == ESRCH) {
                throw new EndedException(pid);
            }
            throw new BenchException("cannot open process " + pid + ": errno " + e.errno(), e);
        } catch (IOException e) {
            throw new EndedException(pid);
        } catch (LinkageError e) {
            throw new BenchException("cannot call the C library: JNA cannot be loaded: " + e.getMessage(), e);
        }
    }

    private static void requirePermitted(RemoteAdvice advice, long pid) throws RefusedCallException {
        try {
            advice.requirePermitted();
        } catch (RefusedCallException e) {
            if (e.errno() == EPERM || e.errno() == EACCES) {
                throw notPermitted(pid, e);
            }
            throw e;
        }
    }

    private static InsufficientException notPermitted(long pid, RefusedCallException e) {
        return new InsufficientException(
                "the kernel does not let this user change process " + pid
                        + ": it needs CAP_SYS_NICE and CAP_SYS_PTRACE, in a container --cap-add=SYS_NICE,SYS_PTRACE",
                e);
    }

    /** The process. */
    public ProcessPages.Target process() {
        return process;
    }

    /** Size of a block. */
    public long blockSize() {
        return blockSize;
    }

    /** Returns whether it still runs: not if it has ended and its parent has not waited for it. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Throws if it has ended. Its memory then has no pages, which no call reports. */
    void requireAlive() throws EndedException {
        ProcessPages.Life life = process.life();
        // A process that ends hides its memory for a moment, and this process may lack a file or memory for a moment.
        for (int i = 0; i < LOOKS && life == ProcessPages.Life.UNKNOWN; i++) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            life = process.life();
        }
        if (life != ProcessPages.Life.RUNS) {
            throw new EndedException(process.pid());
        }
    }

    /**
     * Returns the blocks in these ranges that can be huge ({@link Blocks#choose}).
     *
     * @throws BenchException if the ranges have more than 1 TiB, or the heap is mapped several times: the kernel does not split
     *     pages that it maps more than once
     */
    public Blocks blocks(List<AddressRange> ranges) throws EndedException {
        List<Blocks.Found> found = new ArrayList<>();
        for (long start : starts(mappings().located(ranges))) {
            found.add(withSwap(start));
        }
        return Blocks.choose(blockSize, found);
    }

    /**
     * Returns the resident bytes of the blocks in these ranges that are not among others, by their starts.
     *
     * @param others the starts of these
     */
    Map<Long, Long> residentBeside(List<AddressRange> ranges, Set<Long> others) throws EndedException {
        Map<Long, Long> resident = new HashMap<>();
        HeapMappings mappings = mappings();
        for (int i = 0; i < LOOKS && mappings.maps().isEmpty(); i++) {
            requireAlive();
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            mappings = mappings();
        }
        if (mappings.maps().isEmpty()) {
            throw new BenchException("the mappings of process " + process.pid() + " cannot be read");
        }
        for (long start : starts(mappings.parts(ranges))) {
            Blocks.Found found = others.contains(start) ? new Blocks.Found(start, 0, 0) : at(start);
            if (found.isResident()) {
                resident.put(start, found.huge() + found.base());
            }
        }
        return resident;
    }

    private HeapMappings mappings() {
        return HeapMappings.of(Roots.host().proc(), process.pid());
    }

    private List<Long> starts(List<AddressRange> located) {
        if (located.stream().mapToDouble(range -> range.size().value()).sum() > MOST) {
            throw new BenchException("process " + process.pid() + " maps more than 1 TiB there: too many blocks");
        }
        return located.stream()
                .flatMap(range -> Blocks.startsIn(blockSize, range).stream())
                .toList();
    }

    /** Returns why the pages of these ranges cannot be split: they may be locked. Empty if they can. */
    public Optional<String> locked(List<AddressRange> ranges) throws EndedException {
        requireAlive();
        return mappings().locked(ranges, blockSize);
    }

    /** Returns the pages of a block. */
    Blocks.Found at(long start) throws EndedException {
        try {
            PagemapScan.Present present = scan.of(new AddressRange(start, start + blockSize));
            return new Blocks.Found(start, present.huge(), present.base(), present.zero(), false);
        } catch (RefusedCallException e) {
            throw unreadable(e);
        }
    }

    /** Returns the pages of a block, and whether some of it is in swap. */
    Blocks.Found withSwap(long start) throws EndedException {
        Blocks.Found one = at(start);
        try {
            boolean swapped = !isMapped(one) && scan.hasSwapped(new AddressRange(start, start + blockSize));
            return new Blocks.Found(start, one.huge(), one.base(), one.zero(), swapped);
        } catch (RefusedCallException e) {
            throw unreadable(e);
        }
    }

    private BenchException unreadable(RefusedCallException e) throws EndedException {
        if (e.errno() == ESRCH || !isAlive()) {
            throw new EndedException(process.pid());
        }
        return new BenchException("cannot read the pages of process " + process.pid() + ": errno " + e.errno(), e);
    }

    /** Returns whether a huge page backs a block. */
    boolean isHuge(long start) throws EndedException {
        return Blocks.isHuge(at(start), blockSize);
    }

    /** Returns the pages of blocks. */
    public PagesSeen look(Blocks blocks) throws EndedException {
        int huge = 0;
        int resident = 0;
        long base = 0;
        for (int i = 0; i < blocks.count(); i++) {
            Blocks.Found found = at(blocks.start(i));
            huge += Blocks.isHuge(found, blockSize) ? 1 : 0;
            resident += found.isResident() ? 1 : 0;
            base += found.base();
        }
        return new PagesSeen(huge, resident, base / basePage);
    }

    /** Returns the share of the blocks with pages of their own that huge pages back. */
    public double hugeShare(Blocks blocks) throws EndedException {
        return look(blocks).hugeShare();
    }

    /** Returns what memory lacks for a change of all blocks to huge pages; empty if there is room. */
    public Optional<String> lacking(Blocks blocks) throws EndedException {
        return lacking(
                IntStream.range(0, blocks.count()).mapToLong(blocks::start).toArray());
    }

    /** Returns the same for the blocks with these starts. Without blocks nothing lacks. */
    Optional<String> lacking(long[] starts) throws EndedException {
        if (starts.length == 0) {
            return Optional.empty();
        }
        long growth = 0;
        for (long start : starts) {
            growth += at(start).growth(blockSize);
        }
        Roots roots = Roots.host();
        Optional<String> lacking =
                Room.lacking(growth, MemInfo.read(roots.proc()), Cgroups.chargeLimits(roots, process.pid()));
        if (lacking.isPresent()) {
            // The limits of a process that has ended are unknown.
            requireAlive();
        }
        return lacking;
    }

    /**
     * Reads a block whose pages are all mapped, and discards the data. The kernel copies its base pages while the process waits. On
     * a virtual machine the first access to each of them may take ten times as long as the copy (docs/TRIAL.md). Pages of zeros that
     * a split has freed stay mapped, so the read adds no page.
     */
    void readAhead(Blocks.Found found) {
        if (found.base() > 0 && isMapped(found)) {
            memory.read(found.start(), blockSize);
        }
    }

    /**
     * Maps the pages of a block again that a split of shared memory has unmapped: they stay in memory, and the kernel maps each at
     * the next access (unmap_folio and remap_page in {@code mm/huge_memory.c}). Else the process would have these page faults in a
     * measured turn, and the pages would count as freed. A read from outside makes the same page faults.
     */
    void mapAgain(long start) throws EndedException {
        if (isShared && !isMapped(at(start))) {
            memory.read(start, blockSize);
        }
    }

    /**
     * Returns whether a block has no page to copy, as after a JVM has returned memory, or where all are in swap: a copy would read
     * these back. The pages of shared memory stay in memory without a mapping.
     */
    boolean isGone(Blocks.Found found) {
        return !isShared && found.huge() + found.base() + found.zero() == 0;
    }

    private boolean isMapped(Blocks.Found found) {
        return found.huge() + found.base() + found.zero() >= blockSize;
    }

    /** Returns whether the heap is shared memory, as that of ZGC. */
    boolean isShared() {
        return isShared;
    }

    /** Returns whether a split leaves the pages of the process mapped, so that less mapped memory is less memory. */
    boolean keepsMappings() {
        return !isShared || memory.isOpen();
    }

    /**
     * Changes the pages of a block.
     *
     * @return errno of the kernel's refusal; 0 if it did not refuse
     */
    int change(long start, PageState state) throws EndedException {
        try {
            if (state == PageState.THP) {
                advice.collapse(start, blockSize);
            } else {
                advice.split(start, basePage);
            }
            return 0;
        } catch (RefusedCallException e) {
            if (e.errno() == ESRCH) {
                throw new EndedException(process.pid());
            }
            if (e.errno() == EPERM || e.errno() == EACCES) {
                throw notPermitted(process.pid(), e);
            }
            return e.errno();
        }
    }

    @Override
    public void close() {
        advice.close();
        scan.close();
        memory.close();
    }
}
