package io.github.hpjvm.advisor.read.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The number of this process in a {@code /proc}. It is not the number that getpid(2) returns if that {@code /proc} was mounted
 * in another PID namespace, as after {@code unshare --pid} without {@code --mount-proc}: the folder of that number is another
 * process. The link {@code self} has the number in the namespace of the mount (proc_self_get_link in
 * {@code fs/proc/self.c}).
 */
public final class OwnPid {
    private OwnPid() {}

    /** Returns the number; 0, which is no process, if that {@code /proc} does not show this process. */
    public static long in(Path procRoot) {
        try {
            return Long.parseLong(
                    Files.readSymbolicLink(procRoot.resolve("self")).toString());
        } catch (IOException | UnsupportedOperationException | SecurityException | NumberFormatException e) {
            return 0;
        }
    }
}
