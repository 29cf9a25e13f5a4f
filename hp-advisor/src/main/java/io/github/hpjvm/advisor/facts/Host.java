package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.First;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The facts of a host about memory and huge pages. Each fact is one read of one source, so that an unreadable source affects
 * no other fact. A container has the values of its host, except {@link #cgroup}, {@link #memlock} and
 * {@link #hugetlbMounts}, which are those of the reading process.
 *
 * @param kernel running kernel
 * @param basePage size of a base page
 * @param kernelConfig build options of the kernel about huge pages
 * @param commandLine arguments of the kernel
 * @param thp policy for transparent huge pages: the mode in each file
 * @param thpSettings all settings and counters of transparent huge pages
 * @param hugeText Alibaba's huge pages for code; NOT_PRESENT elsewhere
 * @param pools the hugetlb pools of the host
 * @param nodePools the same for each NUMA node
 * @param hugetlbMounts mount points of hugetlbfs
 * @param memlock limit of memory that the reading process may lock
 * @param vm the sysctls of memory management
 * @param memory the sizes of {@code /proc/meminfo}
 * @param vmstat counters of the kernel since boot
 * @param fragmentation share of free memory in blocks that are large enough for huge pages
 * @param pressure time lost to a lack of memory
 * @param swap the swap areas
 * @param cgroup the control groups of the reading process
 * @param cpu the processor
 * @param virtualization hypervisor of this host, if it is a guest
 * @param balloon balloon by which the hypervisor reclaims memory
 */
public record Host(
        Fact<Kernel> kernel,
        Fact<Bytes> basePage,
        Fact<KernelConfig> kernelConfig,
        Fact<KernelCommandLine> commandLine,
        Fact<ThpPolicy> thp,
        Fact<ThpSettings> thpSettings,
        Fact<HugeText> hugeText,
        Fact<List<HugePool>> pools,
        Fact<List<NodePool>> nodePools,
        Fact<List<HugetlbMount>> hugetlbMounts,
        Fact<Memlock> memlock,
        Fact<VmSysctls> vm,
        Fact<Memory> memory,
        Fact<VmStat> vmstat,
        Fact<Fragmentation> fragmentation,
        Fact<Pressure> pressure,
        Fact<Swap> swap,
        Fact<Cgroup> cgroup,
        Fact<Cpu> cpu,
        Fact<Virtualization> virtualization,
        Fact<Balloon> balloon) {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final Bytes FOUR_KIB = Bytes.ofKiB(4);
    private static final Fact<?> NOT_FOR_ADVICE = Fact.absent(
            Reason.SKIPPED,
            new Source("hp-cli advise", "no rule uses it"),
            "hp-cli host shows it, and hp-cli snapshot stores it");

    /**
     * The few facts of a host that a crash log has.
     *
     * @param thp its policy
     * @param memory its memory
     * @param pools the pool of the default size, from {@code /proc/meminfo}
     * @param why source of all other facts, which are absent
     */
    public static Host afterwards(Fact<ThpPolicy> thp, Fact<Memory> memory, Fact<List<HugePool>> pools, Source why) {
        return new Host(
                gone(why), gone(why), gone(why), gone(why), thp, gone(why), gone(why), pools, gone(why), gone(why),
                gone(why), gone(why), memory, gone(why), gone(why), gone(why), gone(why), gone(why), gone(why),
                gone(why), gone(why));
    }

    /**
     * Returns whether the reader does not see the files of transparent huge pages, although the kernel has them: a
     * kernel without them has no counter {@code thp_fault_alloc} in {@code /proc/vmstat} ({@code mm/vmstat.c}). A
     * sandbox hides them. Its configuration, if it is known, decides before that.
     */
    public boolean hidesThp() {
        return thp instanceof Fact.Absent<ThpPolicy> absent
                && absent.reason() == Reason.NOT_PRESENT
                && !isBuiltWithoutThp()
                && vmstat.known()
                        .flatMap(counted -> counted.counter("thp_fault_alloc"))
                        .isPresent();
    }

    /** Returns whether the kernel is known to have no transparent huge pages. */
    public boolean hasNoThp() {
        boolean absent = thp instanceof Fact.Absent<ThpPolicy> fact && fact.reason() == Reason.NOT_PRESENT;
        return absent && !hidesThp();
    }

    /** The configuration of an image may be of another kernel: it has a note. */
    private boolean isBuiltWithoutThp() {
        return kernelConfig
                .known()
                .filter(config -> config.note().isEmpty())
                .flatMap(config -> config.option("CONFIG_TRANSPARENT_HUGEPAGE"))
                .filter("n"::equals)
                .isPresent();
    }

    /**
     * The facts that advice needs, and {@link #notForAdvice} in place of all others. Rules get only these, so that a live host
     * and a full snapshot give the same advice.
     */
    public Host forAdvice() {
        Copy copy = new Copy(this);
        copy.kernelConfig = thp.known().isPresent() ? notForAdvice() : kernelConfig;
        copy.thpSettings = thp.known().isPresent() ? settingsForAdvice() : notForAdvice();
        copy.hugetlbMounts = notForAdvice();
        copy.memlock = notForAdvice();
        copy.pressure = notForAdvice();
        copy.cgroup = notForAdvice();
        copy.virtualization = notForAdvice();
        copy.balloon = notForAdvice();
        return copy.host();
    }

    public Host withKernel(Fact<Kernel> value) {
        Copy copy = new Copy(this);
        copy.kernel = value;
        return copy.host();
    }

    public Host withThp(Fact<ThpPolicy> value) {
        Copy copy = new Copy(this);
        copy.thp = value;
        return copy.host();
    }

    public Host withThpSettings(Fact<ThpSettings> value) {
        Copy copy = new Copy(this);
        copy.thpSettings = value;
        return copy.host();
    }

    public Host withPools(Fact<List<HugePool>> value) {
        Copy copy = new Copy(this);
        copy.pools = value;
        return copy.host();
    }

    public Host withNodePools(Fact<List<NodePool>> value) {
        Copy copy = new Copy(this);
        copy.nodePools = value;
        return copy.host();
    }

    public Host withMemory(Fact<Memory> value) {
        Copy copy = new Copy(this);
        copy.memory = value;
        return copy.host();
    }

    public Host withVmstat(Fact<VmStat> value) {
        Copy copy = new Copy(this);
        copy.vmstat = value;
        return copy.host();
    }

    public Host withFragmentation(Fact<Fragmentation> value) {
        Copy copy = new Copy(this);
        copy.fragmentation = value;
        return copy.host();
    }

    public Host withCpu(Fact<Cpu> value) {
        Copy copy = new Copy(this);
        copy.cpu = value;
        return copy.host();
    }

    /** The size of a hugetlb page that a process gets if it names none: Hugepagesize, or 2 MiB where that is not known. */
    public Bytes defaultHugePageSize() {
        return memory.known().flatMap(Memory::defaultHugePage).orElse(TWO_MIB);
    }

    /**
     * Returns whether the buddy allocator has no pages of that size (hstate_is_gigantic of {@code mm/hugetlb.c}): the largest
     * order is 10, with base pages of 16 KiB 11 and of 64 KiB 13 ({@code arch/arm64/Kconfig}, ARCH_FORCE_MAX_ORDER).
     */
    public boolean isGigantic(Bytes pageSize) {
        Bytes base = basePage.known().orElse(FOUR_KIB);
        int order = base.compareTo(FOUR_KIB) <= 0 ? 10 : base.compareTo(FOUR_KIB.times(4)) <= 0 ? 11 : 13;
        return pageSize.compareTo(base.times(1L << order)) > 0;
    }

    /** The arguments of the last boot that set the pool of that page size; empty if none does, or if they are not known. */
    public Optional<String> bootPool(Bytes pageSize) {
        return commandLine.known().flatMap(line -> line.ofPool(pageSize, defaultHugePageSize()));
    }

    /** The pool of that page size; empty if there is none, or if the pools are not known. */
    public Optional<HugePool> pool(Bytes pageSize) {
        return First.of(pools.known().orElse(List.of()), pool -> pool.pageSize().equals(pageSize));
    }

    /** The shares of the NUMA nodes in the pool of that page size; none if they are not known. */
    public List<NodePool> nodePools(Bytes pageSize) {
        return nodePools.known().orElse(List.of()).stream()
                .filter(pool -> pool.pageSize().equals(pageSize))
                .toList();
    }

    private Fact<ThpSettings> settingsForAdvice() {
        return thpSettings
                .map(ThpSettings::forAdvice)
                .flatMap(settings ->
                        Fact.known(settings, new Source(thpSettings.source().path(), settings.summary())));
    }

    /** The absent fact in place of one that no rule uses. */
    @SuppressWarnings("unchecked") // an absent fact has no value
    public static <T> Fact<T> notForAdvice() {
        return (Fact<T>) NOT_FOR_ADVICE;
    }

    private static <T> Fact<T> gone(Source why) {
        return Fact.absent(Reason.NOT_PRESENT, why, "take a snapshot while the JVM runs: hp-cli snapshot");
    }

    public Host {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(basePage, "basePage");
        Objects.requireNonNull(kernelConfig, "kernelConfig");
        Objects.requireNonNull(commandLine, "commandLine");
        Objects.requireNonNull(thp, "thp");
        Objects.requireNonNull(thpSettings, "thpSettings");
        Objects.requireNonNull(hugeText, "hugeText");
        Objects.requireNonNull(pools, "pools");
        Objects.requireNonNull(nodePools, "nodePools");
        Objects.requireNonNull(hugetlbMounts, "hugetlbMounts");
        Objects.requireNonNull(memlock, "memlock");
        Objects.requireNonNull(vm, "vm");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(vmstat, "vmstat");
        Objects.requireNonNull(fragmentation, "fragmentation");
        Objects.requireNonNull(pressure, "pressure");
        Objects.requireNonNull(swap, "swap");
        Objects.requireNonNull(cgroup, "cgroup");
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(virtualization, "virtualization");
        Objects.requireNonNull(balloon, "balloon");
    }

    /** A host's facts as variables, so that a changed copy names only what changes. */
    private static final class Copy {
        private Fact<Kernel> kernel;
        private Fact<Bytes> basePage;
        private Fact<KernelConfig> kernelConfig;
        private Fact<KernelCommandLine> commandLine;
        private Fact<ThpPolicy> thp;
        private Fact<ThpSettings> thpSettings;
        private Fact<HugeText> hugeText;
        private Fact<List<HugePool>> pools;
        private Fact<List<NodePool>> nodePools;
        private Fact<List<HugetlbMount>> hugetlbMounts;
        private Fact<Memlock> memlock;
        private Fact<VmSysctls> vm;
        private Fact<Memory> memory;
        private Fact<VmStat> vmstat;
        private Fact<Fragmentation> fragmentation;
        private Fact<Pressure> pressure;
        private Fact<Swap> swap;
        private Fact<Cgroup> cgroup;
        private Fact<Cpu> cpu;
        private Fact<Virtualization> virtualization;
        private Fact<Balloon> balloon;

        Copy(Host host) {
            kernel = host.kernel;
            basePage = host.basePage;
            kernelConfig = host.kernelConfig;
            commandLine = host.commandLine;
            thp = host.thp;
            thpSettings = host.thpSettings;
            hugeText = host.hugeText;
            pools = host.pools;
            nodePools = host.nodePools;
            hugetlbMounts = host.hugetlbMounts;
            memlock = host.memlock;
            vm = host.vm;
            memory = host.memory;
            vmstat = host.vmstat;
            fragmentation = host.fragmentation;
            pressure = host.pressure;
            swap = host.swap;
            cgroup = host.cgroup;
            cpu = host.cpu;
            virtualization = host.virtualization;
            balloon = host.balloon;
        }

        Host host() {
            return new Host(
                    kernel,
                    basePage,
                    kernelConfig,
                    commandLine,
                    thp,
                    thpSettings,
                    hugeText,
                    pools,
                    nodePools,
                    hugetlbMounts,
                    memlock,
                    vm,
                    memory,
                    vmstat,
                    fragmentation,
                    pressure,
                    swap,
                    cgroup,
                    cpu,
                    virtualization,
                    balloon);
        }
    }
}
