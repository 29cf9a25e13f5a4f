package io.github.hpjvm.os.proc;

import io.github.hpjvm.os.text.MalformedTextException;
import java.util.Optional;
import java.util.function.Function;

/**
 * One text of {@code /proc/PID/stat} (Documentation/filesystems/proc.rst, proc_pid_stat(5)). A method throws {@link
 * MalformedTextException} if its field is not there or is no number of zero or more.
 */
public final class ProcStat {
    /** USER_HZ, the unit of times in files of {@code /proc}: 100 on every architecture that HotSpot runs on. */
    public static final long TICKS_PER_SECOND = 100;

    public static final long MILLIS_PER_TICK = 1000 / TICKS_PER_SECOND;

    /** The state of a process that has ended. */
    private static final char DEAD = 'X';

    private static final char ZOMBIE = 'Z';

    /** The number of the first field after the name. */
    private static final int FIRST = 3;

    private static final int PARENT = 4;
    private static final int MINOR_FAULTS = 10;
    private static final int CHILD_MINOR_FAULTS = 11;
    private static final int MAJOR_FAULTS = 12;
    private static final int CHILD_MAJOR_FAULTS = 13;
    private static final int USER_TIME = 14;
    private static final int SYSTEM_TIME = 15;
    private static final int CHILD_USER_TIME = 16;
    private static final int CHILD_SYSTEM_TIME = 17;
    private static final int THREADS = 20;
    private static final int START = 22;
    private static final int STACK = 28;
    private static final int ARGUMENTS = 48;
    private static final int ENVIRONMENT = 50;

    private final String text;
    private final int nameEnd;
    private final String[] fields;

    private ProcStat(String text, int nameEnd) {
        this.text = text;
        this.nameEnd = nameEnd;
        this.fields = text.substring(nameEnd + 1).strip().split(" ");
    }

    /**
     * Splits the text. The name in parentheses may itself contain blanks and parentheses; fields are regular after the
     * last one.
     *
     * @throws MalformedTextException if there is no name
     */
    public static ProcStat parse(String text) {
        int nameEnd = text.lastIndexOf(')');
        if (nameEnd < 0) {
            throw malformed(text);
        }
        return new ProcStat(text, nameEnd);
    }

    /**
     * Returns what a function takes from a text; empty if the text has no name, or not the fields that are taken.
     *
     * @param text text of the file; it may be damaged
     */
    public static <T> Optional<T> from(String text, Function<ProcStat, T> taken) {
        try {
            return Optional.of(taken.apply(parse(text)));
        } catch (MalformedTextException e) {
            return Optional.empty();
        }
    }

    /** Returns number and name, {@code 17 (java)}. The name changes when the process runs another program. */
    public String numberAndName() {
        return text.substring(0, nameEnd + 1);
    }

    /** Returns whether it has neither ended nor is a zombie. */
    public boolean runs() {
        char state = fields[0].isEmpty() ? DEAD : fields[0].charAt(0);
        return state != ZOMBIE && state != DEAD;
    }

    /** Returns the number of the parent process. */
    public long parent() {
        return field(PARENT);
    }

    /** Returns faults without disk I/O. */
    public long minorFaults() {
        return field(MINOR_FAULTS);
    }

    /** Returns faults that waited for disk I/O. */
    public long majorFaults() {
        return field(MAJOR_FAULTS);
    }

    /** Returns minor faults of children that have ended and were waited for. */
    public long childMinorFaults() {
        return field(CHILD_MINOR_FAULTS);
    }

    /** Returns major faults of children that have ended and were waited for. */
    public long childMajorFaults() {
        return field(CHILD_MAJOR_FAULTS);
    }

    /** Returns the CPU time in ticks, of user and kernel mode. */
    public long cpuTicks() {
        return field(USER_TIME) + field(SYSTEM_TIME);
    }

    /** Returns the CPU time in ticks of children that have ended and were waited for. */
    public long childCpuTicks() {
        return field(CHILD_USER_TIME) + field(CHILD_SYSTEM_TIME);
    }

    /** Returns the start time in ticks after boot. It reads the same in every process, also after a change of the clock. */
    public long startTicks() {
        return field(START);
    }

    /**
     * Returns the addresses at which the stack, the arguments and the environment of the program begin (do_task_stat in
     * {@code fs/proc/array.c}). execve sets them, at random places, so that another text means another program. All are 0
     * for a reader that may not trace the process.
     */
    public String program() {
        return text(STACK) + " " + text(ARGUMENTS) + " " + text(ENVIRONMENT);
    }

    /** Returns whether the reader sees memory of the program. */
    public boolean hasMemory() {
        return !program().equals("0 0 0");
    }

    /**
     * Returns whether it ends, or runs another program in a moment, which does not show yet: execve first ends the other threads
     * (de_thread in {@code fs/exec.c}), the first one of which is a zombie then, and gives the old memory back.
     */
    public boolean isChanging() {
        return runs() ? !hasMemory() : field(THREADS) > 1;
    }

    private String text(int number) {
        return fields.length <= number - FIRST ? "" : fields[number - FIRST];
    }

    private long field(int number) {
        if (fields.length <= number - FIRST) {
            throw malformed(text);
        }
        return Choice.number(fields[number - FIRST]);
    }

    private static MalformedTextException malformed(String text) {
        return new MalformedTextException("not the state of a process", text.strip());
    }
}
