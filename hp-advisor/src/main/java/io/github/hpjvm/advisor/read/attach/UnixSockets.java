package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TextFile;

/** The sockets of a process' network namespace that have a name: {@code /proc/PID/net/unix}. */
public final class UnixSockets {

    private UnixSockets() {}

    /**
     * Returns whether a socket was bound to a file of that name, which may have been deleted since. HotSpot binds it
     * with {@code .tmp} at its end and renames the file then; the kernel keeps the first name.
     */
    static boolean isBound(Target target, String name) {
        return ProcessFile.read(target.procRoot(), target.pid(), "net/unix", TextFile.LIMIT)
                .known()
                .map(text -> isBound(text, name))
                .orElse(false);
    }

    /** Returns the same for the text of such a file. */
    public static boolean isBound(String text, String name) {
        return text.lines().anyMatch(line -> line.endsWith("/" + name) || line.endsWith("/" + name + ".tmp"));
    }
}
