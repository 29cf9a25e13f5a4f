package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.HugePools;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.read.host.VmFiles;
import io.github.hpjvm.advisor.watch.HostReading;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.proc.ProcStat;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the counters of a host repeatedly, and the CPU time that this takes. */
public final class WatchedHost {

    private static final List<String> COUNTERS = List.of("thp_", "compact_", "pswp", "pgsteal_");

    private WatchedHost() {}

    /** Reads counters and pools. */
    public static HostReading read(Roots roots) {
        Map<String, Long> counters = new LinkedHashMap<>();
        VmFiles.vmstat(roots.proc(), COUNTERS).known().map(VmStat::counters).ifPresent(counters::putAll);
        TextFile.read(ThpFiles.folder(roots.sys()).resolve("khugepaged/pages_collapsed"), Choice::number)
                .known()
                .ifPresent(pages -> counters.put(HostReading.COLLAPSED, pages));
        List<HugePool> pools = HugePools.read(roots.sys()).known().orElse(List.of());
        return new HostReading(counters, pools);
    }

    /** Reads the facts that identify the host. They do not change while it runs. */
    public static HostIdentity identity(Roots roots) {
        return new HostIdentity(
                KernelFiles.read(roots.proc()).known().map(Kernel::release),
                MemInfo.read(roots.proc()).known().map(memory -> memory.get("MemTotal")));
    }

    /** Returns the CPU time of this process, with a resolution of 10 ms; empty if it cannot be read. */
    public static Optional<Duration> ownCpuTime(Roots roots) {
        return ProcessStat.cpuTicks(roots.proc(), "self")
                .known()
                .map(ticks -> Duration.ofMillis(ticks * ProcStat.MILLIS_PER_TICK));
    }

    /** Returns the CPU time of this thread: the first field of {@code /proc/thread-self/schedstat}, in nanoseconds. */
    public static Optional<Duration> threadCpuTime(Roots roots) {
        return TextFile.read(roots.proc().resolve("thread-self/schedstat"))
                .known()
                .map(text -> text.split(" ")[0])
                .filter(digits -> !digits.isEmpty()
                        && digits.length() <= 18
                        && digits.chars().allMatch(Character::isDigit))
                .map(digits -> Duration.ofNanos(Long.parseLong(digits)));
    }
}
