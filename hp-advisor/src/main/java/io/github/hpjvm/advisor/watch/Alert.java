package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A change of a region's coverage that calls for attention.
 *
 * @param time the time of the reading that shows it
 * @param pid the process
 * @param kind the kind of change
 * @param region the region
 * @param was coverage at {@code since}; empty in the first reading
 * @param coverage coverage now; NaN if nothing is resident
 * @param bytes the bytes that left huge pages, or that huge pages replaced; the new memory on base pages if the cause is
 *     GROWTH; zero in the first reading
 * @param since the time of the reading with which it is compared
 * @param cause the cause; UNKNOWN if the evidence does not show it
 * @param text one sentence
 * @param evidence the facts that show the cause
 */
public record Alert(
        Instant time,
        long pid,
        Kind kind,
        RegionName region,
        OptionalDouble was,
        double coverage,
        Bytes bytes,
        Instant since,
        Cause cause,
        String text,
        List<Evidence> evidence) {

    /** The kind of change. */
    public enum Kind {
        /** Coverage is below the threshold, and was not before; or it is in the first reading of at least 16 MiB. */
        BELOW_THRESHOLD,
        /** Coverage fell. */
        LOSS,
        /** Huge pages replaced base pages. */
        GAIN,
        /** The process returned a part of the heap; the rest is as huge as before. */
        SHRINK
    }

    public Alert {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(was, "was");
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(text, "text");
        evidence = List.copyOf(evidence);
    }
}
