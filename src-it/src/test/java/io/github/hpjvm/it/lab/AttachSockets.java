package io.github.hpjvm.it.lab;

import io.github.hpjvm.it.lab.Program.Running;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The attach sockets in {@code /tmp}, which HotSpot leaves there when a JVM is killed. */
public final class AttachSockets {
    private static final int MOST_ATTEMPTS = 100;

    private AttachSockets() {}

    /**
     * Starts a program of another user whose PID has no attach socket yet. Such a socket belongs to the user of an earlier
     * process with the same PID. The JVM cannot delete it and cannot listen. A process with such a PID is ended, and the
     * next one is started.
     */
    public static Running startWithout(Program program) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Running running = program.start();
            if (Files.notExists(Path.of("/tmp/.java_pid" + running.pid()), LinkOption.NOFOLLOW_LINKS)) {
                return running;
            }
            running.close();
        }
        throw new IllegalStateException("each of " + MOST_ATTEMPTS + " processes has an old attach socket in /tmp");
    }
}
