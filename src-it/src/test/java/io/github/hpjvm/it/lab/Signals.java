package io.github.hpjvm.it.lab;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Signals for which {@link ProcessHandle} has no method. */
public final class Signals {
    private static final int SIGINT = 2;
    private static final int SIGKILL = 9;
    private static final int SIGCONT = 18;
    private static final int SIGSTOP = 19;

    private Signals() {}

    public static void interrupt(ProcessHandle process) {
        send(process.pid(), SIGINT);
    }

    /** Interrupts all processes of the group that this one leads, like a terminal at Ctrl-C. */
    public static void interruptGroup(ProcessHandle leader) {
        send(-leader.pid(), SIGINT);
    }

    /** Returns whether this process ignores SIGINT, and its children with it ({@code SigIgn} in proc_pid_status(5)). */
    static boolean interruptIsIgnored() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1L << SIGINT - 1) != 0);
        } catch (IOException e) {
            return false;
        }
    }

    /** Does nothing if it has ended already. */
    public static void kill(ProcessHandle process) {
        if (process.isAlive()) {
            try {
                send(process.pid(), SIGKILL);
            } catch (LastErrorException e) {
                // It has ended meanwhile.
            }
        }
    }

    public static void stop(ProcessHandle process) {
        send(process.pid(), SIGSTOP);
    }

    /** Stops a process, and waits until all of it has stopped; false if it has ended. */
    public static boolean stopped(ProcessHandle process) {
        try {
            stop(process);
        } catch (LastErrorException e) {
            return false;
        }
        return Poll.untilFound(
                        "it is stopped or ends",
                        () -> Optional.of(state(process.pid())).filter("TZX"::contains))
                .equals("T");
    }

    /** Returns the state of a process ({@code State} in proc_pid_status(5)); X if there is none. */
    private static String state(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("State:"))
                    .map(line -> line.split("\\s+")[1])
                    .findFirst()
                    .orElse("X");
        } catch (IOException | UncheckedIOException e) {
            return "X";
        }
    }

    public static void goOn(ProcessHandle process) {
        send(process.pid(), SIGCONT);
    }

    private static void send(long pid, int signal) {
        NativeLibrary.getProcess()
                .getFunction("kill", Function.C_CONVENTION | Function.THROW_LAST_ERROR)
                .invokeInt(new Object[] {(int) pid, signal});
    }
}
