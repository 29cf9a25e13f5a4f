package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.ProcStat;
import io.github.hpjvm.os.text.MalformedTextException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Sums the resources of several processes from samples of each. Memory is the peak of the sum over processes that run
 * at the same time; CPU time and faults only grow, and the last sample of a process counts. Pure: takes the text of
 * files of {@code /proc}.
 *
 * <p>VmHWM, the kernel's own peak, excludes hugetlb; a peak of both together requires frequent samples (HugetlbPages of
 * {@code /proc/PID/status}, proc(5)).
 */
final class Tally {
    private record Counts(long minor, long major, long ticks) {}

    private final Map<Long, Counts> counts = new HashMap<>();
    private long residentNow;
    private long tablesNow;
    private long residentPeak;
    private long tablesPeak;
    private boolean sawMemory;

    /** Begins a sample of all processes. */
    void begin() {
        residentNow = 0;
        tablesNow = 0;
    }

    /** Adds one process to the sample. Damaged text, or text of a process without memory, adds nothing. */
    void add(long pid, String status, String stat) {
        try {
            ProcStatus state = StatusFile.parse(status);
            Optional<Bytes> rss = state.rss();
            if (rss.isPresent()) {
                sawMemory = true;
                residentNow +=
                        rss.get().value() + state.hugetlb().orElse(Bytes.ZERO).value();
                tablesNow += state.pageTables().orElse(Bytes.ZERO).value();
            }
        } catch (MalformedTextException e) {
            // The next sample may succeed.
        }
        ProcStat.from(stat, it -> new Counts(it.minorFaults(), it.majorFaults(), it.cpuTicks()))
                .ifPresent(it -> counts.put(pid, it));
    }

    /** Ends the sample. */
    void end() {
        residentPeak = Math.max(residentPeak, residentNow);
        tablesPeak = Math.max(tablesPeak, tablesNow);
    }

    Optional<Bytes> resident() {
        return sawMemory ? Optional.of(Bytes.of(residentPeak)) : Optional.empty();
    }

    Optional<Bytes> pageTables() {
        return sawMemory ? Optional.of(Bytes.of(tablesPeak)) : Optional.empty();
    }

    OptionalLong cpuMillis() {
        return sum(counts.values().stream().mapToLong(it -> it.ticks * ProcStat.MILLIS_PER_TICK));
    }

    OptionalLong minorFaults() {
        return sum(counts.values().stream().mapToLong(Counts::minor));
    }

    OptionalLong majorFaults() {
        return sum(counts.values().stream().mapToLong(Counts::major));
    }

    private OptionalLong sum(java.util.stream.LongStream each) {
        return counts.isEmpty() ? OptionalLong.empty() : OptionalLong.of(each.sum());
    }
}
