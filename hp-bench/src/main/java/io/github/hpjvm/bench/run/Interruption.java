package io.github.hpjvm.bench.run;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The user's wish to stop, from Ctrl-C or {@code kill} to the loop that makes forks: the fork that runs is ended, and
 * no other is started. What was measured so far is kept.
 */
public final class Interruption {
    private volatile boolean requested;
    private Runnable ending;

    /** Asks the campaign to stop; returns at once. */
    public synchronized void request() {
        requested = true;
        if (ending != null) {
            ending.run();
        }
    }

    /** Whether somebody asked. */
    public boolean requested() {
        return requested;
    }

    /**
     * Whether somebody asks within a moment: Ctrl-C reaches a fork of ours as soon as it reaches us, and the fork may be
     * gone before we know why.
     */
    public boolean requestedSoon() {
        for (int i = 0; i < 10 && !requested; i++) {
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
        }
        return requested;
    }

    /** What ends the run that goes on now, at once and from any thread; null for none. */
    public synchronized void endsBy(Runnable kill) {
        ending = kill;
        if (requested && kill != null) {
            kill.run();
        }
    }
}
