package io.github.hpjvm.bench.host;

import java.io.IOException;

/**
 * Another process, or another part of this one, holds the {@link HostLock}. The message is one line that says who. What
 * it says was read from the lock file, which every user may write: it is unverified, but safe to print.
 */
public final class HostBusyException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String pid;
    private final String purpose;
    private final String since;

    HostBusyException(String lockFile, HolderNote holder) {
        super(message(lockFile, holder));
        this.pid = holder.pid();
        this.purpose = holder.purpose();
        this.since = holder.since();
    }

    private static String message(String lockFile, HolderNote holder) {
        return "another benchmark campaign has this host: process " + holder.pid() + " (" + holder.purpose()
                + ", since " + holder.since() + "; as " + lockFile
                + " says, unverified). Wait for its end, or stop it and try again.";
    }

    /** The process id that the holder noted; {@code unknown} if it noted none. */
    public String pid() {
        return pid;
    }

    /** What the holder said it is doing, at most 200 characters; {@code unknown} if it noted nothing. */
    public String purpose() {
        return purpose;
    }

    /** When the holder took the lock, an ISO-8601 instant if it wrote one; {@code unknown} if it noted nothing. */
    public String since() {
        return since;
    }
}
