package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Compares two readings of a region. */
public final class CoverageChange {

    /** A smaller change of coverage is no alert, unless it crosses the threshold. */
    private static final double LEAST = 0.005;

    /** A region with less resident memory has no alert in the first reading: a JVM that starts. */
    private static final Bytes LEAST_RESIDENT = Bytes.ofMiB(16);

    private CoverageChange() {}

    /**
     * Returns whether the coverage differs by more than a sample's error, and by half a percentage point or more. A
     * caller then reads the facts that are read on demand.
     */
    public static boolean isLarge(RegionReading before, RegionReading now) {
        OptionalDouble was = before.coverage();
        OptionalDouble is = now.coverage();
        return was.isPresent()
                && is.isPresent()
                && Math.abs(is.getAsDouble() - was.getAsDouble()) >= least(before, now);
    }

    private static double least(RegionReading before, RegionReading now) {
        return Math.max(LEAST, 2 * Math.hypot(before.standardError(), now.standardError()));
    }

    /** Returns the alert of a first reading: the heap is below the threshold. */
    public static Optional<Alert> first(Instant time, long pid, RegionReading now, double threshold) {
        boolean below = now.name() == RegionName.HEAP
                && now.coverage().isPresent()
                && now.coverage().getAsDouble() < threshold
                && now.resident().compareTo(LEAST_RESIDENT) >= 0;
        return below
                ? Optional.of(new Alert(
                        time,
                        pid,
                        Alert.Kind.BELOW_THRESHOLD,
                        now.name(),
                        OptionalDouble.empty(),
                        now.coverage().getAsDouble(),
                        Cause.UNKNOWN,
                        "coverage of the " + now.name() + " is "
                                + Percent.of(now.coverage().getAsDouble())
                                + " in the first reading, below the threshold of " + Percent.of(threshold),
                        List.of()))
                : Optional.empty();
    }

    /** Returns the alert if the coverage fell, crossed the threshold, or rose by a collapse; or if the kernel took huge pages. */
    public static Optional<Alert> between(
            Instant time, long pid, RegionReading before, RegionReading now, Interval interval, double threshold) {
        boolean gone = now.resident().isZero();
        if (before.coverage().isEmpty() || now.coverage().isEmpty() && !gone) {
            return Optional.empty();
        }
        Bytes lost = less(before.huge(), now.huge());
        if (gone) {
            return taken(time, pid, before, now, lost, interval);
        }
        double was = before.coverage().getAsDouble();
        double is = now.coverage().getAsDouble();
        boolean crossed = was >= threshold && is < threshold;
        if (!isLarge(before, now) && !crossed) {
            return taken(time, pid, before, now, lost, interval);
        }
        Bytes base = less(base(before), base(now));
        if (is > was) {
            // A collapse also fills the addresses of pages that were absent, such as those of zeros after a split.
            long collapses = Math.max(interval.delta("thp_collapse_alloc"), interval.delta(HostReading.COLLAPSED));
            Bytes most = base.max(interval.pmdSize().times(collapses));
            Bytes gained = less(now.huge(), before.huge()).min(most);
            return base.isZero() || gained.compareTo(interval.pmdSize()) < 0
                    ? Optional.empty()
                    : Optional.of(alert(
                            time, pid, Alert.Kind.GAIN, now, was, CauseOfLoss.ofGain(gained, interval), threshold));
        }
        CauseOfLoss cause = lost.isZero()
                ? CauseOfLoss.ofGrowth(less(base(now), base(before)), interval)
                : CauseOfLoss.ofLoss(lost, less(before.resident(), now.resident()), interval);
        Alert.Kind kind = crossed ? Alert.Kind.BELOW_THRESHOLD : Alert.Kind.LOSS;
        return Optional.of(alert(time, pid, kind, now, was, cause, threshold));
    }

    /**
     * Returns the alert if the kernel took huge pages: to swap as a whole, or by the THP shrinker, which frees pages of
     * zeros. The pages that stay resident are as huge as before, so that the coverage does not show it.
     */
    private static Optional<Alert> taken(
            Instant time, long pid, RegionReading before, RegionReading now, Bytes lost, Interval interval) {
        long out = interval.swappedOut();
        boolean many = lost.compareTo(interval.pmdSize()) >= 0
                && lost.value() >= LEAST * before.resident().value();
        boolean swapped = out >= lost.value() / CauseOfLoss.PART;
        long pages = Math.max(1, lost.value() / interval.pmdSize().value());
        if (!many || !swapped && !CauseOfLoss.isOfShrinker(pages, interval)) {
            return Optional.empty();
        }
        CauseOfLoss cause = swapped ? CauseOfLoss.reclaim(out, interval) : CauseOfLoss.shrinker(interval);
        String rest = now.coverage().isPresent()
                ? "; coverage of the rest is " + Percent.of(now.coverage().getAsDouble())
                : "; none of its memory is resident";
        return Optional.of(new Alert(
                time,
                pid,
                Alert.Kind.LOSS,
                now.name(),
                before.coverage(),
                now.coverage().orElse(Double.NaN),
                cause.cause(),
                "the " + now.name() + " lost " + lost.rounded() + " of huge pages" + rest + ": " + cause.text(),
                cause.evidence()));
    }

    private static Alert alert(
            Instant time,
            long pid,
            Alert.Kind kind,
            RegionReading now,
            double was,
            CauseOfLoss cause,
            double threshold) {
        double is = now.coverage().orElseThrow();
        String text = "coverage of the " + now.name() + (is < was ? " fell from " : " rose from ") + Percent.of(was)
                + " to " + Percent.of(is)
                + (kind == Alert.Kind.BELOW_THRESHOLD ? ", below the threshold of " + Percent.of(threshold) : "")
                + ": " + cause.text();
        return new Alert(
                time, pid, kind, now.name(), OptionalDouble.of(was), is, cause.cause(), text, cause.evidence());
    }

    private static Bytes base(RegionReading reading) {
        return reading.backing().baseMin();
    }

    private static Bytes less(Bytes one, Bytes other) {
        return one.compareTo(other) > 0 ? one.minus(other) : Bytes.ZERO;
    }
}
