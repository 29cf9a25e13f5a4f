package io.github.hpjvm.cli.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * Decides which processes {@code watch --all} examines: a new one twice, because a JVM that starts is not one yet, and again
 * after it has run another program, as a shell that ends in {@code exec java}.
 */
final class NewProcesses {
    private static final int ATTEMPTS = 2;
    private static final long AGAIN = TimeUnit.MINUTES.toNanos(1);

    private final LongFunction<String> identity;
    private final Map<Long, Tried> tried = new HashMap<>();
    private long checked;

    /** How often a process was examined, and the program that it ran then. */
    private record Tried(int times, String identity) {}

    /**
     * Creates it without a process.
     *
     * @param identity what changes when a process runs another program, or when its number is another process
     * @param nanos the time, as of {@link System#nanoTime}
     */
    NewProcesses(LongFunction<String> identity, long nanos) {
        this.identity = identity;
        this.checked = nanos;
    }

    /** Returns whether to examine a process, and counts the attempt. */
    boolean isDue(long pid) {
        Tried before = tried.get(pid);
        if (before != null && before.times() == ATTEMPTS) {
            return false;
        }
        tried.put(pid, new Tried(before == null ? 1 : before.times() + 1, identity.apply(pid)));
        return true;
    }

    /** Forgets a process that runs another program now. */
    void forget(long pid) {
        tried.remove(pid);
    }

    /** Forgets the processes that have ended; once a minute also those that run another program now. */
    void retain(Set<Long> present, long nanos) {
        tried.keySet().retainAll(present);
        if (nanos - checked >= AGAIN) {
            checked = nanos;
            tried.entrySet()
                    .removeIf(entry -> !identity.apply(entry.getKey())
                            .equals(entry.getValue().identity()));
        }
    }
}
