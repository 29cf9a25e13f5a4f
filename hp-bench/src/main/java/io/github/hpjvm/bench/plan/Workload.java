package io.github.hpjvm.bench.plan;

import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/**
 * A measurable benchmark: a JMH method or a command.
 *
 * @param name class and method: {@code ByteArrayTouch.touch}
 * @param benchmark the full name in JMH, or the command
 * @param mode JMH's mode, which determines whether a higher score is better. For a command, Throughput if it is, else
 *     SingleShotTime
 * @param jvmArgs JVM arguments of all its forks, independent of the variant: heap, collector, pretouch
 * @param params parameters and their values, in the order of the source
 * @param paramsInFull parameters with the additional values of the profile full
 * @param selection condition under which it is measured
 * @param expectation expected effect of huge pages; empty for a command or a jar
 * @param need memory that its JVM needs, if predicted from its command line; else it is computed from {@code jvmArgs}
 * @param clock the clock that decides verdicts, fixed before measuring
 */
public record Workload(
        String name,
        String benchmark,
        Mode mode,
        List<String> jvmArgs,
        Map<String, List<String>> params,
        Map<String, List<String>> paramsInFull,
        Selection selection,
        Optional<ExpectedEffect> expectation,
        Optional<Need> need,
        Clock clock) {

    /**
     * Memory that a JVM needs.
     *
     * @param heap size of the fully grown heap
     * @param pool pages of the default hugetlb pool that all regions need; empty if unknown
     */
    public record Need(Bytes heap, Optional<PoolBill> pool) {}

    /** Conditions under which a workload is measured. */
    public enum Selection {
        /** Measured unless the user selects other workloads. */
        DEFAULT,
        /** Measured if the user selects it by name, or in the profile {@code full}. */
        IN_FULL,
        /** Measured if the user selects it by name. */
        BY_NAME,
        /** Measured if selected by name, but not in the list of workloads: a test of the method. */
        UNLISTED
    }

    /** A workload without an expectation that is measured by default. */
    public Workload(
            String name,
            String benchmark,
            Mode mode,
            List<String> jvmArgs,
            Map<String, List<String>> params,
            Map<String, List<String>> paramsInFull) {
        this(name, benchmark, mode, jvmArgs, params, paramsInFull, Selection.DEFAULT, Optional.empty(), Clock.CPU);
    }

    /** A workload of hp-bench. */
    public Workload(
            String name,
            String benchmark,
            Mode mode,
            List<String> jvmArgs,
            Map<String, List<String>> params,
            Map<String, List<String>> paramsInFull,
            Selection selection,
            Optional<ExpectedEffect> expectation,
            Clock clock) {
        this(name, benchmark, mode, jvmArgs, params, paramsInFull, selection, expectation, Optional.empty(), clock);
    }

    /** This workload with another clock. */
    public Workload by(Clock other) {
        return new Workload(name, benchmark, mode, jvmArgs, params, paramsInFull, selection, expectation, need, other);
    }

    /** Returns whether the score is a throughput; else it is a cost. */
    public boolean higherIsBetter() {
        return mode == Mode.Throughput;
    }
}
