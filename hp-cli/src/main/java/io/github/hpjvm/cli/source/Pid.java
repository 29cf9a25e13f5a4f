package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import java.util.stream.Stream;

/** Checks of process IDs. */
public final class Pid {
    private Pid() {}

    /** The error for a word that is no process ID, such as an empty variable of a shell. */
    public static UsageException none(String word) {
        return new UsageException("PID expects a process ID, got '" + word + "'");
    }

    /**
     * Parses a word of digits.
     *
     * @throws UsageException if no process can have this number
     */
    public static long parse(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new UsageException("no process has the ID " + digits);
        }
    }

    /**
     * Rejects numbers that are not process IDs.
     *
     * @throws UsageException if the number is not positive
     */
    public static void requireValid(long pid) {
        if (pid <= 0) {
            throw new UsageException("a process ID is a number above 0, got " + pid);
        }
    }

    /**
     * Rejects numbers that are not those of a process, such as the number of a thread.
     *
     * @param command that gets the number, with its options, such as {@code hp-cli stalls --pid}
     * @throws UsageException with the number of the process
     */
    public static void requireProcess(long pid, String command) {
        requireValid(pid);
        StatusFile.read(Roots.host().proc(), pid)
                .known()
                .flatMap(status -> status.threadOf(pid))
                .ifPresent(process -> {
                    throw new UsageException(
                            pid + " is a thread of process " + process + "; type " + command + " " + process);
                });
    }

    /**
     * The same facts.
     *
     * @throws BenchException if a process did not exist when its facts were read, or ended while they were read; a zombie
     *     has facts
     */
    public static Facts requirePresent(Facts facts) {
        facts.jvms().forEach(Pid::requirePresent);
        return facts;
    }

    /**
     * Rejects a process that did not exist when its facts were read.
     *
     * @throws BenchException if the process did not exist, or ended while it was read
     */
    public static void requirePresent(Jvm jvm) {
        if (vanished(jvm.status()) && jvm.startTicks() == 0) {
            throw none(jvm.pid());
        }
        boolean lost = Stream.of(
                        jvm.status(),
                        jvm.identity(),
                        jvm.arguments(),
                        jvm.region(RegionName.HEAP).location(),
                        jvm.region(RegionName.HEAP).backing())
                .anyMatch(Pid::vanished);
        // A zombie is still there.
        if (lost && vanished(StatusFile.read(Roots.host().proc(), jvm.pid()))) {
            throw new BenchException("process " + jvm.pid() + " ended while hp-cli read it");
        }
    }

    /**
     * Rejects a number that no process has.
     *
     * @throws BenchException with the words of {@link #requirePresent}
     */
    public static void requireExisting(long pid) {
        if (vanished(StatusFile.read(Roots.host().proc(), pid))) {
            throw none(pid);
        }
    }

    private static BenchException none(long pid) {
        return new BenchException("no process " + pid + "; hp-cli jvms lists the JVMs of this host");
    }

    private static boolean vanished(Fact<?> fact) {
        return fact instanceof Fact.Absent<?> absent && absent.reason() == Reason.VANISHED;
    }
}
