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
    private @Nullable Span span;

    /** Whether a reading was large enough for an alert of its own. */
    private boolean judged;

    /** Whether a fall below the threshold is an alert: not again before the coverage was well above it. */
    private boolean armed = true;

    private @Nullable Mark last;

    /**
     * The readings since the last alert.
     *
     * @param reference the reading of the alert
     * @param highest the reading with the highest coverage
     * @param lowest the reading with the lowest coverage
     * @param largest the reading with the largest size of huge pages
     */
    private record Span(Mark reference, Mark highest, Mark lowest, Mark largest) {
        Span widened(Mark now) {
            return new Span(
                    reference,
                    highest.coverage() > now.coverage() ? highest : now,
                    lowest.coverage() < now.coverage() ? lowest : now,
                    largest.region().huge().compareTo(now.region().huge()) > 0 ? largest : now);
        }
    }

    public RegionWatch(CoverageChange.Scale scale) {
        this.scale = scale;
    }

    /**
     * Returns whether the coverage has changed so much since the last alert that {@link #add} may report it. A caller then
     * reads the facts that are read on demand.
     */
    public boolean isLarge(RegionReading now) {
        return span != null
                && (CoverageChange.isLarge(span.reference.region(), now)
                        || CoverageChange.isLarge(span.highest.region(), now));
    }

    /** Returns whether huge pages were lost since the last alert, however few. */
    public boolean hasLost(RegionReading now) {
        return span != null
                && !now.isEstimate()
                && now.huge()
                                .plus(scale.pmdSize())
                                .compareTo(span.highest.region().huge())
                        <= 0;
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
        List<Alert> alerts = span == null ? List.of() : compared(span, now);
        if (!judged) {
            judged = CoverageChange.isJudged(region);
            alerts = alerts.isEmpty() && armed
                    ? CoverageChange.first(time, region, scale).stream().toList()
                    : alerts;
        }
        if (region.coverage().isPresent()) {
            boolean below = alerts.stream().anyMatch(alert -> alert.kind() == Alert.Kind.BELOW_THRESHOLD);
            armed = armed && !below || scale.isWellAbove(region.coverage().getAsDouble());
        }
        if (span == null || !alerts.isEmpty()) {
            restart(now);
        } else if (!now.region().isEstimate() && now.region().coverage().isPresent()) {
            span = span.widened(now);
        }
        return alerts;
    }

    /** Returns the changes since the last alert that were too small for one of their own: at the end of the readings. */
    public List<Alert> settle() {
        Mark now = last;
        if (now == null || span == null || now.region().isEstimate()) {
            return List.of();
        }
        Mark reference = span.reference;
        Mark turn = reference;
        for (Mark extreme : List.of(span.highest, span.lowest)) {
            boolean further = Math.abs(extreme.coverage() - reference.coverage())
                            + Math.abs(extreme.coverage() - now.coverage())
                    > Math.abs(turn.coverage() - reference.coverage()) + Math.abs(turn.coverage() - now.coverage());
            turn = further ? extreme : turn;
        }
        List<Alert> alerts = new ArrayList<>();
        CoverageChange.rest(reference, turn, scale).ifPresent(alerts::add);
        CoverageChange.rest(turn, now, scale).ifPresent(alerts::add);
        if (alerts.isEmpty()) {
            CoverageChange.taken(span.largest, now, scale, 0).ifPresent(alerts::add);
        }
        restart(now);
        return alerts;
    }

    private List<Alert> compared(Span span, Mark now) {
        Mark from = span.reference;
        if (!now.region().isEstimate() && !from.region().isEstimate()) {
            boolean falls = span.highest.coverage() - now.coverage() >= now.coverage() - span.lowest.coverage();
            from = falls ? span.highest : span.lowest;
        }
        Optional<Alert> alert = CoverageChange.between(from, now, armed ? scale : scale.withoutThreshold());
        List<Alert> alerts = new ArrayList<>();
        if (alert.isPresent()) {
            // The way from the last alert to the turn, which was too short for an alert.
            CoverageChange.rest(span.reference, from, scale).ifPresent(alerts::add);
            alerts.add(alert.get());
            return alerts;
        }
        if (now.region().isEstimate() != span.largest.region().isEstimate()) {
            return alerts; // The error of an estimate would look like a change of the size.
        }
        CoverageChange.taken(span.largest, now, scale, CoverageChange.LEAST)
                .or(() -> CoverageChange.smaller(span.largest, now, scale))
                .ifPresent(alerts::add);
        return alerts;
    }

    private void restart(Mark now) {
        span = new Span(now, now, now, now);
    }
}
