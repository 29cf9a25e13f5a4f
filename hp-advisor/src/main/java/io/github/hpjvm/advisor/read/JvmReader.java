package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks at one process, as far as it may, and puts together what was seen. */
final class JvmReader {

    private static final long ATTACH_MILLIS = 2000;

    /** A JVM that was started less than so many clock ticks ago may not handle SIGQUIT the way it will. */
    private static final long YOUNG_TICKS = 500;

    /** What reading pagemap costs: it is looked at where smaps alone does not tell. */
    private static final long MILLIS_PER_GIB = 6;

    private static final String TRACK = "start the JVM with -XX:NativeMemoryTracking=detail";

    private static final Bytes PAGE_OF_LAST_RESORT = Bytes.ofKiB(4);

    private final Roots roots;
    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final Path process;

    JvmReader(Roots roots, long pid, Reach reach) {
        this.roots = roots;
        this.procRoot = roots.proc();
        this.pid = pid;
        this.reach = reach;
        this.process = procRoot.resolve(Long.toString(pid));
    }

    Jvm read() {
        Fact<Long> start = ProcessStat.startTicks(procRoot, pid);
        long startTicks = start.known().orElse(0L);
        Fact<ProcStatus> status = StatusFile.read(procRoot, pid)
                .flatMap(s -> s.isZombie()
                        ? Fact.absent(Reason.VANISHED, Source.of(process.resolve("status"), "a zombie"))
                        : Fact.known(s, Source.of(process.resolve("status"))));
        if (status instanceof Fact.Absent<ProcStatus> why) {
            return nothing(startTicks, why);
        }
        ProcStatus state = status.known().orElseThrow();
        long nsPid = Target.nsPid(state, pid);
        Fact<List<Vma>> maps = Maps.read(procRoot, pid);
        Fact<VmKind> kind = VmSignature.of(procRoot, pid, nsPid, maps);
        JvmArguments told = new JvmArguments(procRoot, pid);
        VmKind vm = kind.known().orElse(VmKind.HOTSPOT);
        if (vm == VmKind.NOT_JAVA || vm == VmKind.NATIVE_IMAGE || vm == VmKind.OPENJ9) {
            return other(startTicks, status, kind, told);
        }
        // Loading JNA takes longer than the scan itself, but not longer than all that comes before it.
        MemorySource source = source(state);
        if (reach.memory() && source == MemorySource.SCAN) {
            PagemapScan.prepare();
        }
        long uid = state.uid().orElse(-1);
        List<String> temp = told.temp(Optional.empty());
        Fact<PerfData> counters = PerfData.read(process.resolve("root"), temp, nsPid, uid);
        VmIdentity first =
                counters.known().map(Identity::of).or(() -> releaseFile(maps)).orElse(VmIdentity.of(vm));
        Optional<Integer> feature = first.release().map(JavaVersion::feature);
        Fact<Arguments> arguments = told.arguments(feature, counters);

        Target target = new Target(
                procRoot,
                pid,
                startTicks,
                state,
                kind.known().orElse(VmKind.OTHER),
                feature,
                temp,
                attachable(counters, arguments, startTicks));
        Fact<Attach> attach = reach.attach()
                ? Attach.to(target, ATTACH_MILLIS)
                : Fact.absent(Reason.SKIPPED, Source.of("jcmd " + pid, "attaching was not allowed"));
        if (arguments.known().filter(Arguments::complete).isEmpty()) {
            Fact<String> said = attach.flatMap(a -> a.command("VM.command_line"));
            arguments = said.known().filter(LogArguments::isIn).isPresent()
                    ? said.flatMap(text -> told.arguments(feature, text))
                    : arguments;
        }
        Fact<String> flagText = attach.flatMap(a -> a.command("VM.flags -all"));
        Fact<Map<String, VmFlag>> flags = TextFile.parsed(flagText, VmFlags::parse)
                .flatMap(f -> f.isEmpty()
                        ? Fact.absent(
                                Reason.MALFORMED, Source.of(flagText.source().path(), "no flags"))
                        : Fact.known(f, Source.of(flagText.source().path())));
        VmIdentity identity = identity(first, vm, flags, arguments, attach);
        Fact<VmIdentity> identityFact =
                kind.known().isEmpty() && counters.known().isEmpty()
                        ? kind.map(VmIdentity::of)
                        : Fact.known(identity, counters.known().isPresent() ? counters.source() : kind.source());
        List<Region> regions = regions(state, source, identity, flags, attach);
        Jvm jvm = new Jvm(
                pid,
                startTicks,
                user(),
                told.commandLine(),
                told.environment(),
                status,
                Cgroups.read(roots, pid),
                identityFact,
                arguments,
                flags,
                regions,
                Optional.empty());
        return ProcessStat.isStill(procRoot, pid, startTicks)
                ? jvm
                : nothing(startTicks, (Fact.Absent<?>) ProcessStat.vanished(procRoot, pid));
    }

    private VmIdentity identity(
            VmIdentity first,
            VmKind vm,
            Fact<Map<String, VmFlag>> flags,
            Fact<Arguments> arguments,
            Fact<Attach> attach) {
        VmIdentity said = first.release().isPresent()
                ? first
                : attach.flatMap(a -> a.command("VM.version"))
                        .known()
                        .map(Identity::ofVersionCommand)
                        .orElse(first)
                        .or(first);
        Optional<JavaVersion> release = said.release();
        VmIdentity byFlags = flags.known().map(f -> Identity.of(f, release)).orElse(VmIdentity.of(vm));
        VmIdentity byArguments =
                arguments.known().map(a -> Identity.of(a, release)).orElse(VmIdentity.of(vm));
        VmIdentity base =
                new VmIdentity(vm, said.release(), said.version(), said.vendor(), Optional.empty(), Optional.empty());
        return base.or(byFlags).or(said).or(byArguments);
    }

    /** Whether the JVM lets itself be attached to; empty if it cannot be told, or not yet. */
    private Optional<Boolean> attachable(Fact<PerfData> counters, Fact<Arguments> arguments, long startTicks) {
        Optional<String> capabilities = counters.known().flatMap(d -> d.text("sun.rt.jvmCapabilities"));
        if (capabilities.filter(c -> !c.isEmpty()).isPresent()) {
            boolean started = counters.known().orElseThrow().longs().getOrDefault("sun.rt.vmInitDoneTime", 0L) > 0;
            boolean may = capabilities.get().startsWith("1");
            return may && !started ? Optional.empty() : Optional.of(may);
        }
        boolean refused = false;
        for (String text : arguments.known().map(Arguments::texts).orElse(List.of())) {
            refused = text.equals("-XX:+DisableAttachMechanism")
                    || refused && !text.equals("-XX:-DisableAttachMechanism");
        }
        if (refused) {
            return Optional.of(false);
        }
        boolean all = arguments.known().filter(Arguments::complete).isPresent();
        return all && !isYoung(startTicks) ? Optional.of(true) : Optional.empty();
    }

    private boolean isYoung(long startTicks) {
        return TextFile.read(procRoot.resolve("uptime"))
                .known()
                .map(text -> text.split("\\.")[0])
                .map(seconds -> {
                    try {
                        return Long.parseLong(seconds) * 100 - startTicks < YOUNG_TICKS;
                    } catch (NumberFormatException e) {
                        return true;
                    }
                })
                .orElse(true);
    }

    /** The file {@code release} in one of the folders above libjvm.so. */
    private Optional<VmIdentity> releaseFile(Fact<List<Vma>> maps) {
        List<String> names = maps.known()
                .flatMap(VmSignature::libjvm)
                .map(v -> TargetFiles.names(VmSignature.path(v)))
                .orElse(List.of());
        TargetFiles files = new TargetFiles(process.resolve("root"));
        for (int up = names.size() - 2; up > Math.max(0, names.size() - 7); up--) {
            List<String> file = new ArrayList<>(names.subList(0, up));
            file.add("release");
            Optional<VmIdentity> identity = files.read(file, Optional.empty(), TextFile.LIMIT)
                    .known()
                    .map(bytes -> Identity.ofReleaseFile(new String(bytes, StandardCharsets.UTF_8)))
                    .filter(i -> i.release().isPresent());
            if (identity.isPresent()) {
                return identity;
            }
        }
        return Optional.empty();
    }

    private List<Region> regions(
            ProcStatus state,
            MemorySource source,
            VmIdentity identity,
            Fact<Map<String, VmFlag>> flags,
            Fact<Attach> attach) {
        if (!reach.memory()) {
            return absent(new Fact.Absent<>(
                    Reason.SKIPPED, Source.of(process.resolve("smaps"), "its memory was not asked for"), ""));
        }
        boolean tracked = flags.known()
                .map(f -> f.get("NativeMemoryTracking"))
                .filter(f -> f.value().equals("detail"))
                .isPresent();
        boolean legacy = identity.release().filter(r -> r.feature() <= 8).isPresent();
        Fact<String> unknown =
                Fact.absent(Reason.NOT_SUPPORTED, Source.of("jcmd " + pid, "JDK 8 has no command for it"), TRACK);
        Fact<String> untracked = Fact.absent(
                Reason.NOT_PRESENT, Source.of("jcmd " + pid + " VM.native_memory detail", "tracking is off"), TRACK);
        Fact<String> heapInfo = attach.flatMap(a -> a.command("GC.heap_info"));
        Fact<String> notAsked = Fact.absent(Reason.SKIPPED, Source.of("jcmd " + pid, "its heap alone was asked for"));
        boolean enough =
                reach.heapAlone() && heapInfo.known().flatMap(HeapInfo::range).isPresent();
        // All of them are answered without stopping the JVM but VM.metaspace, which takes one safepoint of about 1 ms:
        // Attach sees to it that nobody waits for us in there.
        Layout.Texts texts = new Layout.Texts(
                heapInfo,
                reach.heapAlone() ? notAsked : attach.flatMap(a -> legacy ? unknown : a.command("Compiler.codecache")),
                enough ? notAsked : attach.flatMap(a -> legacy ? unknown : a.command("VM.info")),
                reach.heapAlone() ? notAsked : attach.flatMap(a -> legacy ? unknown : a.command("VM.metaspace vslist")),
                attach.flatMap(a -> tracked ? a.command("VM.native_memory detail") : untracked));

        Fact<List<Vma>> vmas = vmas(state, source);
        // Where smaps is denied, maps is too; where it would cost too much, the addresses can still be told.
        Fact<List<Vma>> mappings = vmas.known().isPresent() ? vmas : Maps.read(procRoot, pid);
        Bytes mostStack = flags.known()
                .flatMap(f -> VmFlags.bytes(f, "ThreadStackSize"))
                .map(kib -> kib.times(2048).plus(Bytes.ofMiB(1)))
                .orElse(Bytes.ofMiB(3))
                .max(Bytes.ofMiB(9));
        Fact<List<AddressRange>> stacks = mappings.flatMap(list -> ThreadStacks.read(procRoot, pid, list, mostStack));
        Map<RegionName, Fact<List<AddressRange>>> locations = new Layout(
                        texts,
                        mappings,
                        identity.gc(),
                        flags.known().flatMap(f -> VmFlags.bytes(f, "ReservedCodeCacheSize")),
                        stacks)
                .locations();
        if (reach.heapAlone()) {
            locations.keySet().retainAll(Set.of(RegionName.HEAP));
        }
        Optional<ScannedBacking> scan = source == MemorySource.SCAN ? scan(mappings) : Optional.empty();
        List<Region> regions = regions(locations, vmas, scan);
        boolean unseen = source == MemorySource.SCAN
                && regions.stream()
                        .anyMatch(region -> region.location().known().isPresent()
                                && region.backing().known().isEmpty());
        return unseen && MemorySource.SMAPS.millis(resident(state)) <= reach.memoryMillis()
                ? regions(locations, Smaps.read(procRoot, pid), Optional.empty())
                : regions;
    }

    private MemorySource source(ProcStatus state) {
        Bytes resident = resident(state);
        boolean larger = MemorySource.SCAN.millis(resident) < MemorySource.SMAPS.millis(resident);
        return MemorySource.cheapest(resident, reach.memoryMillis(), larger && PagemapScan.isKnown(procRoot));
    }

    /** A scan of the regions alone, if this machine can. */
    private Optional<ScannedBacking> scan(Fact<List<Vma>> maps) {
        try {
            PagemapScan scan = new PagemapScan(procRoot, pid);
            return maps.known()
                    .map(list -> new ScannedBacking(list, reach.pmdSize(), PAGE_OF_LAST_RESORT, range -> {
                        try {
                            return scan.of(range);
                        } catch (LinkageError e) {
                            return Optional.empty();
                        }
                    }));
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }

    private List<Region> regions(
            Map<RegionName, Fact<List<AddressRange>>> locations, Fact<List<Vma>> vmas, Optional<ScannedBacking> scan) {
        Bytes page = vmas.known()
                .flatMap(list -> list.stream()
                        .filter(v -> !v.isHugetlb() && !v.pageSize().isZero())
                        .map(Vma::pageSize)
                        .findFirst())
                .orElse(PAGE_OF_LAST_RESORT);
        Bytes most = Bytes.ofGiB(1).times(Math.max(1, reach.memoryMillis() / MILLIS_PER_GIB));
        PageMap pageMap = new PageMap(procRoot, pid, page, most);
        Optional<RegionBacking> backing =
                vmas.known().map(list -> new RegionBacking(list, reach.pmdSize(), page, pageMap::present));
        List<Region> regions = new ArrayList<>();
        locations.forEach((name, location) -> {
            Fact<Backing> behind = location.flatMap(ranges -> scan.flatMap(b -> b.of(ranges))
                    .map(b -> Fact.known(b, Source.of(process.resolve("pagemap") + " by PAGEMAP_SCAN")))
                    .orElseGet(() -> vmas.flatMap(
                            list -> Fact.known(backing.orElseThrow().of(ranges), vmas.source()))));
            Optional<Bytes> advised = location.known().flatMap(ranges -> backing.map(b -> b.advised(ranges)));
            regions.add(new Region(name, location, behind, advised));
        });
        return regions;
    }

    private Fact<List<Vma>> vmas(ProcStatus state, MemorySource source) {
        return source == MemorySource.SMAPS
                ? Smaps.read(procRoot, pid)
                : Fact.absent(
                        Reason.SKIPPED,
                        Source.of(
                                process.resolve("smaps"),
                                "reading it may take " + MemorySource.SMAPS.millis(resident(state)) + " ms, and "
                                        + reach.memoryMillis() + " are allowed"));
    }

    private static Bytes resident(ProcStatus state) {
        return state.rss().orElse(Bytes.ZERO);
    }

    private Jvm other(long startTicks, Fact<ProcStatus> status, Fact<VmKind> kind, JvmArguments told) {
        Fact.Absent<?> why =
                new Fact.Absent<>(Reason.NOT_SUPPORTED, Source.of(kind.source().path(), "it is no HotSpot"), "");
        return new Jvm(
                pid,
                startTicks,
                user(),
                told.commandLine(),
                told.environment(),
                status,
                Cgroups.read(roots, pid),
                kind.map(VmIdentity::of),
                told.arguments(Optional.empty(), Fact.absent(why.reason(), why.source(), "")),
                Fact.absent(why.reason(), why.source()),
                absent(why),
                Optional.empty());
    }

    private Jvm nothing(long startTicks, Fact.Absent<?> why) {
        return new Jvm(
                pid,
                startTicks,
                "",
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                Fact.absent(why.reason(), why.source(), why.grant()),
                absent(why),
                Optional.empty());
    }

    static List<Region> absent(Fact.Absent<?> why) {
        List<Region> regions = new ArrayList<>();
        for (RegionName name : RegionName.values()) {
            regions.add(Region.absent(name, why));
        }
        return regions;
    }

    private String user() {
        try {
            return Files.getOwner(process).getName();
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return "";
        }
    }
}
