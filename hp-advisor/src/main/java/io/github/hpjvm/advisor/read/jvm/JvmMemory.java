package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.attach.JvmCommands;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.host.Mounts;
import io.github.hpjvm.advisor.read.memory.HugetlbSum;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.Meanwhile;
import io.github.hpjvm.advisor.read.memory.MemorySource;
import io.github.hpjvm.advisor.read.memory.PageMap;
import io.github.hpjvm.advisor.read.memory.PageScan;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.memory.PagemapWalk;
import io.github.hpjvm.advisor.read.memory.ReadLimit;
import io.github.hpjvm.advisor.read.memory.ScannedBacking;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.memory.SmapsStall;
import io.github.hpjvm.advisor.read.memory.ThreadStacks;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.Layout;
import io.github.hpjvm.advisor.read.vm.VmFlags;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The addresses of a JVM's regions and the pages that back them, from the cheapest source for that amount of memory.
 */
final class JvmMemory {

    private static final Bytes PAGE_OF_LAST_RESORT = Bytes.ofKiB(4);

    /** The regions whose addresses do not change with the program's own mappings. */
    private static final Set<RegionName> SCANNED_AGAIN =
            EnumSet.of(RegionName.HEAP, RegionName.CODE, RegionName.METASPACE, RegionName.GC);

    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final Path process;
    private final Bytes resident;
    private final SmapsStall.Resident ofKinds;
    private final MemorySource source;
    private final ThreadStacks stacks;

    /** The mappings that smaps shows in larger pieces. */
    private final BitSet small;

    /** Whether smaps would be the source if its stall were known to be short. */
    private final boolean smapsIsCheaper;

    /** The pages by files alone, which needs CAP_SYS_ADMIN, but no native call. */
    private final Optional<PagemapWalk> walk;

    private final LocatedRegions located;
    private final Optional<Meanwhile<Fact<NativeCalls>>> calls;
    private Optional<Meanwhile<Fact<List<Vma>>>> smaps = Optional.empty();

    /**
     * Starts to load the classes for a scan, if one is needed. Loading takes longer than the scan, but runs beside the
     * preceding steps.
     *
     * @param maps all mappings, if memory is in reach
     * @param stacks those of its threads
     */
    JvmMemory(Path procRoot, ProcStatus state, long pid, Reach reach, Fact<List<Vma>> maps, ThreadStacks stacks) {
        this.stacks = stacks;
        this.procRoot = procRoot;
        this.pid = pid;
        this.reach = reach;
        this.located = new LocatedRegions(procRoot, pid, reach, basePage());
        this.process = procRoot.resolve(Long.toString(pid));
        this.resident = state.rss().orElse(Bytes.ZERO);
        this.ofKinds = SmapsStall.Resident.of(state);
        this.small = Smaps.small(resident, maps.known().orElse(List.of()));
        boolean larger =
                !reach.eligibility() && MemorySource.SCAN.millis(resident) < MemorySource.SMAPS.millis(resident);
        boolean canScan = PagemapScan.isKnown(procRoot);
        MemorySource cheapest = MemorySource.cheapest(resident, reach.memoryMillis(), larger && canScan);
        this.smapsIsCheaper = cheapest == MemorySource.SMAPS;
        boolean smapsIsShort = smapsIsCheaper && isShort(maps, unknown -> false);
        Optional<PagemapWalk> opened = reach.memory() && !smapsIsShort && !reach.exact()
                ? PagemapWalk.open(procRoot, pid, basePage(), reach.pmdSize())
                : Optional.empty();
        opened.ifPresent(scan -> scan.limit(ReadLimit.ofHost(procRoot)));
        this.source = reach.exact() || smapsIsShort || smapsIsCheaper && isShort(maps, range -> few(opened, range))
                ? cheapest
                : opened.isPresent() || canScan ? MemorySource.SCAN : MemorySource.NONE;
        this.walk = opened.filter(any -> source == MemorySource.SCAN);
        opened.filter(any -> walk.isEmpty()).ifPresent(PagemapWalk::close);
        this.calls = reach.memory() && source == MemorySource.SCAN && walk.isEmpty()
                ? Optional.of(Meanwhile.begin("prepares a scan", NativeAccess::findForOnce))
                : Optional.empty();
    }

    /**
     * Creates the reading of a JVM that is read repeatedly, for which a scan has no fixed cost.
     *
     * @param prepared calls for a scan; empty if this machine has none
     * @param stacks the same object for each reading
     */
    JvmMemory(
            Path procRoot,
            ProcStatus state,
            long pid,
            Reach reach,
            Optional<NativeCalls> prepared,
            ThreadStacks stacks) {
        this.stacks = stacks;
        this.procRoot = procRoot;
        this.pid = pid;
        this.reach = reach;
        this.located = new LocatedRegions(procRoot, pid, reach, basePage());
        this.process = procRoot.resolve(Long.toString(pid));
        this.resident = state.rss().orElse(Bytes.ZERO);
        this.ofKinds = SmapsStall.Resident.of(state);
        this.small = Smaps.small(resident, List.of());
        this.smapsIsCheaper = false;
        boolean bySmaps =
                prepared.isEmpty() && (reach.exact() || SmapsStall.isShort(procRoot, pid, ofKinds, unknown -> false));
        this.walk = reach.memory() && prepared.isEmpty() && !bySmaps
                ? PagemapWalk.open(procRoot, pid, basePage(), reach.pmdSize())
                : Optional.empty();
        this.source = bySmaps
                ? MemorySource.cheapest(resident, reach.memoryMillis(), false)
                : prepared.isPresent() || walk.isPresent() ? MemorySource.SCAN : MemorySource.NONE;
        this.calls = prepared.map(
                found -> Meanwhile.of(Fact.known(found, Source.of(process.resolve("pagemap"), "prepared"))));
    }

    private static boolean few(Optional<PagemapWalk> walk, AddressRange range) {
        try {
            return walk.isPresent() && walk.get().hasFewBasePages(range, SmapsStall.MOST_BASE);
        } catch (RefusedCallException e) {
            return false;
        }
    }

    private Bytes basePage() {
        return KernelFiles.readBasePage(procRoot).known().orElse(PAGE_OF_LAST_RESORT);
    }

    /** Returns whether a reading of smaps stalls the JVM for at most a millisecond. */
    private boolean isShort(Fact<List<Vma>> maps, Predicate<AddressRange> hasFewBasePages) {
        return reach.memory()
                && maps.known()
                        .filter(vmas -> SmapsStall.isShort(vmas, ofKinds, hasFewBasePages))
                        .isPresent();
    }

    /**
     * Starts to read smaps, if that is the source. It runs after the attach: the JVM's listener thread then has a
     * stack, which smaps must contain.
     */
    void begin() {
        if (reach.memory() && source == MemorySource.SMAPS) {
            smaps = Optional.of(Meanwhile.begin("reads smaps", () -> Smaps.read(procRoot, pid, small)));
        }
    }

    /**
     * Regions, each with its observed facts; and the pages of hugetlb pools that its end would free, if smaps was read.
     */
    record Seen(List<Region> regions, Optional<List<HugetlbUse>> hugetlb) {}

    /**
     * Returns all regions, and the pages that return to hugetlb pools when the JVM ends.
     *
     * @param flags the flags of the JVM
     * @param tables its tables
     * @param attach connection to ask for the addresses that its tables do not have
     */
    Seen seen(
            VmIdentity identity,
            Fact<Map<String, VmFlag>> flags,
            Fact<VmTables> tables,
            Fact<? extends JvmCommands> attach) {
        Seen seen = withoutCost(identity, flags, tables, attach);
        return reach.cost().isEmpty()
                ? seen
                : new Seen(new MemoryCost(procRoot, pid, reach, basePage()).of(seen.regions()), seen.hugetlb());
    }

    private Seen withoutCost(
            VmIdentity identity,
            Fact<Map<String, VmFlag>> flags,
            Fact<VmTables> tables,
            Fact<? extends JvmCommands> attach) {
        if (!reach.memory()) {
            Fact.Absent<?> why =
                    new Fact.Absent<>(Reason.SKIPPED, Source.of(process.resolve("smaps"), reach.whyNoMemory()), "");
            return new Seen(LocatedRegions.absent(why), Optional.empty());
        }
        boolean tracked = flags.known()
                .map(f -> f.get("NativeMemoryTracking"))
                .filter(f -> f.value().equals("detail"))
                .isPresent();
        // The JVM is asked before smaps is waited for: the lock that reading smaps holds delays its answers.
        Layout.Texts texts = new Questions(pid, attach, identity, tables.known(), tracked).ask(reach.heapAlone());
        Fact<List<Vma>> vmas = vmas();

        // If smaps is denied, maps is too. If smaps would cost too much, the addresses can still be found.
        Fact<List<Vma>> mappings = vmas.known().isPresent() ? vmas : Maps.read(procRoot, pid);
        Bytes mostStack = flags.known()
                .flatMap(f -> VmFlags.bytes(f, "ThreadStackSize"))
                .map(kib -> kib.times(2048).plus(Bytes.ofMiB(1)))
                .orElse(Bytes.ofMiB(3))
                .max(Bytes.ofMiB(9));
        Fact<List<AddressRange>> ofThreads = mappings.flatMap(list -> stacks.read(list, mostStack));
        Layout layout = new Layout(
                tables,
                texts,
                mappings,
                identity.gc(),
                flags.known().flatMap(f -> VmFlags.bytes(f, "ReservedCodeCacheSize")),
                ofThreads);
        Map<RegionName, Fact<List<AddressRange>>> locations = layout.locations();
        Bytes notNative = layout.metaspaceAmongNative().orElse(Bytes.ZERO);
        if (reach.heapAlone()) {
            locations.keySet().retainAll(Set.of(RegionName.HEAP));
        }
        if (source != MemorySource.SCAN) {
            return seen(locations, notNative, vmas);
        }
        Bytes page = basePage();
        try (Opened opened = open(page)) {
            return scanned(locations, notNative, vmas, mappings, flags, scan(opened, mappings, page));
        } catch (RefusedCallException | LinkageError e) {
            return scanned(locations, notNative, vmas, mappings, flags, Optional.empty());
        }
    }

    /**
     * Returns the regions of an earlier reading, with the present pages of those that {@link #SCANNED_AGAIN} names. Mappings
     * elsewhere are skipped. Empty if a scan is not possible.
     */
    Optional<Seen> again(List<Region> before) {
        Map<RegionName, Fact<List<AddressRange>>> locations = new EnumMap<>(RegionName.class);
        List<AddressRange> ranges = new ArrayList<>();
        for (Region region : before) {
            if (SCANNED_AGAIN.contains(region.name())
                    && region.location().known().isPresent()) {
                locations.put(region.name(), region.location());
                ranges.addAll(region.location().known().get());
            }
        }
        Fact<List<Vma>> mappings = Maps.within(procRoot, pid, ranges);
        Bytes page = basePage();
        try (Opened opened = open(page)) {
            Optional<Scan> scan = scan(opened, mappings, page);
            if (scan.isEmpty()) {
                return Optional.empty();
            }
            Map<RegionName, Region> now = new EnumMap<>(RegionName.class);
            located.of(locations, Bytes.ZERO, vmas(), scan.map(Scan::backing))
                    .forEach(region -> now.put(region.name(), region));
            return Optional.of(new Seen(
                    before.stream()
                            .map(region -> now.getOrDefault(region.name(), region))
                            .toList(),
                    Optional.empty()));
        } catch (RefusedCallException | LinkageError e) {
            return Optional.empty();
        }
    }

    private Optional<Scan> scan(Opened opened, Fact<List<Vma>> mappings, Bytes page) {
        if (opened.scan().isEmpty() || mappings.known().isEmpty()) {
            return Optional.empty();
        }
        RegionScan reader = new RegionScan(
                opened.scan().get(),
                page,
                new PageMap(procRoot, pid, page, reach.exact() ? reach.mostOfPagemap() : RegionScan.MOST_BASE),
                ReadLimit.ofHost(procRoot));
        ScannedBacking backing = new ScannedBacking(
                mappings.known().get(),
                reach.pmdSize(),
                page,
                () -> Mounts.otherThanHugetlbfs(procRoot, pid),
                () -> MemInfo.onlyPoolSize(procRoot),
                reader,
                reach.exact() ? ScannedBacking.NO_SAMPLE : RegionScan.MOST_BASE);
        return Optional.of(new Scan(reader, backing));
    }

    /** A scan that is closed at the end, if there is one. */
    private record Opened(Optional<PageScan> scan) implements AutoCloseable {
        @Override
        public void close() {
            scan.ifPresent(PageScan::close);
        }
    }

    private Opened open(Bytes page) throws RefusedCallException {
        if (walk.isPresent()) {
            return new Opened(Optional.of(walk.get()));
        }
        Optional<NativeCalls> found = calls();
        Path pagemap = ProcessFile.path(procRoot, pid, "pagemap");
        return new Opened(
                found.isEmpty() ? Optional.empty() : Optional.of(new PagemapScan(found.get(), pagemap, page.value())));
    }

    /** An open scan, and the backing that it shows. */
    private record Scan(RegionScan reader, ScannedBacking backing) {}

    /**
     * Returns the regions by a scan of the regions alone, as far as this machine can; by smaps if that has more facts
     * and does not stall the JVM.
     */
    private Seen scanned(
            Map<RegionName, Fact<List<AddressRange>>> locations,
            Bytes notNative,
            Fact<List<Vma>> vmas,
            Fact<List<Vma>> mappings,
            Fact<Map<String, VmFlag>> flags,
            Optional<Scan> scan) {
        List<Region> regions = located.of(locations, notNative, vmas, scan.map(Scan::backing));
        boolean unseen = regions.stream()
                .anyMatch(region -> region.location().known().isPresent()
                        && region.backing().known().isEmpty());
        // Pages that were requested and not granted need an explanation, and a scan shows no advice and no THPeligible.
        boolean unexplained = flags.known()
                        .map(f -> f.get("UseTransparentHugePages"))
                        .filter(f -> f.value().equals("true"))
                        .isPresent()
                && regions.stream().anyMatch(JvmMemory::isOnBasePages);
        boolean more = (unseen || unexplained || smapsIsCheaper)
                && MemorySource.SMAPS.millis(resident) <= reach.memoryMillis();
        Predicate<AddressRange> hasFewBasePages =
                scan.map(open -> open.reader().hasFewBasePages()).orElse(range -> false);
        return more && (reach.exact() || isShort(mappings, hasFewBasePages))
                ? seen(locations, notNative, Smaps.read(procRoot, pid, small))
                : new Seen(regions, Optional.empty());
    }

    /** Returns whether the region is the heap, and a part of it is on base pages. */
    private static boolean isOnBasePages(Region region) {
        return region.name() == RegionName.HEAP
                && region.backing()
                        .known()
                        .filter(backing -> !SmallPages.base(backing).isZero())
                        .isPresent();
    }

    /** Returns the regions according to smaps. */
    private Seen seen(Map<RegionName, Fact<List<AddressRange>>> locations, Bytes notNative, Fact<List<Vma>> vmas) {
        return new Seen(
                located.of(locations, notNative, vmas, Optional.empty()),
                vmas.known().map(list -> HugetlbSum.freedBy(pid, list)));
    }

    private Optional<NativeCalls> calls() {
        return calls.flatMap(found -> found.get().known());
    }

    private Fact<List<Vma>> vmas() {
        return source == MemorySource.SMAPS
                ? smaps.map(Meanwhile::get).orElseGet(() -> Smaps.read(procRoot, pid, small))
                : Fact.absent(Reason.SKIPPED, Source.of(process.resolve("smaps"), whySmapsIsNotRead()));
    }

    private String whySmapsIsNotRead() {
        long millis = MemorySource.SMAPS.millis(resident);
        return millis <= reach.memoryMillis() && !reach.exact()
                ? SmapsStall.REASON
                : "reading it may take " + millis + " ms, and " + reach.memoryMillis() + " are allowed";
    }
}
