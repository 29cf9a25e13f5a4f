package io.github.hpjvm.bench.plan;

import io.github.hpjvm.bench.error.UsageException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A JMH profiler that may be asked for; it runs in rounds of its own, never in those that are timed. */
public enum Profiler {
    /** Events per operation, from {@code perf stat}. */
    PERFNORM,
    /** The hottest code, from {@code perf record}. */
    PERFASM;

    /** The name in options and JSON, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws UsageException if there is no such profiler */
    public static Profiler named(String name) {
        return Arrays.stream(values())
                .filter(profiler -> profiler.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("no profiler '" + name + "'; there are "
                        + Arrays.stream(values()).map(Profiler::label).collect(Collectors.joining(", "))));
    }
}
