package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.term.Bytes;
import java.time.Instant;

/**
 * One reading of a region with which later ones are compared.
 *
 * @param time the time of the reading
 * @param region the reading
 * @param before the state before the region was read
 * @param after the state after that
 */
record Mark(Instant time, RegionReading region, Moment before, Moment after) {

    /** Returns the share of huge pages; NaN if it is not known. */
    double coverage() {
        return region.coverage().orElse(Double.NaN);
    }

    /**
     * Returns the facts from this reading to a later one. Counters count from before this reading, because an event may
     * follow the reading of a region and precede that of a counter.
     */
    Interval until(Mark later, Bytes pmdSize) {
        ProcessReading start = ProcessReading.start(before.process(), after.process(), later.after.process());
        return new Interval(later.after.host().since(before.host()), start, later.after.process(), pmdSize);
    }
}
