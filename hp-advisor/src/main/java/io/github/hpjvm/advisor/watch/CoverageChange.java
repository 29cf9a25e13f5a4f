package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Compares two readings of a region. */
public final class CoverageChange {

    /** A smaller change of coverage is no alert, unless it crosses the threshold. */
    static final double LEAST = 0.005;

    /** A region with less resident memory has no alert in the first reading: a JVM that starts. */
    private static final Bytes LEAST_RESIDENT = Bytes.ofMiB(16);

    /** A heap is smaller if it has lost one of so many huge pages. */
    private static final long SMALLER = 10;

    private CoverageChange() {}

    /**
     * The process of the readings, and what counts as a change.
     *
     * @param pid the process
     * @param pmdSize the size of a transparent huge page
     * @param threshold the coverage below which a region calls for attention; empty for a JVM that requested no huge pages
     */
    public record Scale(long pid, Bytes pmdSize, OptionalDouble threshold) {

        boolean isBelow(double coverage) {
            return threshold.isPresent() && coverage < threshold.getAsDouble();
        }

        /** Returns whether the coverage is so far above the threshold that a fall below it is another one. */
        boolean isWellAbove(double coverage) {
            return threshold.isPresent() && coverage >= Math.min(1, threshold.getAsDouble() + LEAST);
        }

        Scale withoutThreshold() {
            return new Scale(pid, pmdSize, OptionalDouble.empty());
        }
    }

    /** Returns whether the coverage differs by more than a sample's error, and by half a percentage point or more. */
    static boolean isLarge(RegionReading before, RegionReading now) {
        OptionalDouble was = before.coverage();
        OptionalDouble is = now.coverage();
        return was.isPresent()
                && is.isPresent()
                && Math.abs(is.getAsDouble() - was.getAsDouble()) >= least(before, now);
    }

    private static double least(RegionReading before, RegionReading now) {
        return Math.max(LEAST, error(before, now));
    }

    private static double error(RegionReading before, RegionReading now) {
        return 2 * Math.hypot(before.standardError(), now.standardError());
    }

    /** Returns whether the region is large enough for {@link #first}. */
    static boolean isJudged(RegionReading now) {
        return now.coverage().isPresent() && now.resident().compareTo(LEAST_RESIDENT) >= 0;
    }

    /** Returns the alert of the first reading that {@link #isJudged}: the heap is below the threshold. */
    static Optional<Alert> first(Instant time, RegionReading now, Scale scale) {
        boolean below = now.name() == RegionName.HEAP
                && isJudged(now)
                && scale.isBelow(now.coverage().getAsDouble());
        if (!below) {
            return Optional.empty();
        }
        double is = now.coverage().getAsDouble();
        return Optional.of(new Alert(
                time,
                scale.pid(),
                Alert.Kind.BELOW_THRESHOLD,
                now.name(),
                OptionalDouble.empty(),
                is,
                Bytes.ZERO,
                time,
                Cause.UNKNOWN,
                "coverage of the " + now.name() + " is " + Percent.of(is)
                        + ", below the threshold of "
                        + Percent.of(scale.threshold().getAsDouble()),
                List.of()));
    }

    /** Returns the alert if the coverage fell, crossed the threshold, or rose by a collapse. */
    static Optional<Alert> between(Mark before, Mark now, Scale scale) {
        return isKnown(before, now) && (isLarge(before.region(), now.region()) || crossed(before, now, scale))
                ? change(before, now, scale)
                : Optional.empty();
    }

    /** Returns the alert for a change that is too small for {@link #between}, but of a huge page or more. */
    static Optional<Alert> rest(Mark before, Mark now, Scale scale) {
        return isKnown(before, now)
                ? change(before, now, scale)
                        .filter(alert -> alert.bytes().compareTo(scale.pmdSize()) >= 0)
                        .filter(alert -> alert.cause() != Cause.GROWTH)
                : Optional.empty();
    }

    private static boolean isKnown(Mark before, Mark now) {
        return before.region().coverage().isPresent() && now.region().coverage().isPresent();
    }

    private static boolean crossed(Mark before, Mark now, Scale scale) {
        return !scale.isBelow(before.coverage())
                && scale.isBelow(now.coverage())
                && before.coverage() - now.coverage() >= error(before.region(), now.region());
    }

    private static Optional<Alert> change(Mark from, Mark to, Scale scale) {
        Interval interval = from.until(to, scale.pmdSize());
        RegionReading before = from.region();
        RegionReading now = to.region();
        if (to.coverage() > from.coverage()) {
            Bytes base = less(base(before), base(now));
            // A collapse also fills the addresses of pages that were absent, such as those of zeros after a split.
            long collapses = Math.max(interval.delta("thp_collapse_alloc"), interval.delta(HostReading.COLLAPSED));
            Bytes most = base.max(scale.pmdSize().times(collapses));
            Bytes gained = less(now.huge(), before.huge()).min(most);
            return base.isZero() || gained.compareTo(scale.pmdSize()) < 0
                    ? Optional.empty()
                    : Optional.of(
                            alert(Alert.Kind.GAIN, from, to, gained, CauseOfLoss.ofGain(gained, interval), scale));
        }
        if (to.coverage() == from.coverage()) {
            return Optional.empty();
        }
        Bytes lost = less(before.huge(), now.huge());
        Bytes grown = less(base(now), base(before));
        CauseOfLoss cause = lost.isZero()
                ? CauseOfLoss.ofGrowth(grown, interval)
                : CauseOfLoss.ofLoss(lost, less(before.resident(), now.resident()), interval);
        Alert.Kind kind = crossed(from, to, scale) ? Alert.Kind.BELOW_THRESHOLD : Alert.Kind.LOSS;
        // What comes back from swap was lost when it went there.
        Bytes bytes = lost.isZero() && cause.cause() != Cause.GROWTH ? Bytes.ZERO : lost.isZero() ? grown : lost;
        return Optional.of(alert(kind, from, to, bytes, cause, scale));
    }

    /**
     * Returns the alert if the kernel took huge pages: to swap as a whole, or by the THP shrinker, which frees pages of
     * zeros. The pages that stay resident are as huge as before, so that the coverage does not show it.
     *
     * @param least a smaller share of the resident memory is no alert
     */
    static Optional<Alert> taken(Mark from, Mark to, Scale scale, double least) {
        Bytes lost = less(from.region().huge(), to.region().huge());
        Interval interval = from.until(to, scale.pmdSize());
        long out = interval.swappedOut();
        boolean many = isMany(lost, from, to, scale, least);
        boolean swapped = out > 0 && out >= lost.value() / CauseOfLoss.PART;
        long pages = Math.max(1, lost.value() / scale.pmdSize().value());
        if (!many || !swapped && !CauseOfLoss.isOfShrinker(pages, interval)) {
            return Optional.empty();
        }
        CauseOfLoss cause = swapped
                ? CauseOfLoss.reclaim(Math.min(out, Math.max(lost.value(), fell(from, to))), interval)
                : CauseOfLoss.shrinker(interval);
        return Optional.of(alert(
                Alert.Kind.LOSS,
                from,
                to,
                lost,
                cause.cause(),
                "the " + to.region().name() + " lost " + lost.rounded() + " of huge pages" + rest(to) + ": "
                        + cause.text(),
                cause.evidence(),
                scale));
    }

    /** Returns the alert if the process returned a part of the heap, and the rest is as huge as before. */
    static Optional<Alert> smaller(Mark from, Mark to, Scale scale) {
        Bytes lost = less(from.region().huge(), to.region().huge());
        boolean large = to.region().name() == RegionName.HEAP
                && lost.compareTo(LEAST_RESIDENT) >= 0
                && lost.value() >= from.region().huge().value() / SMALLER
                && fell(from, to) > 0;
        if (!large || !isMany(lost, from, to, scale, LEAST)) {
            return Optional.empty();
        }
        return Optional.of(alert(
                Alert.Kind.SHRINK,
                from,
                to,
                lost,
                Cause.MADVISE,
                "the heap became smaller: " + to.region().resident().rounded() + " are resident, were "
                        + from.region().resident().rounded() + rest(to),
                List.of(new Evidence("resident", "-" + Bytes.of(fell(from, to)).rounded(), "/proc/PID/pagemap")),
                scale));
    }

    private static boolean isMany(Bytes lost, Mark from, Mark to, Scale scale, double least) {
        boolean known = from.region().coverage().isPresent()
                && (to.region().coverage().isPresent() || to.region().resident().isZero());
        return known
                && lost.compareTo(scale.pmdSize()) >= 0
                && lost.value() >= least * from.region().resident().value();
    }

    private static String rest(Mark to) {
        return to.region().coverage().isPresent()
                ? "; coverage of the rest is " + Percent.of(to.coverage())
                : "; none of its memory is resident";
    }

    private static Alert alert(Alert.Kind kind, Mark from, Mark to, Bytes bytes, CauseOfLoss cause, Scale scale) {
        boolean falls = to.coverage() < from.coverage();
        String amount = !falls || bytes.isZero() || cause.cause() == Cause.GROWTH
                ? ""
                : " (" + bytes.rounded() + " in " + seconds(Duration.between(from.time(), to.time())) + ")";
        String text = "coverage of the " + to.region().name() + (falls ? " fell from " : " rose from ")
                + Percent.of(from.coverage()) + " to " + Percent.of(to.coverage()) + amount
                + (kind == Alert.Kind.BELOW_THRESHOLD
                        ? ", below the threshold of "
                                + Percent.of(scale.threshold().getAsDouble())
                        : "")
                + ": " + cause.text();
        return alert(kind, from, to, bytes, cause.cause(), text, cause.evidence(), scale);
    }

    private static Alert alert(
            Alert.Kind kind,
            Mark from,
            Mark to,
            Bytes bytes,
            Cause cause,
            String text,
            List<Evidence> evidence,
            Scale scale) {
        return new Alert(
                to.time(),
                scale.pid(),
                kind,
                to.region().name(),
                from.region().coverage(),
                to.coverage(),
                bytes,
                from.time(),
                cause,
                text,
                evidence);
    }

    private static String seconds(Duration time) {
        long seconds = Math.max(1, Math.round(time.toMillis() / 1000.0));
        return seconds < 120 ? seconds + " s" : seconds / 60 + " min";
    }

    private static long fell(Mark from, Mark to) {
        return less(from.region().resident(), to.region().resident()).value();
    }

    private static Bytes base(RegionReading reading) {
        return reading.backing().baseMin();
    }

    private static Bytes less(Bytes one, Bytes other) {
        return one.compareTo(other) > 0 ? one.minus(other) : Bytes.ZERO;
    }
}
