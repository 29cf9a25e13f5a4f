package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.plan.Profiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The use of perf on this host.
 *
 * @param version of perf; empty if it cannot be run
 * @param events events that perf can count
 * @param choice events of the CPU that describe its TLB; empty without a PMU
 * @param unavailable why the CPU's counters are unavailable; empty if they are available
 */
public record PerfSetup(
        Optional<String> version, PerfEvents events, Optional<EventChoice> choice, Optional<String> unavailable) {

    /** Describes what is counted here, or why nothing is. */
    public Optional<String> text() {
        return unavailable.or(() -> choice.map(EventChoice::text));
    }

    /** The reason why the profiler cannot run at all; empty if it can, possibly with software events only. */
    public Optional<String> refuses(Profiler profiler) {
        if (version.isEmpty() || (!events.hardware() && !events.software())) {
            return unavailable.map(why -> profiler.label() + " is skipped: " + why);
        }
        return Optional.empty();
    }

    /** JMH's option line for the profiler. */
    String options(Profiler profiler) {
        if (profiler == Profiler.PERFASM) {
            return events.hardware() ? "" : "events=cpu-clock";
        }
        List<String> names =
                new ArrayList<>(choice.map(EventChoice::names).orElseGet(() -> events.among(PerfEvents.HARDWARE)));
        names.addAll(events.among(PerfEvents.SOFTWARE));
        return "events=" + String.join(",", names);
    }
}
