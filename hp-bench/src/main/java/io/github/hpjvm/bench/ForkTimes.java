package io.github.hpjvm.bench;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.run.Campaign;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The mean time of a fork of each case, from the end of one fork to the end of the next. So it contains what a campaign does
 * between forks. A case without a fork has the mean of all.
 */
final class ForkTimes {
    private final LongSupplier nanoTime;
    private final Duration planned;
    private final Map<Case, Total> totals = new HashMap<>();
    private Total all = Total.NONE;
    private long last;

    private record Total(Duration time, int forks) {
        static final Total NONE = new Total(Duration.ZERO, 0);

        Total plus(Duration more) {
            return new Total(time.plus(more), forks + 1);
        }

        Duration mean(Duration otherwise) {
            return forks == 0 ? otherwise : time.dividedBy(forks);
        }
    }

    /**
     * Starts the time of the first fork.
     *
     * @param planned expected time of a fork before one has ended
     */
    ForkTimes(LongSupplier nanoTime, Duration planned) {
        this.nanoTime = nanoTime;
        this.planned = planned;
        this.last = nanoTime.getAsLong();
    }

    /** A listener that notes the time of each fork and then tells the other one. */
    Campaign.Listener before(Campaign.Listener listener) {
        return new Campaign.Listener() {
            @Override
            public void starting(List<Job> jobs) {
                listener.starting(jobs);
            }

            @Override
            public void ended(Run run) {
                note(run.job().subject());
                listener.ended(run);
            }

            @Override
            public void roundEnded(List<Run> soFar) {
                listener.roundEnded(soFar);
            }
        };
    }

    private void note(Case subject) {
        long now = nanoTime.getAsLong();
        Duration time = Duration.ofNanos(now - last);
        last = now;
        totals.merge(subject, Total.NONE.plus(time), (before, one) -> before.plus(time));
        all = all.plus(time);
    }

    /** The expected time of these forks. */
    Duration expected(List<Job> jobs) {
        return jobs.stream()
                .map(job -> totals.getOrDefault(job.subject(), all).mean(planned))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
