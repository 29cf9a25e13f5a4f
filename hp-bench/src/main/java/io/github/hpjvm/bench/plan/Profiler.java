package io.github.hpjvm.bench.plan;

import io.github.hpjvm.console.error.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** JMH profilers. They run in their own rounds, never in timed ones. */
public enum Profiler {
    /** Events per operation, from {@code perf stat}. */
    PERFNORM,
    /** The hottest code, from {@code perf record}. */
    PERFASM,
    /** The profilers that the user gave to the JMH in a jar by {@code -prof}. */
    PROF;

    /** Those for workloads of hp-bench. */
    public static List<Profiler> ofWorkloads() {
        return List.of(PERFNORM, PERFASM);
    }

    /** The name in options and JSON, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws UsageException for an unknown name */
    public static Profiler named(String name) {
        return ofWorkloads().stream()
                .filter(profiler -> profiler.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("profilers: unknown profiler '" + name + "'; profilers are "
                        + ofWorkloads().stream().map(Profiler::label).collect(Collectors.joining(", "))));
    }
}
