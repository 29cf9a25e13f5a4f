package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The coverage of one JVM's heap over time, in constant space, and its interpretation. */
public final class HeapHistory {

    /** Share of the bytes on huge pages from which a heap counts as having kept them: a heap that G1 resizes varies. */
    private static final double KEPT = 0.9;

    private final long pid;
    private final boolean requested;
    private final Map<Cause, Bytes> losses = new EnumMap<>(Cause.class);
    private Instant begun = Instant.MAX;
    private Instant latest = Instant.MIN;
    private double first = Double.NaN;
    private double last = Double.NaN;
    private double least = Double.NaN;
    /** The most huge pages of exact readings, and of estimates: the error of an estimate would look like a change. */
    private final Map<Boolean, Bytes> mostHuge = new HashMap<>();

    private Bytes lastHuge = Bytes.ZERO;
    private boolean lastIsEstimate;
    private Bytes gained = Bytes.ZERO;

    /**
     * Begins without a reading.
     *
     * @param requested whether the JVM requested huge pages, or this is not known
     */
    public HeapHistory(long pid, boolean requested) {
        this.pid = pid;
        this.requested = requested;
    }

    /** Adds a reading with its alerts. */
    public void add(Instant time, List<RegionReading> regions, List<Alert> alerts) {
        begun = time.isBefore(begun) ? time : begun;
        latest = time.isAfter(latest) ? time : latest;
        for (RegionReading region : regions) {
            if (region.name() == RegionName.HEAP && region.coverage().isPresent()) {
                last = region.coverage().getAsDouble();
                first = Double.isNaN(first) ? last : first;
                least = Double.isNaN(least) ? last : Math.min(least, last);
            }
            if (region.name() == RegionName.HEAP) {
                lastHuge = region.huge();
                lastIsEstimate = region.isEstimate();
                mostHuge.merge(lastIsEstimate, lastHuge, Bytes::max);
            }
        }
        alerts.forEach(this::add);
    }

    /** Adds an alert that belongs to no further reading. */
    public void add(Alert alert) {
        boolean heap = alert.region() == RegionName.HEAP;
        if (heap && alert.kind() == Alert.Kind.GAIN) {
            gained = gained.plus(alert.bytes());
        } else if (heap
                && alert.was().isPresent()
                && alert.kind() != Alert.Kind.SHRINK
                && !alert.bytes().isZero()) {
            losses.merge(alert.cause(), alert.bytes(), Bytes::plus);
        }
    }

    /** Returns whether the coverage of the heap was known at least once. */
    public boolean isKnown() {
        return !Double.isNaN(first);
    }

    /**
     * Returns the interpretation, in one line.
     *
     * @param ended how the JVM ended, as a clause; empty if it has not
     * @param unknown why the heap is not known, if it is not
     */
    public String conclusion(double threshold, String ended, Optional<String> unknown) {
        String end = ended.isEmpty() ? "" : "; " + ended;
        if (!isKnown()) {
            return "PID " + pid + ": coverage of the heap is unknown"
                    + unknown.map(why -> ": " + why).orElse("") + end;
        }
        String time = time();
        if (unknown.isPresent()) {
            return "PID " + pid + ", " + time + ": coverage of the heap was " + Percent.of(last)
                    + ", and is no longer known: " + unknown.get() + end;
        }
        String range = "coverage of the heap was " + Percent.of(first)
                + (first == last ? "" : ", is " + Percent.of(last))
                + (least < Math.min(first, last) ? ", was " + Percent.of(least) + " at least" : "")
                + (isSmaller()
                        ? "; " + lastHuge.rounded() + " are on huge pages, were "
                                + mostHuge().rounded()
                        : "");
        return "PID " + pid + ", " + time + ": " + range + end + "; " + meaning(threshold);
    }

    private String meaning(double threshold) {
        String remedy = "; hp-cli advise " + pid + " shows the remedy";
        boolean fell = last < first - CoverageChange.LEAST || isSmaller();
        String gains = gained.isZero() ? "" : "; gained " + gained.rounded() + " by collapses";
        if (!losses.isEmpty()) {
            return losses() + gains + (last >= threshold && !fell ? "; the heap has its huge pages again" : remedy);
        }
        if (last >= threshold) {
            if (isSmaller()) {
                return "the heap became smaller, and the rest of it is on huge pages";
            }
            if (fell) {
                return "coverage fell" + gains + remedy;
            }
            boolean made = !gained.isZero() && last > first + CoverageChange.LEAST;
            return made
                    ? "collapses made " + gained.rounded() + " of the heap huge"
                    : "the heap kept its huge pages" + gains;
        }
        if (!gained.isZero() && last > first) {
            return "collapses are in progress, " + gained.rounded() + " so far" + remedy;
        }
        return (last > 0 ? "base pages back a part of the heap" : "base pages back the heap")
                + (requested ? remedy : ", and the JVM requested no huge pages");
    }

    /** {@code lost 512 MiB of huge pages by split; 20 MiB of growth on base pages}. */
    private String losses() {
        Bytes lost = Bytes.ZERO;
        List<String> causes = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (Map.Entry<Cause, Bytes> loss : losses.entrySet()) {
            if (isGrowth(loss.getKey())) {
                parts.add(loss.getValue().rounded() + " of " + word(loss.getKey()));
            } else {
                lost = lost.plus(loss.getValue());
                causes.add(loss.getValue().rounded() + " by " + word(loss.getKey()));
            }
        }
        if (causes.size() == 1) {
            parts.add(0, "lost " + causes.get(0).replace(" by ", " of huge pages by "));
        } else if (!causes.isEmpty()) {
            parts.add(0, "lost " + lost.rounded() + " of huge pages: " + String.join(", ", causes));
        }
        return String.join("; ", parts);
    }

    private static boolean isGrowth(Cause cause) {
        return cause == Cause.GROWTH;
    }

    /** Returns whether fewer bytes are on huge pages than before: a share of all bytes does not show that. */
    private boolean isSmaller() {
        return lastHuge.value() < KEPT * mostHuge().value();
    }

    private Bytes mostHuge() {
        return mostHuge.getOrDefault(lastIsEstimate, Bytes.ZERO);
    }

    private static String word(Cause cause) {
        return switch (cause) {
            case SPLIT -> "split";
            case SHRINKER -> "THP shrinker";
            case RECLAIM -> "reclaim";
            case FORK -> "fork";
            case MADVISE -> "madvise or munmap";
            case GROWTH -> "growth on base pages";
            case COLLAPSE -> "collapse";
            case UNKNOWN -> "an unknown cause";
        };
    }

    private String time() {
        long seconds = Math.max(0, Duration.between(begun, latest).toSeconds());
        return seconds < 120 ? seconds + " s" : seconds / 60 + " min";
    }
}
