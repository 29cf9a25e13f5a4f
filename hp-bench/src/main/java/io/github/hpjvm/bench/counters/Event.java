package io.github.hpjvm.bench.counters;

import java.util.Optional;

/**
 * An event of a CPU, a row of events.tsv.
 *
 * @param cpu the CPUs that have it, a name in cpus.tsv; {@code all} or {@code alias} for perf's generic names
 * @param name perf's name, as in {@code perf list}
 * @param raw the code for a perf without its tables; {@code -} for a generic name
 * @param source file below linux/tools/perf/pmu-events/arch that defines it
 * @param spec what perf is given to count it: the name, or the code with the name
 */
public record Event(String cpu, Meaning meaning, String name, String raw, String source, String spec) {

    Event(String cpu, Meaning meaning, String name, String raw, String source) {
        this(cpu, meaning, name, raw, source, name);
    }

    /** Returns whether perf counts it by its code. */
    public boolean isByCode() {
        return !spec.equals(name);
    }

    /**
     * The same event for a perf that does not know its name, such as one that is older than the CPU: by its code, under its
     * name (perf-stat(1), {@code pmu/config=M/}; perf-record(1), {@code name}). The PMU of other architectures, and of a CPU
     * with two kinds of cores, is not named {@code cpu}. Empty for these architectures, and if it has no code.
     */
    Optional<Event> byCode() {
        return raw.startsWith("r") && source.startsWith("x86/")
                ? Optional.of(new Event(
                        cpu, meaning, name, raw, source, "cpu/config=0x" + raw.substring(1) + ",name=" + name + "/"))
                : Optional.empty();
    }
}
