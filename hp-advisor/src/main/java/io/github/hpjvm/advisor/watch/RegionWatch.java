package io.github.hpjvm.advisor.watch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges the readings of one region. Each reading is compared with the last alert, or with the highest and lowest coverage
 * since then. A slow change is therefore an alert as soon as it is large enough, and no byte counts twice.
 */
public final class RegionWatch {

    private final CoverageChange.Scale scale;
    private @Nullable Mark reference;
    private @Nullable Mark highest;
    private @Nullable Mark lowest;
    private @Nullable Mark largest;
    private @Nullable Mark last;

    public RegionWatch(CoverageChange.Scale scale) {
        this.scale = scale;
    }

    /**
     * Returns whether the coverage has changed so much since the last alert that {@link #add} may report it. A caller then
     * reads the facts that are read on demand.
     */
    public boolean isLarge(RegionReading now) {
        return reference != null
                && (CoverageChange.isLarge(reference.region(), now)
                        || highest != null && CoverageChange.isLarge(highest.region(), now));
    }

    /** Returns whether huge pages were lost since the last alert, however few. */
    public boolean hasLost(RegionReading now) {
        return highest != null
                && !now.isEstimate()
                && now.huge().plus(scale.pmdSize()).compareTo(highest.region().huge()) <= 0;
    }

    /**
     * Adds a reading, and returns its alerts.
     *
     * @param before the state before the region was read
     * @param after the state after that
     */
    public List<Alert> add(Instant time, RegionReading region, Moment before, Moment after) {
        Mark now = new Mark(time, region, before, after);
        last = now;
        if (reference == null) {
            restart(now);
            return CoverageChange.first(time, region, scale).stream().toList();
        }
        List<Alert> alerts = compared(now);
        if (alerts.isEmpty()) {
            widen(now);
        } else {
            restart(now);
        }
        return alerts;
    }

    /** Returns the changes since the last alert that were too small for one of their own: at the end of the readings. */
    public List<Alert> settle() {
        Mark now = last;
        if (now == null || reference == null || now.region().isEstimate()) {
            return List.of();
        }
        Mark turn = reference;
        for (Mark extreme : List.of(highest, lowest)) {
            boolean further = Math.abs(extreme.coverage() - reference.coverage())
                            + Math.abs(extreme.coverage() - now.coverage())
                    > Math.abs(turn.coverage() - reference.coverage()) + Math.abs(turn.coverage() - now.coverage());
            turn = further ? extreme : turn;
        }
        List<Alert> alerts = new ArrayList<>();
        CoverageChange.rest(reference, turn, scale).ifPresent(alerts::add);
        CoverageChange.rest(turn, now, scale).ifPresent(alerts::add);
        if (alerts.isEmpty()) {
            CoverageChange.taken(largest, now, scale, 0).ifPresent(alerts::add);
        }
        restart(now);
        return alerts;
    }

    private List<Alert> compared(Mark now) {
        Mark from = reference;
        if (!now.region().isEstimate() && !reference.region().isEstimate()) {
            boolean falls = highest.coverage() - now.coverage() >= now.coverage() - lowest.coverage();
            from = falls ? highest : lowest;
        }
        Optional<Alert> alert = CoverageChange.between(from, now, scale);
        List<Alert> alerts = new ArrayList<>();
        if (alert.isPresent()) {
            // The way from the last alert to the turn, which was too short for an alert.
            CoverageChange.rest(reference, from, scale).ifPresent(alerts::add);
            alerts.add(alert.get());
            return alerts;
        }
        CoverageChange.taken(largest, now, scale, CoverageChange.LEAST)
                .or(() -> CoverageChange.smaller(largest, now, scale))
                .ifPresent(alerts::add);
        return alerts;
    }

    private void restart(Mark now) {
        reference = now;
        highest = now;
        lowest = now;
        largest = now;
    }

    private void widen(Mark now) {
        if (now.region().isEstimate() || now.region().coverage().isEmpty()) {
            return;
        }
        highest = highest.coverage() > now.coverage() ? highest : now;
        lowest = lowest.coverage() < now.coverage() ? lowest : now;
        largest = largest.region().huge().compareTo(now.region().huge()) > 0 ? largest : now;
    }
}
