package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.advisor.read.file.TargetMemory;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Counts the base pages of zeros in the huge pages of a process. Only blocks are read that {@code /proc/PID/pagemap} and {@code
 * /proc/kpageflags} show as one resident huge page, so that no page is faulted in, swapped in or allocated. The bytes are
 * compared with zero, and neither kept nor printed.
 */
public final class ZeroScan {
    private static final String GRANT = "run hp-cli as root with CAP_SYS_ADMIN";
    private static final long SEED = 512;

    /** Standard errors on each side of an estimate. */
    private static final double DEVIATIONS = 2;

    /** Blocks of a region to look at: of a reserved region only few may be resident. */
    private static final long TRIES = 16 * 1024;

    /** Length of one read of a whole block. */
    private static final int CHUNK = 128 * 1024;

    private final Path procRoot;
    private final long pid;
    private final Bytes page;
    private final Bytes huge;
    private final CostBudget budget;

    /**
     * Creates the reader.
     *
     * @param page the size of a base page
     * @param huge the size of a huge page that a PMD maps
     */
    public ZeroScan(Path procRoot, long pid, Bytes page, Bytes huge, CostBudget budget) {
        this.procRoot = procRoot;
        this.pid = pid;
        this.page = page;
        this.huge = huge;
        this.budget = budget;
    }

    /**
     * A region to read.
     *
     * @param ranges its addresses
     * @param backing its pages
     */
    public record Target(List<AddressRange> ranges, Backing backing) {}

    /** Returns the base pages of zeros of each region; absent with the reason if they cannot be counted. */
    public Map<RegionName, Fact<ZeroFilled>> of(Map<RegionName, Target> regions) {
        Map<RegionName, Fact<ZeroFilled>> counted = new EnumMap<>(RegionName.class);
        Map<RegionName, Target> toRead = new EnumMap<>(RegionName.class);
        regions.forEach((name, target) -> {
            if (most(target.backing()).isZero()) {
                counted.put(name, Fact.known(ZeroFilled.none(), Source.of(ProcessFile.path(procRoot, pid, "pagemap"))));
            } else {
                toRead.put(name, target);
            }
        });
        if (!toRead.isEmpty()) {
            Fact<Map<RegionName, ZeroFilled>> read = read(toRead);
            toRead.forEach((name, target) -> counted.put(
                    name,
                    read.flatMap(found -> found.containsKey(name)
                            ? Fact.known(found.get(name), source(found.get(name)))
                            : Fact.absent(
                                    Reason.SKIPPED,
                                    Source.of(TargetMemory.file(procRoot, pid), "no huge page was found in time")))));
        }
        return counted;
    }

    private Source source(ZeroFilled found) {
        String file = TargetMemory.file(procRoot, pid).toString();
        return found.exact() ? Source.of(file) : Source.of(file, budget.ofSample());
    }

    private Fact<Map<RegionName, ZeroFilled>> read(Map<RegionName, Target> regions) {
        Optional<PagemapWalk> opened = PagemapWalk.open(procRoot, pid, page, huge);
        if (opened.isEmpty()) {
            return Fact.absent(
                    Reason.DENIED,
                    Source.of(procRoot.resolve("kpageflags"), "only CAP_SYS_ADMIN may know which pages are huge"),
                    GRANT);
        }
        try (PagemapWalk walk = opened.get()) {
            return TargetMemory.read(procRoot, pid, 2 * budget.millis(), memory -> {
                long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(budget.millis());
                Map<RegionName, ZeroFilled> found = new EnumMap<>(RegionName.class);
                Comparison comparison = new Comparison(memory, walk, page, huge);
                for (Map.Entry<RegionName, Target> region : heapLast(regions)) {
                    Bytes most = region.getKey() == RegionName.HEAP ? budget.heap() : budget.other();
                    read(region.getValue(), most, deadline, comparison)
                            .ifPresent(zeros -> found.put(region.getKey(), zeros));
                }
                return Fact.known(found, Source.of(TargetMemory.file(procRoot, pid)));
            });
        }
    }

    /** The heap takes most of the time, and a part of its sample is a sample. */
    private static List<Map.Entry<RegionName, Target>> heapLast(Map<RegionName, Target> regions) {
        List<Map.Entry<RegionName, Target>> all = new ArrayList<>(regions.entrySet());
        all.sort(Comparator.comparing(region -> region.getKey() == RegionName.HEAP));
        return all;
    }

    private Optional<ZeroFilled> read(Target target, Bytes most, long deadline, Comparison comparison)
            throws IOException {
        HugeBlocks blocks = HugeBlocks.in(target.ranges(), huge);
        Bytes max = most(target.backing());
        boolean all = most.value() == Long.MAX_VALUE;
        ZeroSample.Limits limits = new ZeroSample.Limits(
                (int) (huge.value() / page.value()),
                most.value() / page.value(),
                all ? Long.MAX_VALUE : TRIES,
                budget.zerosAllowed());
        ZeroSample.Estimate found = ZeroSample.of(
                blocks.count(),
                max.value() / huge.value(),
                limits,
                SEED,
                deadline,
                (block, pages) -> comparison.zeros(blocks.address(block), pages));
        return found.blocks() == 0 ? Optional.empty() : Optional.of(in(target.backing(), max, found));
    }

    private ZeroFilled in(Backing backing, Bytes max, ZeroSample.Estimate found) {
        Bytes min = huge(backing, false);
        Bytes likely = huge(backing.likely(), true);
        double error = DEVIATIONS * found.standardError();
        Bytes bytes = share(likely, found.share());
        return new ZeroFilled(
                bytes,
                share(min, found.share() - error).min(bytes),
                share(max, found.share() + error).max(bytes),
                likely,
                share(thp(backing).min(likely), found.underused()),
                found.compared());
    }

    private Bytes share(Bytes whole, double share) {
        double pages = (double) whole.value() / page.value() * Math.max(0, Math.min(1, share));
        return page.times(Math.round(pages));
    }

    private Bytes most(Backing backing) {
        return huge(backing, true);
    }

    /** Returns the bytes on THP, without those of a pool, which the shrinker leaves. */
    private static Bytes thp(Backing backing) {
        Bytes sum = Bytes.ZERO;
        for (Pages pages : backing.pages()) {
            sum = pages.kind() == PageKind.THP ? sum.plus(pages.max()) : sum;
        }
        return sum;
    }

    /** Returns the bytes on pages of the PMD size or larger. */
    private Bytes huge(Backing backing, boolean most) {
        Bytes sum = Bytes.ZERO;
        for (Pages pages : backing.pages()) {
            boolean large = pages.huge() && pages.pageSize().compareTo(huge) >= 0;
            sum = large ? sum.plus(most ? pages.max() : pages.min()) : sum;
        }
        return sum;
    }

    /** Compares base pages of huge pages with zero. */
    static final class Comparison {
        private final RawMemory memory;
        private final PagemapWalk walk;
        private final int page;
        private final int huge;
        private final ByteBuffer read;
        private final ByteBuffer zeros;
        private final Pace pace = new Pace();

        Comparison(RawMemory memory, PagemapWalk walk, Bytes page, Bytes huge) {
            this.memory = memory;
            this.walk = walk;
            this.page = Math.toIntExact(page.value());
            this.huge = Math.toIntExact(huge.value());
            this.read = ByteBuffer.allocateDirect(Math.max(CHUNK, this.page));
            this.zeros = ByteBuffer.allocateDirect(this.page);
        }

        /** Returns the base pages of zeros; empty if the block is no huge page, or not any more when it is read. */
        OptionalInt zeros(long address, int[] pages) throws IOException {
            if (!isResidentHugePage(address)) {
                return OptionalInt.empty();
            }
            try {
                return OptionalInt.of(counted(address, pages));
            } catch (IOException e) {
                // The JVM may have returned the block and taken it again meanwhile.
                return isResidentHugePage(address) ? OptionalInt.of(counted(address, pages)) : OptionalInt.empty();
            }
        }

        private boolean isResidentHugePage(long address) throws IOException {
            try {
                return walk.isResidentHugePage(address);
            } catch (RefusedCallException e) {
                throw new IOException("its pagemap cannot be read", e);
            }
        }

        private int counted(long address, int[] pages) throws IOException {
            int found = 0;
            if (pages.length * page == huge) {
                int chunk = read.capacity() / page * page;
                for (int at = 0; at < huge; at += chunk) {
                    found += zeros(address + at, Math.min(chunk, huge - at));
                }
            } else {
                for (int number : pages) {
                    found += zeros(address + (long) number * page, page);
                }
            }
            return found;
        }

        private int zeros(long address, int length) throws IOException {
            read.clear().limit(length);
            long begun = System.nanoTime();
            while (read.hasRemaining()) {
                if (memory.read(address + read.position(), read) <= 0) {
                    throw new IOException("its memory ends");
                }
            }
            pace.held(System.nanoTime() - begun);
            int found = 0;
            for (int at = 0; at < length; at += page) {
                read.limit(at + page).position(at);
                found += read.getLong(at) == 0 && read.equals(zeros) ? 1 : 0;
            }
            return found;
        }
    }
}
