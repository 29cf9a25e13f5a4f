package io.github.hpjvm.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What could have disturbed a fork, from before it was started until after it had ended. A part that this kernel does not
 * tell is empty.
 *
 * @param stealPercent CPU time that the hypervisor took, of all CPU time
 * @param othersCpuPercent CPU time that went neither to the fork nor to us, of all CPU time; kernel threads are others
 * @param cpuSomePercent share of the time in which at least one task of the host waited for a CPU (PSI,
 *     Documentation/accounting/psi.rst)
 * @param memorySomePercent the same of tasks that waited for memory
 * @param load the load average of the last minute, before the fork was started
 * @param megahertz mean of all CPUs, before the fork was started; a virtual machine shows a constant
 * @param freeHugeBlocks free blocks of the size of a huge page or more, in huge pages, before the fork was started
 * @param unusableFree the share of free memory in blocks smaller than a huge page, before the fork was started
 *     (unusable_free_index of mm/vmstat.c)
 * @param vmstat what {@code thp_*}, {@code compact_*} and {@code allocstall_*} counted of the whole host, without zeros
 */
public record Disturbance(
        OptionalDouble stealPercent,
        OptionalDouble othersCpuPercent,
        OptionalDouble cpuSomePercent,
        OptionalDouble memorySomePercent,
        OptionalDouble load,
        OptionalDouble megahertz,
        OptionalLong freeHugeBlocks,
        OptionalDouble unusableFree,
        Map<String, Long> vmstat) {
    /** Of a fork that was never made. */
    public static final Disturbance UNKNOWN = new Disturbance(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Map.of());

    /** More than this is a disturbance: a rule of thumb, fixed here so that nobody chooses it by its result. */
    public static final double MOST_STEAL = 5;

    /** The same of other processes; half of one CPU of a host that has five. */
    public static final double MOST_OTHERS = 10;

    /** The rule in words, for the plan. */
    public static String rule() {
        return String.format(
                Locale.ROOT, "steal > %.0f %% or CPU time of others > %.0f %% of the host's", MOST_STEAL, MOST_OTHERS);
    }

    /**
     * Whether others had the CPUs: by steal and by the CPU time of other processes alone. What a variant may bring about
     * itself, as compaction, stalls and memory pressure, is recorded and never makes a round a disturbed one: to leave
     * out such rounds would favour the variant that causes them.
     */
    public boolean disturbed() {
        return !reasons().isEmpty();
    }

    /** Why it is disturbed; empty if it is not. */
    public List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        above("steal", stealPercent, MOST_STEAL).ifPresent(reasons::add);
        above("others' CPU time", othersCpuPercent, MOST_OTHERS).ifPresent(reasons::add);
        return reasons;
    }

    private static Optional<String> above(String what, OptionalDouble percent, double most) {
        return percent.isPresent() && percent.getAsDouble() > most
                ? Optional.of(String.format(Locale.ROOT, "%s %.1f %%", what, percent.getAsDouble()))
                : Optional.empty();
    }
}
