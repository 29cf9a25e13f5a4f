package io.github.hpjvm.bench.plan;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/**
 * A benchmark method that can be run.
 *
 * @param name class and method, as people write it: {@code ByteArrayTouch.touch}
 * @param benchmark the full name by which JMH finds it
 * @param mode JMH's mode; it decides whether a higher score is better. Of a command it is Throughput if so, else
 *     SingleShotTime
 * @param jvmArgs what every fork of it is given, whatever the variant: heap, collector, pretouch
 * @param params its parameters and their values, in the order of the source
 * @param paramsInFull the same with the values that only the profile full measures
 * @param asked who must ask for it, so that it is measured
 * @param expectation what huge pages are expected to do to it; empty of a program of somebody else's
 * @param need what its JVM needs, where that was foretold from its command line; else it is told from {@code jvmArgs}
 * @param clock the time that decides a verdict, fixed before anything is measured
 */
public record Workload(
        String name,
        String benchmark,
        Mode mode,
        List<String> jvmArgs,
        Map<String, List<String>> params,
        Map<String, List<String>> paramsInFull,
        Asked asked,
        Optional<Expectation> expectation,
        Optional<Need> need,
        Clock clock) {

    /**
     * What a JVM needs of the host.
     *
     * @param heap its heap, fully grown
     * @param pool pages of the default hugetlb pool for everything to be huge; empty if that cannot be told
     */
    public record Need(Bytes heap, Optional<PoolBill> pool) {}

    /** Who must ask for a workload. */
    public enum Asked {
        /** Nobody: it is measured unless the user names others. */
        NOBODY,
        /** The user by name, or the profile {@code full}. */
        IN_FULL,
        /** The user by name. */
        BY_NAME,
        /** One who tests the method, by name: users are not told of it. */
        UNLISTED
    }

    /** One that is measured unless the user names others. */
    public Workload(
            String name,
            String benchmark,
            Mode mode,
            List<String> jvmArgs,
            Map<String, List<String>> params,
            Map<String, List<String>> paramsInFull) {
        this(name, benchmark, mode, jvmArgs, params, paramsInFull, Asked.NOBODY, Optional.empty(), Clock.CPU);
    }

    /** One of ours. */
    public Workload(
            String name,
            String benchmark,
            Mode mode,
            List<String> jvmArgs,
            Map<String, List<String>> params,
            Map<String, List<String>> paramsInFull,
            Asked asked,
            Optional<Expectation> expectation,
            Clock clock) {
        this(name, benchmark, mode, jvmArgs, params, paramsInFull, asked, expectation, Optional.empty(), clock);
    }

    /** The same workload, judged by another clock. */
    public Workload by(Clock other) {
        return new Workload(name, benchmark, mode, jvmArgs, params, paramsInFull, asked, expectation, need, other);
    }

    /** Whether more is better, as of a throughput; else a score is a cost. */
    public boolean higherIsBetter() {
        return mode == Mode.Throughput;
    }
}
