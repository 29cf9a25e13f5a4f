package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.read.file.TextFile;
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
    /** Fields of /proc/PID/stat after the command's closing parenthesis: utime, stime, cutime, cstime (proc(5)). */
    private static final int USER = 11;

    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    private static final long MILLIS_PER_TICK = 10;

    private TreeCpu() {}

    /**
     * CPU time of one process.
     *
     * @param clock its own CPU time in nanoseconds; empty where only {@code stat} has it, in units of 10 ms
     * @param stat text of {@code /proc/PID/stat}
     */
    record Reading(OptionalLong clock, String stat) {
        Optional<Long> nanos() {
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
            if (fields.length <= CHILDREN_SYSTEM) {
                return Optional.empty();
            }
            try {
                long own = nanos(fields[USER], fields[SYSTEM]);
                return Optional.of(clock.orElse(own) + nanos(fields[CHILDREN_USER], fields[CHILDREN_SYSTEM]));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        private static long nanos(String user, String system) {
            return TimeUnit.MILLISECONDS.toNanos(MILLIS_PER_TICK * (Long.parseLong(user) + Long.parseLong(system)));
        }
    }

    /** CPU time until now; empty if no process runs. */
    public static OptionalLong nanos(ProcessTree tree) {
        return nanos(tree.running().stream()
                .map(ProcessHandle::pid)
                .flatMap(pid -> TextFile.read(ProcessTree.file(pid, "stat")).known().stream()
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
