package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.term.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Decides when {@code watch} opens a JVM again whose heap or metaspace is unknown. A JVM that has just started has no heap yet, so the
 * first readings try again. Pauses follow, which grow and end: the JVM may pretouch a large heap. A JVM that did not answer
 * in time is busy, and gets these pauses at once, as does one that has a heap and no metaspace yet.
 */
final class Reopening {
    /** Attempts for a JVM that has just started. */
    static final int ATTEMPTS = 10;

    private static final List<Long> PAUSE_SECONDS = List.of(10L, 30L, 60L, 120L, 300L);

    private final Map<Long, Integer> young = new HashMap<>();
    private final Map<Long, Integer> busy = new HashMap<>();
    private final Map<Long, Long> since = new HashMap<>();

    /**
     * Returns whether to open a JVM again, and counts the attempt.
     *
     * @param unknown why the heap is unknown, or TIMED_OUT if only metaspace is; empty if both are known
     * @param nanos the time, as of {@link System#nanoTime}
     */
    boolean isDue(long pid, Optional<Reason> unknown, long nanos) {
        boolean skipped = unknown.filter(Reason.SKIPPED::equals).isPresent();
        if (skipped && young.merge(pid, 1, Integer::sum) <= ATTEMPTS) {
            return true;
        }
        if (!skipped && unknown.filter(Reason.TIMED_OUT::equals).isEmpty()) {
            return false;
        }
        int done = busy.getOrDefault(pid, 0);
        long begun = since.computeIfAbsent(pid, any -> nanos);
        if (done == PAUSE_SECONDS.size() || nanos - begun < TimeUnit.SECONDS.toNanos(PAUSE_SECONDS.get(done))) {
            return false;
        }
        busy.put(pid, done + 1);
        since.put(pid, nanos);
        return true;
    }

    /** Forgets a JVM that has ended. */
    void forget(long pid) {
        young.remove(pid);
        busy.remove(pid);
        since.remove(pid);
    }
}
