package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The coverage of one JVM's heap over time, in constant space, and its interpretation. */
public final class HeapHistory {

    /** Share of the bytes on huge pages from which a heap counts as having kept them: a heap that G1 resizes varies. */
    private static final double KEPT = 0.9;

    private final long pid;
    private final Map<Cause, Integer> losses = new EnumMap<>(Cause.class);
    private Instant begun = Instant.MAX;
    private Instant latest = Instant.MIN;
    private double first = Double.NaN;
    private double last = Double.NaN;
    private double least = Double.NaN;
    private Bytes mostHuge = Bytes.ZERO;
    private Bytes lastHuge = Bytes.ZERO;
    private int gains;

    public HeapHistory(long pid) {
        this.pid = pid;
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
                mostHuge = mostHuge.max(lastHuge);
            }
        }
        for (Alert alert : alerts) {
            if (alert.kind() == Alert.Kind.GAIN) {
                gains++;
            } else if (alert.was().isPresent()) {
                losses.merge(alert.cause(), 1, Integer::sum);
            }
        }
    }

    /** Returns whether the coverage of the heap was known at least once. */
    public boolean isKnown() {
        return !Double.isNaN(first);
    }

    /**
     * Returns the interpretation, in one line.
     *
     * @param ended whether the process has ended
     * @param unknown why the heap is not known, if it is not
     */
    public String conclusion(double threshold, boolean ended, Optional<String> unknown) {
        String end = ended ? "; the process ended" : "";
        if (!isKnown()) {
            return "PID " + pid + ": coverage of the heap is unknown"
                    + unknown.map(why -> ": " + why).orElse("") + end;
        }
        String time = time();
        String range = "coverage of the heap was " + Percent.of(first)
                + (first == last ? "" : ", is " + Percent.of(last))
                + (least < Math.min(first, last) ? ", was " + Percent.of(least) + " at least" : "")
                + (isSmaller() ? "; " + lastHuge.rounded() + " are on huge pages, were " + mostHuge.rounded() : "");
        return "PID " + pid + ", " + time + ": " + range + end + "; " + meaning(threshold);
    }

    private String meaning(double threshold) {
        if (!losses.isEmpty()) {
            String causes = losses.entrySet().stream()
                    .map(loss -> loss.getValue() + " by " + word(loss.getKey()))
                    .collect(Collectors.joining(", "));
            int all = losses.values().stream().mapToInt(Integer::intValue).sum();
            return (all == 1 ? "1 loss: " : all + " losses: ")
                    + causes
                    + (last >= threshold && !isSmaller()
                            ? "; the heap has its huge pages again"
                            : "; hp-cli advise " + pid + " shows the remedy");
        }
        if (last >= threshold) {
            if (isSmaller()) {
                return "the heap became smaller, and what is left of it is on huge pages";
            }
            return gains > 0 ? "collapses made the heap huge" : "the heap kept its huge pages";
        }
        return (gains > 0 ? "collapses are in progress" : "base pages back the heap") + "; hp-cli advise " + pid
                + " shows the remedy";
    }

    /** Returns whether fewer bytes are on huge pages than before: a share of all bytes does not show that. */
    private boolean isSmaller() {
        return lastHuge.value() < KEPT * mostHuge.value();
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
