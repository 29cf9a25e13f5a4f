package io.github.hpjvm.console.process;

import io.github.hpjvm.os.proc.Fields;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** State of this process. */
public final class ThisProcess {
    /** Type bits of a file's mode (inode(7)). */
    private static final int FILE_TYPE = 0170000;

    private static final int FIFO = 0010000;
    private static final int SOCKET = 0140000;

    private static final Path STATUS = Path.of("/proc/self/status");

    private ThisProcess() {}

    /** The process ID of this process. */
    public static long pid() {
        return ProcessHandle.current().pid();
    }

    /** Returns whether this process runs as root: its effective user ID is 0. */
    public static boolean isRoot() {
        try {
            List<String> ids = Words.of(Fields.parse(Files.readString(STATUS, StandardCharsets.ISO_8859_1))
                    .getOrDefault("Uid", ""));
            return ids.size() > 1 && ids.get(1).equals("0");
        } catch (IOException | MalformedTextException e) {
            return false;
        }
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
}
