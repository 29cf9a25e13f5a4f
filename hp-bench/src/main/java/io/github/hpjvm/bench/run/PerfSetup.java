package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.plan.Profiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How perf is to be used here.
 *
 * @param version of perf; empty if it cannot be run
 * @param events what it can count
 * @param choice events of the CPU that tell what its TLB does; empty without a PMU
 * @param unavailable why the CPU's counters cannot be had; empty if they can
 */
public record PerfSetup(
        Optional<String> version, PerfEvents events, Optional<EventChoice> choice, Optional<String> unavailable) {

    /** For people: what is counted here, or why it cannot be. */
    public Optional<String> text() {
        return unavailable.or(() -> choice.map(EventChoice::text));
    }

    /** Why the profiler cannot run at all; empty if it can, be it with software events only. */
    public Optional<String> refuses(Profiler profiler) {
        if (version.isEmpty() || (!events.hardware() && !events.software())) {
            return unavailable.map(why -> profiler.label() + " is left out: " + why);
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
