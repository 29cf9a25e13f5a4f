package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.First;
import io.github.hpjvm.os.text.Visible;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The facts of one process that runs a JVM, may run one, or ran one and left a crash log.
 *
 * @param pid its process ID in the namespace of the reader; 0 if a crash log does not have it
 * @param startTicks its start time in clock ticks after boot ({@code /proc/PID/stat} field 22), by which it differs from a
 *     later process with the same ID; 0 if it is not known
 * @param user name of its user, or the number if the user has no name; empty if it is not known
 * @param commandLine {@code /proc/PID/cmdline}: the program, the options of the JVM and the main class, values that may
 *     hold credentials masked
 * @param programArguments the number of the words that {@code commandLine} leaves out; empty if it has all words
 * @param environment the variables about the JVM or its pages: {@code JAVA_TOOL_OPTIONS},
 *     {@code JDK_JAVA_OPTIONS}, {@code _JAVA_OPTIONS} and {@code GLIBC_TUNABLES}, masked like the command line; no other variable is stored
 * @param status {@code /proc/PID/status}
 * @param cgroup its control groups with their limits, and its container
 * @param sysfs the files below {@code /sys/kernel/mm} that it sees; empty if they are those of the host, absent if they
 *     could not be read
 * @param identity the VM
 * @param arguments its arguments
 * @param flags final values of its flags, by name
 * @param regions the regions of its memory, one of each name, located or not
 * @param hugetlb its mappings on hugetlb pools that it frees when it ends, by page size: without files that have a name;
 *     empty if its mappings were not read one by one
 * @param crash crash from its log; empty for a process
 * @param cpu its CPU time since its start, and its age; empty if it was not read, or in a snapshot of an earlier version
 * @param malloc the library of its malloc; empty if no mapped file shows it, or in a snapshot of an earlier version
 */
public record Jvm(
        long pid,
        long startTicks,
        String user,
        Fact<List<String>> commandLine,
        Optional<Integer> programArguments,
        Fact<Map<String, String>> environment,
        Fact<ProcStatus> status,
        Fact<Cgroup> cgroup,
        Optional<Fact<SysfsView>> sysfs,
        Fact<VmIdentity> identity,
        Fact<Arguments> arguments,
        Fact<Map<String, VmFlag>> flags,
        List<Region> regions,
        Optional<List<HugetlbUse>> hugetlb,
        Optional<Crash> crash,
        Optional<CpuUse> cpu,
        Optional<Malloc> malloc) {

    private static final int LONGEST_USER = 64;
    private static final int LONGEST_WORD = 8 * 1024;

    /** The views of the heap of the non-generational ZGC ({@code zPhysicalMemory.cpp} up to 23). */
    private static final long MAPPINGS_OF_ZGC = 3;

    public Jvm {
        user = Visible.name(user, LONGEST_USER);
        commandLine = commandLine.map(Jvm::clean);
        environment = environment.map(Jvm::clean);
        Objects.requireNonNull(programArguments, "programArguments");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(cgroup, "cgroup");
        Objects.requireNonNull(sysfs, "sysfs");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(flags, "flags");
        regions = List.copyOf(regions);
        hugetlb = hugetlb.map(List::copyOf);
        Objects.requireNonNull(crash, "crash");
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(malloc, "malloc");
    }

    /** A JVM whose CPU time and malloc were not read. */
    public Jvm(
            long pid,
            long startTicks,
            String user,
            Fact<List<String>> commandLine,
            Optional<Integer> programArguments,
            Fact<Map<String, String>> environment,
            Fact<ProcStatus> status,
            Fact<Cgroup> cgroup,
            Optional<Fact<SysfsView>> sysfs,
            Fact<VmIdentity> identity,
            Fact<Arguments> arguments,
            Fact<Map<String, VmFlag>> flags,
            List<Region> regions,
            Optional<List<HugetlbUse>> hugetlb,
            Optional<Crash> crash) {
        this(
                pid,
                startTicks,
                user,
                commandLine,
                programArguments,
                environment,
                status,
                cgroup,
                sysfs,
                identity,
                arguments,
                flags,
                regions,
                hugetlb,
                crash,
                Optional.empty(),
                Optional.empty());
    }

    /** The same with its CPU time. */
    public Jvm withCpu(Optional<CpuUse> use) {
        return with(commandLine, programArguments, arguments, flags, regions, use, malloc);
    }

    /** The same with another malloc. */
    public Jvm withMalloc(Optional<Malloc> other) {
        return with(commandLine, programArguments, arguments, flags, regions, cpu, other);
    }

    /** The same with another command line. */
    public Jvm withCommandLine(Fact<List<String>> words, Optional<Integer> leftOut) {
        return with(words, leftOut, arguments, flags, regions);
    }

    /** The same with other arguments. */
    public Jvm withArguments(Fact<Arguments> others) {
        return with(commandLine, programArguments, others, flags, regions);
    }

    /** The same with fewer flags and shortened regions, as {@link VmFlag#compact} and {@link Region#compact} describe. */
    Jvm compact() {
        return with(
                commandLine,
                programArguments,
                arguments,
                flags.map(VmFlag::compact),
                regions.stream().map(Region::compact).toList());
    }

    private Jvm with(
            Fact<List<String>> words,
            Optional<Integer> leftOut,
            Fact<Arguments> others,
            Fact<Map<String, VmFlag>> otherFlags,
            List<Region> otherRegions) {
        return with(words, leftOut, others, otherFlags, otherRegions, cpu, malloc);
    }

    private Jvm with(
            Fact<List<String>> words,
            Optional<Integer> leftOut,
            Fact<Arguments> others,
            Fact<Map<String, VmFlag>> otherFlags,
            List<Region> otherRegions,
            Optional<CpuUse> use,
            Optional<Malloc> library) {
        return new Jvm(
                pid,
                startTicks,
                user,
                words,
                leftOut,
                environment,
                status,
                cgroup,
                sysfs,
                identity,
                others,
                otherFlags,
                otherRegions,
                hugetlb,
                crash,
                use,
                library);
    }

    /** The main class, module or jar; empty if unknown. */
    public String main() {
        return arguments.known().map(Arguments::main).orElse("");
    }

    /** The main class, module or jar, else the first word of the command line; empty if both are unknown. */
    public Optional<String> program() {
        return Optional.of(main())
                .filter(main -> !main.isEmpty())
                .or(() -> commandLine.known().flatMap(words -> words.stream().findFirst()));
    }

    /** Returns whether it is a process or a crash log, and not a command line that was not run yet. */
    public boolean wasStarted() {
        return pid != 0
                || crash.isPresent()
                || identity.known().isEmpty()
                || commandLine.known().isPresent();
    }

    /** Returns whether a value of a variable lacks its end, because it was longer than the facts keep. */
    public static boolean isCut(String value) {
        return Visible.isCut(value, LONGEST_WORD);
    }

    private static List<String> clean(List<String> words) {
        return words.stream().map(word -> Visible.fields(word, LONGEST_WORD)).toList();
    }

    private static Map<String, String> clean(Map<String, String> variables) {
        Map<String, String> clean = new LinkedHashMap<>();
        variables.forEach((name, value) -> clean.put(name, Visible.fields(value, LONGEST_WORD)));
        return clean;
    }

    /** A region; an unknown one if there is none of that name, as in a shortened snapshot. */
    public Region region(RegionName name) {
        return First.of(regions, region -> region.name() == name)
                .orElseGet(() -> Region.absent(
                        name, new Fact.Absent<>(Reason.NOT_PRESENT, Source.of("the regions of process " + pid), "")));
    }

    /** The regions whose addresses are known, without files if the program maps none. */
    public List<Region> located() {
        return regions.stream()
                .filter(r -> r.location()
                        .known()
                        .filter(ranges -> r.name() != RegionName.FILES || !ranges.isEmpty())
                        .isPresent())
                .toList();
    }

    /** The regions whose addresses are not known, each with its reason. */
    public List<Region> unknowns() {
        return regions.stream().filter(r -> r.location().known().isEmpty()).toList();
    }

    /**
     * The resident memory without pages of pools, each page once; empty if unknown. VmRSS counts a page for each mapping of it: the
     * non-generational ZGC maps its heap, which is shared memory, three times.
     */
    public Optional<Bytes> resident() {
        return status.known()
                .flatMap(state -> state.rss().map(rss -> rss.minus(again(state).min(rss))));
    }

    /** The resident memory of the heap that {@link #resident} counts: not that of pools. Zero if it is not known. */
    public Bytes residentHeap() {
        return region(RegionName.HEAP).backing().known().stream()
                .flatMap(backing -> backing.pages().stream())
                .filter(pages -> pages.kind() != PageKind.HUGETLB)
                .map(Pages::min)
                .reduce(Bytes.ZERO, Bytes::plus);
    }

    /** The resident memory beside the heap, without pages of pools; empty if unknown. */
    public Optional<Bytes> besideHeap() {
        return resident().map(rss -> rss.minus(residentHeap().min(rss)));
    }

    /** The resident bytes of shared memory that further mappings of the heap add. */
    private Bytes again(ProcStatus state) {
        if (!identity.known().flatMap(VmIdentity::gc).equals(Optional.of(Collector.ZGC))) {
            return Bytes.ZERO;
        }
        Bytes shared = state.size("RssShmem").orElse(Bytes.ZERO);
        return region(RegionName.HEAP)
                .backing()
                .known()
                .map(Backing::residentMin)
                .map(heap -> shared.minus(heap.min(shared)).min(heap.times(MAPPINGS_OF_ZGC - 1)))
                .orElse(shared.dividedBy(MAPPINGS_OF_ZGC).times(MAPPINGS_OF_ZGC - 1));
    }

    /** Returns whether it is a HotSpot JVM and the backing of its heap is known, which suffices for advice. */
    public boolean isSeen() {
        boolean hotSpot = identity().known().filter(VmIdentity::isHotSpot).isPresent();
        return hotSpot
                && region(RegionName.HEAP)
                        .backing()
                        .known()
                        .filter(Jvm::isClear)
                        .isPresent();
    }

    /** Returns whether the kind of its pages is known, or it has no pages. */
    private static boolean isClear(Backing backing) {
        return backing.kind().isPresent()
                || backing.complete() && backing.residentMax().isZero();
    }
}
