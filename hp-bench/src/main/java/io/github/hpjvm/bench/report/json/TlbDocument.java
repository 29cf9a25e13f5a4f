package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.counters.TlbFigures;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The contents of a document of {@code hp-cli tlb}.
 *
 * @param start start of the measurement
 * @param pid the process; empty for all processes
 * @param cpu name of the CPU; empty if the event table does not contain it
 * @param perf version of perf
 * @param events counted events
 * @param end name of the reason why the measurement ended
 * @param intervals figures of each interval
 * @param summary figures of all intervals together
 * @param missing why there are no counters; empty if there are
 */
public record TlbDocument(
        Instant start,
        Optional<Long> pid,
        Optional<String> cpu,
        Optional<String> perf,
        List<String> events,
        String end,
        List<TlbFigures> intervals,
        TlbFigures summary,
        Optional<MissingCounters> missing) {

    public TlbDocument {
        events = List.copyOf(events);
        intervals = List.copyOf(intervals);
    }
}
