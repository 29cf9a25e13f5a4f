package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.os.proc.ProcStat;
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

    static ChildTimes now() {
        return TextFile.read(Path.of("/proc/self/stat"))
                .known()
                .flatMap(ChildTimes::parse)
                .orElse(NONE);
    }

    static Optional<ChildTimes> parse(String stat) {
        return ProcStat.from(
                stat,
                it -> new ChildTimes(
                        it.childMinorFaults(), it.childMajorFaults(), it.childCpuTicks() * ProcStat.MILLIS_PER_TICK));
    }

    ChildTimes minus(ChildTimes earlier) {
        return new ChildTimes(minor - earlier.minor, major - earlier.major, millis - earlier.millis);
    }
}
