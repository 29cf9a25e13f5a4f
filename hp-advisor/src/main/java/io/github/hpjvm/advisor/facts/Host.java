package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;

/**
 * What a host says about its memory and its huge pages. Each fact is one read of one source, so that one that is denied
 * or damaged takes no other with it. A container sees its host's values, but for {@link #cgroup}, {@link #memlock} and
 * {@link #hugetlbMounts}, which are those of the reading process.
 *
 * @param kernel which kernel runs
 * @param basePage the size of a base page
 * @param kernelConfig how it was built, as far as huge pages are concerned
 * @param commandLine what it was booted with
 * @param thp the policy for transparent huge pages in a word for each file
 * @param thpSettings all of the settings and counters of transparent huge pages
 * @param hugeText Alibaba's huge pages for code; NOT_PRESENT elsewhere
 * @param pools the hugetlb pools of the host
 * @param nodePools the same for each NUMA node
 * @param hugetlbMounts where hugetlbfs is mounted
 * @param memlock how much memory the reading process may lock
 * @param vm the sysctls of memory management
 * @param memory the sizes of {@code /proc/meminfo}
 * @param vmstat what the kernel has counted since it was booted
 * @param fragmentation how much of the free memory is in blocks large enough
 * @param pressure the time lost to a lack of memory
 * @param swap the swap areas
 * @param cgroup the control groups of the reading process
 * @param cpu the processor
 * @param virtualization whether there is another host below
 * @param balloon whether that one takes memory back
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

    /**
     * A host of which a crash log says little.
     *
     * @param thp what it says of the policy
     * @param memory what it says of the memory
     * @param why why all else is absent
     */
    public static Host afterwards(Fact<ThpPolicy> thp, Fact<Memory> memory, Source why) {
        return new Host(
                gone(why), gone(why), gone(why), gone(why), thp, gone(why), gone(why), gone(why), gone(why), gone(why),
                gone(why), gone(why), memory, gone(why), gone(why), gone(why), gone(why), gone(why), gone(why),
                gone(why), gone(why));
    }

    /**
     * The facts that advice is made of, and {@link #notForAdvice} in the place of all others. Rules see no more than
     * this, so that a host that was only read for advice and a snapshot with everything give the same.
     */
    public Host forAdvice() {
        return new Host(
                kernel,
                basePage,
                notForAdvice(),
                commandLine,
                thp,
                thp.known().isPresent() ? settingsForAdvice() : notForAdvice(),
                hugeText,
                pools,
                nodePools,
                notForAdvice(),
                notForAdvice(),
                vm,
                memory,
                vmstat,
                fragmentation,
                notForAdvice(),
                swap,
                notForAdvice(),
                cpu,
                notForAdvice(),
                notForAdvice());
    }

    /** The same with the words for transparent huge pages and the counters of another moment. */
    public Host with(Fact<ThpPolicy> words, Fact<VmStat> counters) {
        return new Host(
                kernel,
                basePage,
                kernelConfig,
                commandLine,
                words,
                thpSettings,
                hugeText,
                pools,
                nodePools,
                hugetlbMounts,
                memlock,
                vm,
                memory,
                counters,
                fragmentation,
                pressure,
                swap,
                cgroup,
                cpu,
                virtualization,
                balloon);
    }

    private Fact<ThpSettings> settingsForAdvice() {
        return thpSettings
                .map(ThpSettings::forAdvice)
                .flatMap(settings ->
                        Fact.known(settings, new Source(thpSettings.source().path(), settings.summary())));
    }

    /** What stands for a fact that no rule looks at, where a host is read for advice alone. */
    public static <T> Fact<T> notForAdvice() {
        return Fact.absent(
                Reason.SKIPPED,
                new Source("hp-cli advise", "no rule looks at it"),
                "hp-cli host shows it, and hp-cli snapshot keeps it");
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
}
