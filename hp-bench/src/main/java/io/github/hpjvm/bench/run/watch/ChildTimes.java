package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.read.file.TextFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Resources used by child processes that have ended and were waited for, and by theirs. The kernel's own sum is exact
 * to the end, while sampling misses the time after the last sample ({@code /proc/self/stat}: cminflt, cmajflt, cutime,
 * cstime).
 *
 * @param minor faults without disk I/O
 * @param major faults that waited for disk I/O
 * @param millis CPU time
 */
record ChildTimes(long minor, long major, long millis) {
    static final ChildTimes NONE = new ChildTimes(0, 0, 0);

    private static final int MINOR = 8;
    private static final int MAJOR = 10;
    private static final int USER = 13;
    private static final int SYSTEM = 14;
    private static final long MILLIS_PER_TICK = 10;

    static ChildTimes now() {
        return TextFile.read(Path.of("/proc/self/stat"))
                .known()
                .flatMap(ChildTimes::parse)
                .orElse(NONE);
    }

    static Optional<ChildTimes> parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        try {
            return fields.length <= SYSTEM
                    ? Optional.empty()
                    : Optional.of(new ChildTimes(
                            Long.parseLong(fields[MINOR]),
                            Long.parseLong(fields[MAJOR]),
                            (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * MILLIS_PER_TICK));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    ChildTimes minus(ChildTimes earlier) {
        return new ChildTimes(minor - earlier.minor, major - earlier.major, millis - earlier.millis);
    }
}
