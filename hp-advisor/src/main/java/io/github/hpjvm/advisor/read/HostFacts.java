package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Buddyinfo;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.HugePools;
import io.github.hpjvm.advisor.read.host.KernelCommandLineFile;
import io.github.hpjvm.advisor.read.host.KernelConfigFiles;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.Limits;
import io.github.hpjvm.advisor.read.host.MachineFiles;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.host.Mounts;
import io.github.hpjvm.advisor.read.host.NodePools;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.read.host.ThpTree;
import io.github.hpjvm.advisor.read.host.VmFiles;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reader of all facts of a host about huge pages. */
public final class HostFacts {

    private HostFacts() {}

    /**
     * Reads all facts. Never throws because of files or the kernel: a fact that cannot be read is absent, with its
     * reason. Examines no process but our own, and starts nothing.
     */
    public static Host read(Roots roots) {
        return read(roots, HostReach.FULL);
    }

    /** Reads the facts within {@code reach}, as {@link #read(Roots)}; the facts beyond it are SKIPPED. */
    public static Host read(Roots roots, HostReach reach) {
        return switch (reach) {
            case FULL -> full(roots);
            case ADVICE -> forAdvice(roots, Host.notForAdvice());
            case PREDICTION -> forAdvice(roots, Cgroups.readOwn(roots));
        };
    }

    private static Host full(Roots roots) {
        Path proc = roots.proc();
        Path sys = roots.sys();
        Fact<Kernel> kernel = KernelFiles.read(proc);
        Fact<Bytes> basePage = KernelFiles.readBasePage(proc);
        Fact<Cgroup> cgroup = Cgroups.readOwn(roots);
        Fact<Cpu> cpu = MachineFiles.cpu(roots);
        boolean inContainer = inContainer(roots, cgroup);
        return new Host(
                kernel,
                basePage,
                KernelConfigFiles.read(roots, kernel.known().map(Kernel::release), inContainer),
                KernelCommandLineFile.read(proc),
                ThpFiles.read(sys),
                ThpTree.read(sys),
                ThpTree.readHugeText(sys),
                HugePools.read(sys),
                NodePools.read(sys),
                Mounts.hugetlb(proc),
                Limits.memlock(proc, "self"),
                VmFiles.sysctls(proc),
                VmFiles.memory(proc),
                VmFiles.vmstat(proc),
                fragmentation(roots, basePage),
                VmFiles.pressure(proc),
                VmFiles.swap(proc),
                cgroup,
                cpu,
                MachineFiles.virtualization(sys, cpu),
                MachineFiles.balloon(sys));
    }

    /** Returns the part of all facts that {@link Host#forAdvice} keeps. */
    private static Host forAdvice(Roots roots, Fact<Cgroup> cgroup) {
        Path proc = roots.proc();
        Path sys = roots.sys();
        Fact<ThpPolicy> thp = ThpFiles.read(sys);
        Fact<Bytes> basePage = KernelFiles.readBasePage(proc);
        Fact<Kernel> kernel = KernelFiles.read(proc);
        boolean inContainer = thp.known().isEmpty() && inContainer(roots, Cgroups.readOwn(roots));
        return new Host(
                kernel,
                basePage,
                thp.known().isPresent()
                        ? Host.notForAdvice()
                        : KernelConfigFiles.read(roots, kernel.known().map(Kernel::release), inContainer),
                KernelCommandLineFile.read(proc),
                thp,
                thp.known().isPresent() ? ThpTree.readForAdvice(sys) : Host.notForAdvice(),
                ThpTree.readHugeText(sys),
                HugePools.read(sys),
                NodePools.read(sys),
                Host.notForAdvice(),
                Host.notForAdvice(),
                VmFiles.sysctls(proc),
                VmFiles.memory(proc),
                VmFiles.vmstat(proc),
                fragmentation(roots, basePage),
                Host.notForAdvice(),
                VmFiles.swap(proc),
                cgroup,
                MachineFiles.cpu(roots),
                Host.notForAdvice(),
                Host.notForAdvice());
    }

    private static boolean inContainer(Roots roots, Fact<Cgroup> cgroup) {
        boolean told = cgroup.known()
                .map(c -> c.container().isPresent() || c.ancestorsHidden())
                .orElse(false);
        return told
                || Files.exists(roots.root().resolve(".dockerenv"))
                || Files.exists(roots.root().resolve("run/.containerenv"));
    }

    private static Fact<Fragmentation> fragmentation(Roots roots, Fact<Bytes> basePage) {
        return basePage.flatMap(base -> hugePage(roots).flatMap(huge -> {
            long pages = Math.max(1, huge.value() / base.value());
            return Buddyinfo.read(roots.proc(), Long.numberOfTrailingZeros(Long.highestOneBit(pages)));
        }));
    }

    /** Returns the size of a THP, or the page size of the default hugetlb pool if the kernel has no THP. */
    private static Fact<Bytes> hugePage(Roots roots) {
        Path folder = ThpFiles.folder(roots.sys());
        Optional<Bytes> pool = Files.isDirectory(folder)
                ? Optional.empty()
                : MemInfo.read(roots.proc())
                        .known()
                        .map(sizes -> sizes.get("Hugepagesize"))
                        .filter(size -> !size.isZero());
        return pool.isPresent()
                ? Fact.known(pool.get(), Source.of(roots.proc().resolve("meminfo")))
                : ThpFiles.pmdSize(folder);
    }
}
