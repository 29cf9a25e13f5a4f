package io.github.hpjvm.bench.workload;

import io.github.hpjvm.bench.reading.Readings;
import io.github.hpjvm.bench.reading.ScoredBy;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Starts a JVM that touches its whole heap before it does anything else.
 *
 * <p><b>What it shows.</b> The cost of a start with {@code -XX:+AlwaysPreTouch}: 262 144 faults of 4 KiB, or 512 of 2
 * MiB, and the zeroing of a GiB. The score is the time from the start of the JVM until it runs the benchmark, by its
 * own clock ({@code RuntimeMXBean.getUptime}, in steps of 1 ms); JMH's own part of it is the same for all variants.
 *
 * <p><b>When a gain is expected.</b> With 2 MiB pages nearly always: 512 times fewer faults. Its size depends on the
 * state of free memory, which the report states below memory and startup.
 *
 * <p><b>Its control.</b> The variant {@code pretouch-off}, which does not touch.
 */
@Expected(gainFrom = 0, because = "a GiB is touched before main, with one page fault for each huge page")
@Cost(Cost.Of.WALL)
@OnRequest(alsoInFull = true)
@ScoredBy("start to ready")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class FirstTouch {
    private long ready;

    @Setup
    public void arrive() {
        ready = ManagementFactory.getRuntimeMXBean().getUptime();
        Readings.put("start to ready", ready, "ms");
    }

    /** Does nothing: all work precedes it. */
    @Benchmark
    public long start() {
        return ready;
    }
}
