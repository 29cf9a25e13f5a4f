package io.github.hpjvm.bench.counters;

/**
 * An event of a CPU, a row of events.tsv.
 *
 * @param cpu the CPUs that have it, a name in cpus.tsv; {@code all} or {@code alias} for perf's generic names
 * @param name perf's name, as {@code perf list} has it
 * @param raw the code by which perf takes it without its tables; {@code -} for a generic name
 * @param source file below linux/tools/perf/pmu-events/arch that has it
 */
public record Event(String cpu, Meaning meaning, String name, String raw, String source) {}
