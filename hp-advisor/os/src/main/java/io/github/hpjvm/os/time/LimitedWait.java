package io.github.hpjvm.os.time;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A wait for work on another thread, for a limited time. Time for which this program is stopped, as by Ctrl-Z, or frozen, as by
 * {@code docker pause}, does not count: the work stood still, too. The wait has short parts, and each counts its own length only.
 */
public final class LimitedWait {
    private static final long PART = Duration.ofMillis(50).toNanos();

    private final long limit;
    private volatile boolean renewed;

    /** Creates a wait for so long at most. */
    public LimitedWait(Duration limit) {
        this.limit = limit.toNanos();
    }

    /** Notes that the work goes on: the limit begins anew. For any thread. */
    public void renew() {
        renewed = true;
    }

    /**
     * Waits for the result of work.
     *
     * @throws TimeoutException if the limit is over; the work goes on
     */
    public <T> T on(Future<T> work) throws InterruptedException, ExecutionException, TimeoutException {
        long left = limit;
        while (true) {
            long part = Math.min(PART, left);
            try {
                return work.get(part, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (renewed) {
                    // Cleared first: a later renewal counts for the next part.
                    renewed = false;
                    left = limit;
                } else {
                    left -= part;
                }
                if (left <= 0) {
                    throw e;
                }
            }
        }
    }
}
