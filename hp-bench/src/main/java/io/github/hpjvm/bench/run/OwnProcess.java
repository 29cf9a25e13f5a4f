package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.host.ThpDisable;
import io.github.hpjvm.bench.host.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** State of this process. A fork inherits a part of it. */
public final class OwnProcess {
    /** Type bits of a file's mode (inode(7)). */
    private static final int FILE_TYPE = 0170000;

    private static final int FIFO = 0010000;
    private static final int SOCKET = 0140000;

    private static final Path STATUS = Path.of("/proc/self/status");

    private OwnProcess() {}

    /** The process ID of this process. */
    public static long pid() {
        return ProcessHandle.current().pid();
    }

    /** Returns whether this process runs as root. */
    public static boolean isRoot() {
        return status().map(ProcStatus::uid).equals(Optional.of(OptionalLong.of(0)));
    }

    /**
     * @throws BenchException unless this process runs as root
     */
    public static void requireRoot() {
        if (!isRoot()) {
            throw new BenchException(
                    "provision=true changes files of the kernel and needs root: run it with sudo, or leave"
                            + " provision off and type the commands that the report names");
        }
    }

    /**
     * @throws BenchException if forks of this process cannot get transparent huge pages
     */
    public static void requireHugePagesAllowed() {
        hugePagesDenied().ifPresent(why -> {
            throw new BenchException(why);
        });
    }

    /** The reason why forks of this process cannot get transparent huge pages; empty if there is none. */
    public static Optional<String> hugePagesDenied() {
        boolean denied;
        try {
            denied = ThpDisable.isSet();
        } catch (UnavailableException e) {
            denied = status().flatMap(ProcStatus::thpEnabled).equals(Optional.of(false));
        }
        return denied
                ? Optional.of(
                        "this process runs under PR_SET_THP_DISABLE, which every fork would inherit: no variant can"
                                + " get transparent huge pages; start it from a shell without it (THP_enabled in"
                                + " /proc/self/status is 1 there)")
                : Optional.empty();
    }

    /** Returns whether a standard stream of this process is a terminal: 1 for out, 2 for err. */
    public static boolean isTerminal(int stream) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns whether a standard stream of this process is a pipe or a socket: a write to it fails only when its reader
     * has closed it.
     *
     * @param stream 1 for out, 2 for err
     */
    public static boolean isPipe(int stream) {
        try {
            int mode = (Integer) Files.getAttribute(Path.of("/proc/self/fd/" + stream), "unix:mode");
            int type = mode & FILE_TYPE;
            return type == FIFO || type == SOCKET;
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<ProcStatus> status() {
        return TextFile.read(STATUS).known().map(StatusFile::parse);
    }
}
