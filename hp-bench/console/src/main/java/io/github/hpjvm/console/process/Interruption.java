package io.github.hpjvm.console.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Passes the user's stop request from Ctrl-C or {@code kill} to the loop that runs forks: the running fork is ended,
 * and no other is started. Results so far are kept.
 */
public final class Interruption {
    private volatile boolean requested;
    private @Nullable Runnable ending;

    /** Asks the campaign to stop; returns at once. */
    public synchronized void request() {
        requested = true;
        if (ending != null) {
            ending.run();
        }
    }

    /** Returns whether a stop was requested. */
    public boolean requested() {
        return requested;
    }

    /**
     * Returns whether a stop is requested within a moment: Ctrl-C reaches a fork at the same time as this process, and
     * the fork may end before the request is known here.
     */
    public boolean requestedSoon() {
        for (int i = 0; i < 10 && !requested; i++) {
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
        }
        return requested;
    }

    /** Sets the action that ends the present run at once, from any thread; null for none. */
    public synchronized void endsBy(@Nullable Runnable kill) {
        ending = kill;
        if (requested && kill != null) {
            kill.run();
        }
    }
}
