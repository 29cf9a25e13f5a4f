package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.os.proc.ProcStat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * CPU time that the processes of a tree have used since their start, including children that each has waited for. The
 * difference of two readings is the time between them, even if a process ended meanwhile.
 */
public final class TreeCpu {
    private TreeCpu() {}

    /**
     * CPU time of one process.
     *
     * @param clock its own CPU time in nanoseconds; empty where only {@code stat} has it, in units of 10 ms
     * @param stat text of {@code /proc/PID/stat}
     */
    record Reading(OptionalLong clock, String stat) {
        Optional<Long> nanos() {
            return ProcStat.from(stat, it -> {
                long own = nanosOf(it.cpuTicks());
                return clock.orElse(own) + nanosOf(it.childCpuTicks());
            });
        }

        private static long nanosOf(long ticks) {
            return TimeUnit.MILLISECONDS.toNanos(ProcStat.MILLIS_PER_TICK * ticks);
        }
    }

    /** CPU time until now; empty if no process runs. */
    public static OptionalLong nanos(StartedProcesses tree) {
        return nanos(tree.running().stream()
                .map(ProcessHandle::pid)
                .flatMap(pid -> TextFile.read(StartedProcesses.file(pid, "stat")).known().stream()
                        .map(stat -> new Reading(ProcessClock.nanos(pid), stat)))
                .toList());
    }

    /** The sum without damaged readings; empty if there is no valid reading. */
    static OptionalLong nanos(List<Reading> readings) {
        return readings.stream()
                .flatMap(it -> it.nanos().stream())
                .reduce(Long::sum)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /**
     * The time between two readings; empty if either is missing or time decreased, as when a process was not waited
     * for.
     */
    public static OptionalDouble between(OptionalLong before, OptionalLong after) {
        return before.isPresent() && after.isPresent() && after.getAsLong() >= before.getAsLong()
                ? OptionalDouble.of(after.getAsLong() - before.getAsLong())
                : OptionalDouble.empty();
    }
}
