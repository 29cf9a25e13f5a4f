package io.github.hpjvm.advisor;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Malloc;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JVMs for tests: all of each was seen, and the heap is wholly touched and on base pages unless said otherwise. */
public final class JvmSamples {
    public static final long PID = 4242;

    private static final Bytes BASE_PAGE = Bytes.ofKiB(4);
    private static final Bytes HUGE_PAGE = Bytes.ofMiB(2);
    private static final long HEAP_START = 0x700000000L;
    private static final long CODE_START = 0x7f0000000000L;

    private JvmSamples() {}

    /** A HotSpot with G1 of that release and a heap of 1 GiB. */
    public static Jvm g1(int release, String... arguments) {
        return jvm(release, Collector.G1, Bytes.ofGiB(1), arguments);
    }

    public static Jvm jvm(int release, Collector gc, Bytes heap, String... arguments) {
        VmIdentity identity = new VmIdentity(
                VmKind.HOTSPOT,
                Optional.of(JavaVersion.parse(release == 8 ? "1.8.0_442" : release + ".0.2+7")),
                release == 8 ? "1.8.0_442-b06" : release + ".0.2+7",
                "Eclipse Adoptium",
                Optional.of(gc),
                Optional.of(heap));
        List<String> command = new ArrayList<>(List.of("/usr/bin/java"));
        command.addAll(List.of(arguments));
        command.add("com.example.Shop");
        List<Region> regions = new ArrayList<>();
        regions.add(region(RegionName.HEAP, HEAP_START, on(PageKind.BASE, heap)));
        regions.add(region(RegionName.CODE, CODE_START, on(PageKind.BASE, Bytes.ofMiB(240), Bytes.ofMiB(8))));
        regions.add(new Region(
                RegionName.FILES,
                known(List.of(), "/proc/4242/smaps"),
                known(Backing.none(), "/proc/4242/smaps"),
                Optional.of(Bytes.ZERO),
                Optional.empty()));
        for (RegionName name : RegionName.values()) {
            if (name != RegionName.HEAP && name != RegionName.CODE && name != RegionName.FILES) {
                regions.add(
                        Region.absent(name, new Fact.Absent<>(Reason.SKIPPED, Source.of("jcmd VM.native_memory"), "")));
            }
        }
        return new Jvm(
                        PID,
                        1000,
                        "shop",
                        known(command, "/proc/4242/cmdline"),
                        Optional.of(0),
                        known(Map.of(), "/proc/4242/environ"),
                        status("0 kB"),
                        known(FactsSamples.groups(), "/proc/4242/cgroup"),
                        Optional.empty(),
                        known(identity, "/tmp/hsperfdata_shop/4242"),
                        known(told(arguments), "/tmp/hsperfdata_shop/4242"),
                        known(
                                Map.of("UseLargePages", new VmFlag("true", "product", "command line")),
                                "jcmd VM.flags -all"),
                        regions,
                        Optional.empty(),
                        Optional.empty())
                .withMalloc(Optional.of(Malloc.GLIBC));
    }

    /** All that can be said of a process that is no HotSpot. */
    public static Jvm other(VmKind vm) {
        return with(g1(17), "identity", known(VmIdentity.of(vm), "/proc/4242/maps"));
    }

    /** A process that ended before we looked. */
    public static Jvm vanished() {
        Fact.Absent<?> why = new Fact.Absent<>(Reason.VANISHED, Source.of("/proc/4242/status"), "");
        Jvm jvm = g1(17);
        for (String fact :
                List.of("commandLine", "environment", "status", "identity", "arguments", "flags", "cgroup")) {
            jvm = with(jvm, fact, why);
        }
        return with(
                jvm,
                "regions",
                Arrays.stream(RegionName.values())
                        .map(name -> Region.absent(name, why))
                        .toList());
    }

    public static Arguments told(String... arguments) {
        return new Arguments(
                Arrays.stream(arguments)
                        .map(text -> new Argument(text, ArgumentOrigin.COMMAND_LINE))
                        .toList(),
                List.of(),
                "com.example.Shop");
    }

    /** What the process has of hugetlb pools, as the kernel prints it, besides 1.5 GiB resident. */
    public static Fact<ProcStatus> status(String hugetlbPages) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Name", "java");
        fields.put("State", "S (sleeping)");
        fields.put("VmRSS", "1572864 kB");
        fields.put("HugetlbPages", hugetlbPages);
        fields.put("THP_enabled", "1");
        return known(new ProcStatus(fields), "/proc/4242/status");
    }

    /** A range that is wholly on pages of one kind. */
    public static Backing on(PageKind kind, Bytes size) {
        return on(kind, size, size);
    }

    /** A range with this resident size, on pages of one kind. */
    public static Backing on(PageKind kind, Bytes size, Bytes touched) {
        return new Backing(size, List.of(Pages.exactly(kind, kind == PageKind.BASE ? BASE_PAGE : HUGE_PAGE, touched)));
    }

    /** A range that is partly on huge pages of a kind, the rest on base pages. */
    public static Backing partly(PageKind kind, Bytes huge, Bytes base) {
        return new Backing(
                huge.plus(base),
                List.of(Pages.exactly(kind, HUGE_PAGE, huge), Pages.exactly(PageKind.BASE, BASE_PAGE, base)));
    }

    /** A range without page kinds in smaps. */
    public static Backing unclear(PageKind kind, Bytes size) {
        return new Backing(
                size,
                List.of(
                        new Pages(kind, HUGE_PAGE, Bytes.ZERO, size),
                        new Pages(PageKind.BASE, BASE_PAGE, Bytes.ZERO, size)));
    }

    public static Jvm heap(Jvm jvm, Backing backing) {
        return replaced(jvm, region(RegionName.HEAP, HEAP_START, backing));
    }

    public static Jvm code(Jvm jvm, Backing backing) {
        return replaced(jvm, region(RegionName.CODE, CODE_START, backing));
    }

    /** The same JVM, of whose heap only the addresses are known. */
    public static Jvm heapDenied(Jvm jvm) {
        Region heap = jvm.region(RegionName.HEAP);
        return replaced(
                jvm,
                new Region(
                        RegionName.HEAP,
                        heap.location(),
                        FactsSamples.denied("/proc/4242/smaps"),
                        Optional.empty(),
                        Optional.empty()));
    }

    /** The same JVM, with threads that run: its stacks are unknown, and native memory may include them. */
    public static Jvm busy(Jvm jvm) {
        return replaced(
                replaced(jvm, running(RegionName.STACKS, "")),
                running(RegionName.NATIVE, "the rest includes stacks: "));
    }

    private static Region running(RegionName name, String before) {
        String why = before + "3 of 40 threads run, and the kernel shows the stack pointers of waiting threads only";
        return Region.absent(
                name, new Fact.Absent<>(Reason.TIMED_OUT, Source.of("/proc/4242/task/*/syscall", why), ""));
    }

    /** The same JVM with a scanned region: only smaps shows the ranges under MADV_HUGEPAGE. */
    public static Jvm scanned(Jvm jvm, RegionName name) {
        Region region = jvm.region(name);
        return replaced(jvm, new Region(name, region.location(), region.backing(), Optional.empty(), Optional.empty()));
    }

    /** The same JVM with so much of its heap in mappings with MADV_HUGEPAGE and with THPeligible 1. */
    public static Jvm thpMarks(Jvm jvm, Bytes advised, Bytes eligible) {
        Region heap = jvm.region(RegionName.HEAP);
        return replaced(
                jvm,
                new Region(
                        RegionName.HEAP, heap.location(), heap.backing(), Optional.of(advised), Optional.of(eligible)));
    }

    /** The same JVM with memory that huge pages would fill in a region, and zeros in its huge pages. */
    public static Jvm cost(Jvm jvm, RegionName name, Bytes fill, Fact<ZeroFilled> zeros) {
        return replaced(jvm, jvm.region(name).withFill(Optional.of(fill)).withZeroFilled(zeros));
    }

    private static Jvm replaced(Jvm jvm, Region region) {
        return with(
                jvm,
                "regions",
                jvm.regions().stream()
                        .map(one -> one.name() == region.name() ? region : one)
                        .toList());
    }

    private static Region region(RegionName name, long start, Backing backing) {
        AddressRange range = new AddressRange(start, start + backing.reserved().value());
        return new Region(
                name,
                known(List.of(range), "jcmd GC.heap_info"),
                known(backing, "/proc/4242/smaps"),
                Optional.of(Bytes.ZERO),
                Optional.empty());
    }

    /** The JVM in a group with these limits on touched 2 MiB pages. */
    public static Jvm limited(Jvm jvm, boolean ancestorsHidden, GroupLimit... limits) {
        List<HugetlbGroup> groups = limits.length == 0
                ? List.of()
                : List.of(new HugetlbGroup(
                        HUGE_PAGE, List.of(limits), List.of(), Optional.empty(), Optional.empty(), Optional.empty()));
        Cgroup cgroup = with(FactsSamples.groups(), "hugetlb", known(groups, "/sys/fs/cgroup"));
        return with(jvm, "cgroup", known(with(cgroup, "ancestorsHidden", ancestorsHidden), "/proc/4242/cgroup"));
    }

    /** A limit of a group in MiB, and the present use of the group and the groups below it. */
    public static GroupLimit limit(String group, long mib, long usedMib) {
        return new GroupLimit(
                Bytes.ofMiB(mib),
                Optional.of(Bytes.ofMiB(usedMib)),
                group,
                "/sys/fs/cgroup" + group + "/hugetlb.2MB.max");
    }

    /** The same JVM with one region located, and that behind it. */
    public static Jvm located(Jvm jvm, RegionName name, Backing backing) {
        return replaced(jvm, region(name, 0x7e0000000000L, backing));
    }

    /** The JVM in a group with this limit and this use of memory. */
    public static Jvm memoryLimit(Jvm jvm, long mib, long usedMib) {
        return memoryLimit(jvm, mib, usedMib, 0);
    }

    /** The JVM in a group with this limit and this use of memory, a part of which is cache. */
    public static Jvm memoryLimit(Jvm jvm, long mib, long usedMib, long cacheMib) {
        GroupLimit limit = new GroupLimit(
                Bytes.ofMiB(mib),
                Optional.of(Bytes.ofMiB(usedMib)),
                Optional.of(Bytes.ofMiB(cacheMib)),
                "/app",
                "/sys/fs/cgroup/app/memory.max");
        MemoryGroup group = new MemoryGroup(
                List.of(limit),
                Optional.of(Bytes.ofMiB(usedMib)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        Cgroup cgroup = with(FactsSamples.groups(), "memory", known(group, "/sys/fs/cgroup/app/memory.max"));
        cgroup = with(cgroup, "paths", Map.of(Cgroup.UNIFIED, "/app"));
        return with(jvm, "cgroup", known(cgroup, "/proc/4242/cgroup"));
    }

    /** The JVM in groups with these limits of memory.max, and of memory.high. */
    public static Jvm memoryLimits(Jvm jvm, List<GroupLimit> max, List<GroupLimit> high) {
        MemoryGroup group = new MemoryGroup(
                max,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(false),
                Optional.of(high));
        Cgroup cgroup = with(FactsSamples.groups(), "memory", known(group, "/sys/fs/cgroup/app/memory.max"));
        return with(jvm, "cgroup", known(cgroup, "/proc/4242/cgroup"));
    }

    /** The JVM whose memory limits are hidden: its groups are not mounted where they are read. */
    public static Jvm hiddenLimits(Jvm jvm) {
        Fact<MemoryGroup> hidden = Fact.absent(Reason.NOT_PRESENT, Source.of("/proc/self/mountinfo", "not mounted"));
        return with(jvm, "cgroup", known(with(FactsSamples.groups(), "memory", hidden), "/proc/4242/cgroup"));
    }

    /** The same JVM, in groups whose memory limits cover hugetlb pages. */
    public static Jvm chargedForPools(Jvm jvm) {
        Cgroup cgroup = jvm.cgroup().known().orElseThrow();
        MemoryGroup memory = cgroup.memory().known().orElseThrow();
        return with(
                jvm,
                "cgroup",
                known(
                        with(
                                cgroup,
                                "memory",
                                known(
                                        with(memory, "hugetlbCharged", Optional.of(true)),
                                        "/sys/fs/cgroup/app/memory.max")),
                        "/proc/4242/cgroup"));
    }

    public static Jvm environment(Jvm jvm, String name, String value) {
        return with(jvm, "environment", known(Map.of(name, value), "/proc/4242/environ"));
    }

    /** The JVM with one more field in its status. */
    public static Jvm status(Jvm jvm, String field, String value) {
        Map<String, String> fields =
                new LinkedHashMap<>(jvm.status().known().orElseThrow().fields());
        fields.put(field, value);
        return with(jvm, "status", known(new ProcStatus(fields), "/proc/4242/status"));
    }

    /** The JVM of exactly that version. */
    public static Jvm version(Jvm jvm, String version) {
        VmIdentity old = jvm.identity().known().orElseThrow();
        VmIdentity other = new VmIdentity(
                old.vm(), Optional.of(JavaVersion.parse(version)), version, old.vendor(), old.gc(), old.maxHeap());
        return with(jvm, "identity", known(other, "/tmp/hsperfdata_shop/4242"));
    }

    public static Jvm told(Jvm jvm, String... arguments) {
        return with(jvm, "arguments", known(told(arguments), "/tmp/hsperfdata_shop/4242"));
    }
}
