package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.read.file.TextFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * CPU time of the whole host since boot, in ticks (first line of /proc/stat, proc(5)).
 *
 * @param total of all states except guest, which user includes already
 * @param steal taken by the hypervisor
 * @param idle idle time and time in which only disk I/O was pending
 */
record CpuTimes(long total, long steal, long idle) {
    private static final int STATES = 8;
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final int STEAL = 7;

    static Optional<CpuTimes> now(Path proc) {
        return TextFile.read(proc.resolve("stat")).known().flatMap(CpuTimes::parse);
    }

    static Optional<CpuTimes> parse(String stat) {
        String[] words = stat.lines().findFirst().orElse("").strip().split("\\s+");
        if (words.length <= STATES || !words[0].equals("cpu")) {
            return Optional.empty();
        }
        try {
            long[] ticks = Arrays.stream(words, 1, STATES + 1)
                    .mapToLong(Long::parseLong)
                    .toArray();
            return Optional.of(new CpuTimes(Arrays.stream(ticks).sum(), ticks[STEAL], ticks[IDLE] + ticks[IOWAIT]));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Share of CPU time stolen since an earlier reading, in per cent; empty if no tick passed, or if a counter
     * decreased, as it may when a virtual machine moves to another host.
     */
    OptionalDouble stealPercentSince(CpuTimes earlier) {
        long ticks = total - earlier.total;
        return ticks <= 0 || steal < earlier.steal
                ? OptionalDouble.empty()
                : OptionalDouble.of(100.0 * (steal - earlier.steal) / ticks);
    }

    /**
     * Share of CPU time since an earlier reading that other processes and the kernel's own threads used, in per cent;
     * empty as with {@link #stealPercentSince}, or if idle time decreased. Not below 0, as CPU time of processes and of
     * CPUs comes from different clocks.
     *
     * @param own ticks of this process and its children in that time
     */
    OptionalDouble othersPercentSince(CpuTimes earlier, long own) {
        long ticks = total - earlier.total;
        if (ticks <= 0 || steal < earlier.steal || idle < earlier.idle) {
            return OptionalDouble.empty();
        }
        long others = ticks - (steal - earlier.steal) - (idle - earlier.idle) - own;
        return OptionalDouble.of(Math.max(0, 100.0 * others / ticks));
    }
}
