package io.github.hpjvm.bench.counters;

/**
 * An event of a CPU, a row of events.tsv.
 *
 * @param cpu the CPUs that have it, a name in cpus.tsv; {@code all} or {@code alias} for perf's generic names
 * @param name perf's name, as in {@code perf list}
 * @param raw the code for a perf without its tables; {@code -} for a generic name
 * @param source file below linux/tools/perf/pmu-events/arch that defines it
 */
public record Event(String cpu, Meaning meaning, String name, String raw, String source) {}
