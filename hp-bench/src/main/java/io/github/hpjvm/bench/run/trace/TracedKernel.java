package io.github.hpjvm.bench.run.trace;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.VmFiles;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.os.proc.ProcStat;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** Facts of the running kernel that a trace needs. */
final class TracedKernel {
    private static final Path PROC = Path.of("/proc");
    private static final Path COLLAPSED = Path.of("/sys/kernel/mm/transparent_hugepage/khugepaged/pages_collapsed");
    private static final long KTHREADD = 2;
    private static final int ATTEMPTS = 20;
    private static final long CLOSE_NANOS = 500_000;

    private TracedKernel() {}

    /**
     * Counters at one moment.
     *
     * @param vmstat those of {@code /proc/vmstat} about huge pages, compaction and direct reclaim; empty if unreadable
     * @param pagesCollapsed {@code khugepaged/pages_collapsed}
     * @param cpuWaitMicros time in which at least one task waited for a CPU, since boot ({@code /proc/pressure/cpu})
     * @param nanos time of the reading, of CLOCK_MONOTONIC
     */
    record Counters(Map<String, Long> vmstat, OptionalLong pagesCollapsed, OptionalLong cpuWaitMicros, long nanos) {}

    /** Returns the share of the time between both in which at least one task waited for a CPU. */
    static OptionalDouble pressure(Counters before, Counters after) {
        long nanos = after.nanos() - before.nanos();
        if (before.cpuWaitMicros().isEmpty() || after.cpuWaitMicros().isEmpty() || nanos <= 0) {
            return OptionalDouble.empty();
        }
        double waited =
                (after.cpuWaitMicros().getAsLong() - before.cpuWaitMicros().getAsLong()) * 1e3;
        return OptionalDouble.of(Math.max(0, Math.min(1, waited / nanos)));
    }

    private static OptionalLong cpuWaitMicros() {
        return VmFiles.cpuPressure(PROC)
                .known()
                .map(pressure -> OptionalLong.of(pressure.some().totalMicros()))
                .orElse(OptionalLong.empty());
    }

    /**
     * Reads the counters. On a busy host this thread may have to wait for a CPU between the reading and its time, so it
     * reads again until both are close.
     */
    static Counters counters() {
        Fact<String> text = Fact.absent(Reason.SKIPPED, Source.of(PROC));
        OptionalLong collapsed = OptionalLong.empty();
        long now = System.nanoTime();
        long took = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && took > CLOSE_NANOS; attempt++) {
            long begin = System.nanoTime();
            collapsed = pagesCollapsed();
            text = TextFile.read(PROC.resolve("vmstat"));
            now = System.nanoTime();
            took = now - begin;
        }
        Map<String, Long> vmstat = TextFile.parsed(text, VmFiles::parseVmstat)
                .known()
                .map(VmStat::counters)
                .orElse(Map.of());
        return new Counters(vmstat, collapsed, cpuWaitMicros(), now);
    }

    /** The increase of each counter. */
    static Map<String, Long> increase(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> increase = new LinkedHashMap<>();
        after.forEach((name, value) -> {
            if (before.containsKey(name) && !name.startsWith("nr_")) {
                increase.put(name, value - before.get(name));
            }
        });
        return increase;
    }

    private static OptionalLong pagesCollapsed() {
        Optional<String> text = TextFile.read(COLLAPSED).known().map(String::strip);
        return text.filter(digits -> digits.matches("\\d{1,18}")).map(Long::parseLong).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** The mode of {@code defrag}; empty if it is unreadable. */
    static Optional<String> defrag() {
        return HostReader.thp().known().map(ThpPolicy::defrag);
    }

    /** Binary logarithm of a huge page's size in base pages. */
    static int hugeOrder() {
        long pages = HostReader.pmdSize().value() / HostReader.basePageBytes();
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(pages);
    }

    /** The thread of khugepaged, a child of kthreadd; 0 if it does not run or is not visible in this PID namespace. */
    static int khugepaged() {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path process : processes) {
                String stat = TextFile.read(process.resolve("stat")).known().orElse("");
                if (stat.contains(" (khugepaged) ")
                        && ProcStat.from(stat, it -> it.parent() == KTHREADD).orElse(false)) {
                    return Integer.parseInt(process.getFileName().toString());
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return 0;
        }
        return 0;
    }

    /** The threads of a process; empty if it does not exist. */
    static Set<Long> threads(long pid) {
        Set<Long> threads = new HashSet<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(PROC.resolve(pid + "/task"), "[1-9]*")) {
            tasks.forEach(task -> threads.add(Long.parseLong(task.getFileName().toString())));
        } catch (IOException | DirectoryIteratorException e) {
            // The process may end while its threads are listed (proc_task_readdir in fs/proc/base.c).
            return Set.of();
        }
        return threads;
    }

    /** Returns whether the process runs. */
    static boolean runs(long pid) {
        return Files.isDirectory(PROC.resolve(Long.toString(pid)));
    }

    /**
     * Returns whether this process is in a PID namespace of its own: the kernel's trace has other numbers. NSpid of
     * {@code /proc/self/status} does not show it, because it begins with the namespace of that procfs (task_state in
     * {@code fs/proc/array.c}).
     */
    static boolean hasOwnPidNamespace() {
        try {
            return isOwn(Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString());
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether a link names another PID namespace than the first one: PROC_PID_INIT_INO of {@code include/linux/proc_ns.h}. */
    static boolean isOwn(String link) {
        return !link.equals("pid:[" + 0xEFFFFFFCL + "]");
    }
}
