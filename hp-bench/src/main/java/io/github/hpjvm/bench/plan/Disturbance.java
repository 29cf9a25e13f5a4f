package io.github.hpjvm.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Activity of the host during a fork, from before its start until after its end. Values that this kernel does not
 * provide are empty. The components are members of results.json.
 *
 * @param stealPercent CPU time that the hypervisor took, as a share of all CPU time
 * @param othersCpuPercent CPU time of other processes than the fork and hp-bench, kernel threads included, as a share
 *     of all CPU time
 * @param psiCpuSomePercent share of the time in which at least one task of the host waited for a CPU (PSI,
 *     Documentation/accounting/psi.rst)
 * @param psiMemorySomePercent share of the time in which at least one task of the host waited for memory
 * @param load1 load average of the last minute, before the fork started
 * @param cpuMHz mean frequency of all CPUs, before the fork started; a virtual machine shows a constant
 * @param freeHugeBlocks free blocks of at least huge-page size, in huge pages, before the fork started
 * @param unusableFreeIndex share of free memory in blocks smaller than a huge page, before the fork started
 *     (unusable_free_index of mm/vmstat.c)
 * @param slowIdleReadsPercent share of pages whose read took more than 2 µs although they are in memory: nothing had read
 *     them since before the fork started; empty if that was less than a second ago
 * @param vmstat increments of {@code thp_*}, {@code compact_*} and {@code allocstall_*} of the whole host, without
 *     zeros
 */
public record Disturbance(
        OptionalDouble stealPercent,
        OptionalDouble othersCpuPercent,
        OptionalDouble psiCpuSomePercent,
        OptionalDouble psiMemorySomePercent,
        OptionalDouble load1,
        OptionalDouble cpuMHz,
        OptionalLong freeHugeBlocks,
        OptionalDouble unusableFreeIndex,
        OptionalDouble slowIdleReadsPercent,
        Map<String, Long> vmstat) {
    /** The value for a fork that was not started. */
    public static final Disturbance UNKNOWN = new Disturbance(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Map.of());

    /** Limit of steal time in per cent: a rule of thumb, fixed so that it cannot be chosen by the result. */
    public static final double MOST_STEAL = 5;

    /** Limit of other processes' CPU time in per cent: half a CPU on a host of five. */
    public static final double MOST_OTHERS = 10;

    /** The rule for busy rounds as text. */
    public static String rule() {
        return String.format(
                Locale.ROOT,
                "steal time > %.0f %% or other processes > %.0f %% of the host's CPU time",
                MOST_STEAL,
                MOST_OTHERS);
    }

    /**
     * Returns whether the machine was busy, by steal time and CPU time of other processes only. Effects that a variant
     * may cause itself, such as compaction, stalls and memory pressure, are recorded but never make a round busy:
     * leaving out such rounds would favour the variant that causes them.
     */
    public boolean disturbed() {
        return !reasons().isEmpty();
    }

    /** The reasons why the machine was busy; empty if it was not. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        above("steal time", stealPercent, MOST_STEAL).ifPresent(reasons::add);
        above("other processes", othersCpuPercent, MOST_OTHERS).ifPresent(reasons::add);
        return reasons;
    }

    private static Optional<String> above(String name, OptionalDouble percent, double most) {
        return percent.isPresent() && percent.getAsDouble() > most
                ? Optional.of(String.format(Locale.ROOT, "%s %.1f %%", name, percent.getAsDouble()))
                : Optional.empty();
    }
}
