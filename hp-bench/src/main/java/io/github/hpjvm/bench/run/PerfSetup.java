package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.Profiler;
import io.github.hpjvm.bench.counters.PerfEvents;
import java.util.Optional;

/**
 * How perf is to be used here.
 *
 * @param version of perf; empty if it cannot be run
 * @param events what it can count
 * @param unavailable why the CPU's counters cannot be had; empty if they can
 */
public record PerfSetup(Optional<String> version, PerfEvents events, Optional<String> unavailable) {

    /** Why the profiler cannot run at all; empty if it can, be it with software events only. */
    public Optional<String> refuses(Profiler profiler) {
        if (version.isEmpty() || (!events.hardware() && !events.software())) {
            return unavailable.map(why -> profiler.label() + " is left out: " + why);
        }
        return Optional.empty();
    }

    /** JMH's option line for the profiler. */
    String options(Profiler profiler) {
        if (events.hardware()) {
            return "";
        }
        return profiler == Profiler.PERFASM
                ? "events=cpu-clock"
                : "events=" + String.join(",", events.among(PerfEvents.SOFTWARE));
    }
}
