package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.ProcStat;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Memory and startup time of a run. The components are members of results.json.
 *
 * @param residentBytes resident memory of the fork after its last iteration, including hugetlb, which RSS excludes
 * @param pageTableBytes memory of its page tables at that time
 * @param startMillis from the start of the process to its first iteration, in steps of 10 ms (proc(5): starttime)
 */
public record Price(Optional<Bytes> residentBytes, Optional<Bytes> pageTableBytes, OptionalLong startMillis) {
    /** The price of a fork that was never started. */
    public static final Price UNKNOWN = new Price(Optional.empty(), Optional.empty(), OptionalLong.empty());

    /** Parses a copy; a missing or damaged part is empty. */
    public static Price of(ForkCopy copy) {
        OptionalLong start = start(copy);
        try {
            Optional<ProcStatus> status =
                    copy.text(ForkCopy.AFTER, "/proc/self/status").map(StatusFile::parse);
            Optional<Bytes> resident = status.flatMap(ProcStatus::rss)
                    .map(rss -> rss.plus(status.flatMap(ProcStatus::hugetlb).orElse(Bytes.ZERO)));
            return new Price(resident, status.flatMap(ProcStatus::pageTables), start);
        } catch (IllegalArgumentException e) {
            return new Price(Optional.empty(), Optional.empty(), start);
        }
    }

    private static OptionalLong start(ForkCopy copy) {
        Optional<String> stat = copy.text(ForkCopy.READY, "/proc/self/stat");
        Optional<String> uptime = copy.text(ForkCopy.READY, "/proc/uptime");
        if (stat.isEmpty() || uptime.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long startTicks = ProcStat.parse(stat.get()).startTicks();
            double now = Double.parseDouble(uptime.get().strip().split(" ")[0]);
            return OptionalLong.of(Math.max(0, Math.round(now * 1000) - startTicks * ProcStat.MILLIS_PER_TICK));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return OptionalLong.empty();
        }
    }
}
