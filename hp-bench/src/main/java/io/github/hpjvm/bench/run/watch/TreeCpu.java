package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.read.TextFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * CPU time that the processes of a tree have used since their start: utime and stime of each, and cutime and cstime, the
 * time of children that it has waited for ({@code /proc/PID/stat}, proc(5)). The difference of two readings is the time
 * between them, whether or not a process ended meanwhile. The unit of the kernel is 10 ms.
 */
public final class TreeCpu {
    private static final int USER = 11;
    private static final int CHILDREN_SYSTEM = 14;
    private static final long MILLIS_PER_TICK = 10;

    private TreeCpu() {}

    /** Until now; empty if none of them runs. */
    public static OptionalLong nanos(ProcessTree tree) {
        return nanos(tree.running().stream()
                .flatMap(process -> TextFile.read(ProcessTree.file(process.pid(), "stat")).known().stream())
                .toList());
    }

    /** The sum over texts of {@code /proc/PID/stat}; damaged ones add nothing. Empty if there is none that can be read. */
    static OptionalLong nanos(List<String> stats) {
        List<Long> ticks =
                stats.stream().map(TreeCpu::ticks).flatMap(Optional::stream).toList();
        return ticks.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(
                        MILLIS_PER_TICK * ticks.stream().mapToLong(it -> it).sum()));
    }

    /** From one reading to another; empty if either is missing or time went back, as when a process was not waited for. */
    public static OptionalDouble between(OptionalLong before, OptionalLong after) {
        return before.isPresent() && after.isPresent() && after.getAsLong() >= before.getAsLong()
                ? OptionalDouble.of(after.getAsLong() - before.getAsLong())
                : OptionalDouble.empty();
    }

    private static Optional<Long> ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= CHILDREN_SYSTEM) {
            return Optional.empty();
        }
        try {
            return Optional.of(LongStream.rangeClosed(USER, CHILDREN_SYSTEM)
                    .map(field -> Long.parseLong(fields[(int) field]))
                    .sum());
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
