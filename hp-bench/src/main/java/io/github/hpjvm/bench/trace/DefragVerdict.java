package io.github.hpjvm.bench.trace;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The mode of {@code transparent_hugepage/defrag} that the measurements favour. The modes {@code always}, {@code
 * madvise} and {@code defer+madvise} let a fault compact memory (vma_thp_gfp_mask in mm/huge_memory.c), {@code defer}
 * and {@code never} do not.
 *
 * @param current the mode during the trace; empty if it could not be read
 * @param favoured the mode that the numbers favour; empty if they favour none
 * @param certainty how many events this rests on
 * @param text one or two sentences
 */
public record DefragVerdict(Optional<String> current, Optional<String> favoured, Certainty certainty, String text) {

    /** Number of events behind a verdict. */
    public enum Certainty {
        /** No events. */
        NONE,
        /** Fewer than 30 events, or events were lost. */
        LOW,
        /** Fewer than 300 events. */
        MEDIUM,
        /** At least 300 events. */
        HIGH
    }

    private static final long FEW = 30;
    private static final long MANY = 300;

    /** Share of the time of huge-page faults that compaction may take. */
    private static final double LARGE_SHARE = 0.2;

    /** A single wait that a user of a service notices. */
    private static final long LONG_WAIT_NANOS = 10_000_000;

    /** Share of faults that get base pages although THP apply to them. */
    private static final double MANY_FALLBACKS = 0.1;

    /** Share of the time in which tasks wait for a CPU from which times of the trace say little about memory. */
    private static final double BUSY = 0.3;

    /**
     * Judges a trace.
     *
     * @param defrag the mode during the trace
     * @param lost events that the tracer lost
     * @param cpuPressure share of the time in which at least one task of the host waited for a CPU; empty if not known
     */
    public static DefragVerdict of(
            TraceMeasurement measured, Optional<String> defrag, long lost, OptionalDouble cpuPressure) {
        DefragVerdict verdict = of(measured, defrag, lost);
        boolean timed = measured.histogram("direct_compaction").events() > 0;
        if (cpuPressure.isEmpty()
                || cpuPressure.getAsDouble() < BUSY
                || verdict.certainty() == Certainty.NONE
                || !timed) {
            return verdict;
        }
        String busy = "tasks of the host waited for a CPU in " + percent(cpuPressure.getAsDouble())
                + " of the time (/proc/pressure/cpu), and the times of compaction include such waits.";
        boolean change = !verdict.favoured().equals(verdict.current());
        return change
                ? new DefragVerdict(
                        defrag,
                        Optional.empty(),
                        Certainty.LOW,
                        "No verdict on defrag: " + busy + " Trace again when CPUs are free. Without regard to that: "
                                + verdict.text())
                : new DefragVerdict(
                        verdict.current(), verdict.favoured(), verdict.certainty(), verdict.text() + " Also, " + busy);
    }

    private static DefragVerdict of(TraceMeasurement measured, Optional<String> defrag, long lost) {
        long huge = measured.histogram("huge_fault").events();
        long fallbacks = measured.histogram("fallback_fault").events();
        Histogram waits = measured.histogram("direct_compaction");
        long faults = huge + fallbacks;
        if (faults == 0 && waits.events() == 0) {
            return new DefragVerdict(
                    defrag,
                    Optional.empty(),
                    Certainty.NONE,
                    "No verdict on defrag: no page fault requested a THP during the trace. Trace while programs"
                            + " allocate memory, as at their start.");
        }
        if (defrag.isEmpty()) {
            return new DefragVerdict(
                    defrag,
                    Optional.empty(),
                    Certainty.NONE,
                    "No verdict on defrag: /sys/kernel/mm/transparent_hugepage/defrag could not be read.");
        }
        String mode = defrag.get();
        boolean compacts = !mode.equals("defer") && !mode.equals("never");
        if (compacts && waits.events() > 0) {
            return waiting(measured, waits, mode, faults, lost);
        }
        if (fallbacks > MANY_FALLBACKS * faults) {
            return fallingBack(mode, fallbacks, faults, compacts, lost);
        }
        Certainty certainty = certainty(faults, lost);
        return new DefragVerdict(
                defrag,
                defrag,
                certainty,
                "defrag=" + mode + " can stay: " + count(huge, "fault") + " got a THP"
                        + (fallbacks > 0 ? ", " + fallbacks + " fell back to base pages" : "")
                        + ", and none waited for compaction. Free memory has blocks of that size, so every mode gives this"
                        + " result now." + sureness(certainty, faults, lost));
    }

    private static DefragVerdict waiting(
            TraceMeasurement measured, Histogram waits, String mode, long faults, long lost) {
        long time = measured.histogram("huge_fault").sum()
                + measured.histogram("fallback_fault").sum();
        double share = time == 0 ? 0 : Math.min(1, (double) waits.sum() / time);
        boolean large = share >= LARGE_SHARE || waits.max() >= LONG_WAIT_NANOS;
        Certainty certainty = certainty(waits.events(), lost);
        String facts = count(waits.events(), "direct compaction") + " of threads that fault took "
                + TimeText.of(waits.sum()) + ", " + percent(share) + " of the time of all " + faults
                + " THP faults; the longest took " + TimeText.of(waits.max()) + ".";
        return large
                ? new DefragVerdict(
                        Optional.of(mode),
                        Optional.of("defer"),
                        certainty,
                        "The waits favour defrag=defer instead of " + mode + ": " + facts
                                + " With defer such a fault takes base pages at once, and kcompactd and khugepaged make"
                                + " huge pages later." + sureness(certainty, waits.events(), lost))
                : new DefragVerdict(
                        Optional.of(mode),
                        Optional.of(mode),
                        certainty,
                        "defrag=" + mode + " can stay, the waits are short: " + facts
                                + sureness(certainty, waits.events(), lost));
    }

    private static DefragVerdict fallingBack(String mode, long fallbacks, long faults, boolean compacts, long lost) {
        Certainty certainty = certainty(faults, lost);
        String facts = fallbacks + " of " + faults + " THP faults fell back to base pages";
        if (compacts) {
            return new DefragVerdict(
                    Optional.of(mode),
                    Optional.empty(),
                    certainty,
                    "No verdict on defrag: " + facts + " without compaction. With defrag=" + mode
                            + " only programs that opt in wait for it, or the kernel defers it after failures."
                            + sureness(certainty, faults, lost));
        }
        String favoured = mode.equals("defer") ? "defer+madvise" : "madvise";
        // The price of the other mode was not measured, so the verdict stays below HIGH.
        Certainty limited = certainty == Certainty.HIGH ? Certainty.MEDIUM : certainty;
        return new DefragVerdict(
                Optional.of(mode),
                Optional.of(favoured),
                limited,
                "The fallbacks favour defrag=" + favoured + " instead of " + mode + ": " + facts + ". With " + favoured
                        + " programs that opt in compact memory first. The time of that is not known from this trace:"
                        + " trace again in that mode." + sureness(limited, faults, lost));
    }

    private static Certainty certainty(long events, long lost) {
        if (events < FEW || lost > 0) {
            return Certainty.LOW;
        }
        return events < MANY ? Certainty.MEDIUM : Certainty.HIGH;
    }

    private static String sureness(Certainty certainty, long events, long lost) {
        String by = lost > 0 ? lost + " events were lost" : "it rests on " + count(events, "event");
        return " Certainty: " + certainty.name().toLowerCase(Locale.ROOT) + ", " + by + ".";
    }

    private static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
