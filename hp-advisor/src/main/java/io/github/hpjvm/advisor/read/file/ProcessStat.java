package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.ProcStat;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The start time of a process, and its parent. A later process with the same number has another start time. */
public final class ProcessStat {

    private static final int WAIT_MILLIS = 10;

    private ProcessStat() {}

    /**
     * A process, and the program that it runs.
     *
     * @param ticks its start time in clock ticks after boot
     * @param program changes when it runs another program, which keeps the start time
     */
    public record Start(long ticks, String program) {
        private static Start of(ProcStat stat) {
            return new Start(stat.startTicks(), stat.numberAndName() + " " + stat.program());
        }
    }

    /** Returns the start of a process. */
    public static Fact<Start> start(Path procRoot, long pid) {
        return TextFile.parsed(
                ProcessFile.read(procRoot, pid, "stat", Bytes.ofKiB(4)), text -> Start.of(ProcStat.parse(text)));
    }

    /** Field 22 of {@code /proc/PID/stat} (Documentation/filesystems/proc.rst): clock ticks after boot. */
    public static Fact<Long> startTicks(Path procRoot, long pid) {
        return TextFile.parsed(ProcessFile.read(procRoot, pid, "stat", Bytes.ofKiB(4)), ProcessStat::startTicks)
                .flatMap(ticks -> Fact.known(ticks, Source.of(ProcessFile.path(procRoot, pid, "stat"))));
    }

    /**
     * Parses the start time in the text of such a file; the name in it may contain blanks and parentheses.
     *
     * @throws MalformedTextException if there is no such field
     */
    public static long startTicks(String text) {
        return ProcStat.parse(text).startTicks();
    }

    /**
     * The name in {@code /proc/PID/stat}, which changes when the process runs another program, with the start time: the
     * same for two readings only if it is the same process.
     */
    public static Fact<String> identity(Path procRoot, long pid) {
        return TextFile.parsed(
                ProcessFile.read(procRoot, pid, "stat", Bytes.ofKiB(4)),
                text -> startTicks(text) + " " + ProcStat.parse(text).numberAndName());
    }

    /** Field 4 of {@code /proc/PID/stat}: the number of the parent process. */
    public static Fact<Long> parent(Path procRoot, long pid) {
        return TextFile.parsed(
                ProcessFile.read(procRoot, pid, "stat", Bytes.ofKiB(4)),
                text -> ProcStat.parse(text).parent());
    }

    /** Field 11 of {@code /proc/PID/stat}: minor faults of children that have ended and were waited for. */
    public static Fact<Long> childFaults(Path procRoot, long pid) {
        return TextFile.parsed(
                ProcessFile.read(procRoot, pid, "stat", Bytes.ofKiB(4)),
                text -> ProcStat.parse(text).childMinorFaults());
    }

    /** Fields 14 and 15 of {@code /proc/PID/stat}: CPU time in clock ticks; 100 ticks are a second (USER_HZ). */
    public static Fact<Long> cpuTicks(Path procRoot, String process) {
        return TextFile.read(
                procRoot.resolve(process).resolve("stat"),
                text -> ProcStat.parse(text).cpuTicks());
    }

    /** Returns whether the process is still the one with that start time. */
    public static boolean isStill(Path procRoot, long pid, long startTicks) {
        return startTicks(procRoot, pid).known().filter(t -> t == startTicks).isPresent();
    }

    /** Returns whether the process is still the one with that start time, and is no zombie. One read does both. */
    public static boolean isRunning(Path procRoot, long pid, long startTicks) {
        return TextFile.parsed(ProcessFile.read(procRoot, pid, "stat", Bytes.ofKiB(4)), text -> {
                    ProcStat stat = ProcStat.parse(text);
                    return stat.runs() && stat.startTicks() == startTicks;
                })
                .known()
                .orElse(false);
    }

    /** Returns whether the process still runs the program of that start, and is no zombie. One read does both. */
    public static boolean isRunning(Path procRoot, long pid, Start start) {
        return TextFile.parsed(ProcessFile.read(procRoot, pid, "stat", Bytes.ofKiB(4)), text -> {
                    ProcStat stat = ProcStat.parse(text);
                    return stat.runs() && Start.of(stat).equals(start);
                })
                .known()
                .orElse(false);
    }

    /**
     * Returns whether the process runs another program than that of its start: it has called execve, and has not ended.
     *
     * @param patience how long to wait while it changes, which a process can make last
     */
    public static boolean isReplaced(Path procRoot, long pid, Start start, Duration patience) {
        for (long left = patience.toMillis(); left >= 0; left -= WAIT_MILLIS) {
            Optional<ProcStat> now = TextFile.parsed(
                            ProcessFile.read(procRoot, pid, "stat", Bytes.ofKiB(4)), ProcStat::parse)
                    .known()
                    .filter(stat -> stat.startTicks() == start.ticks());
            if (now.isEmpty() || !now.get().isChanging()) {
                return now.filter(stat -> stat.runs() && !Start.of(stat).equals(start))
                        .isPresent();
            }
            try {
                Thread.sleep(WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return false;
    }

    public static <T> Fact<T> vanished(Path procRoot, long pid) {
        return Fact.absent(
                Reason.VANISHED, Source.of(procRoot.resolve(Long.toString(pid)), "no such process any more"));
    }
}
