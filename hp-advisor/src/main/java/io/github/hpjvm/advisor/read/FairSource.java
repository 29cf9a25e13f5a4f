package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.jvm.Reach;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads JVMs one after the other within a time limit. Each JVM gets an equal share of the time that is left: a slow JVM
 * does not use up the time of the others, and time that a fast JVM does not need is for all others. For one thread.
 *
 * <p>An equal share of many JVMs is too short for the first reply of a JVM. So in the first half of the time no share is
 * shorter than {@value #ENOUGH_MILLIS} ms. The second half ensures that each of {@code n} JVMs gets about {@code 1/(2n)}
 * of the limit or more.
 */
final class FairSource implements LiveFacts.JvmSource {
    private static final long ENOUGH_MILLIS = 600;

    private final LiveFacts.JvmSource source;
    private final LongSupplier clock;
    private final long limit;
    private final long end;
    private int left;

    /**
     * Creates a source.
     *
     * @param source reads one JVM
     * @param jvms the number of JVMs that will be read
     * @param limit time limit for all of them, from now on
     * @param clock nanoseconds, as of {@link System#nanoTime}
     */
    FairSource(LiveFacts.JvmSource source, int jvms, Duration limit, LongSupplier clock) {
        this.source = source;
        this.clock = clock;
        this.limit = limit.toNanos();
        this.end = clock.getAsLong() + this.limit;
        this.left = jvms;
    }

    /** Reads the next JVM within its share. Without time its facts are those that cost almost nothing. */
    @Override
    public Jvm read(long pid, Reach reach) {
        long time = end - clock.getAsLong();
        long equal = time / Math.max(1, left--);
        long enough = TimeUnit.MILLISECONDS.toNanos(ENOUGH_MILLIS);
        long share = time > limit / 2 ? Math.max(equal, Math.min(enough, time)) : equal;
        return source.read(pid, reach.within(TimeUnit.NANOSECONDS.toMillis(share)));
    }
}
