package io.github.hpjvm.bench.workload;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Does work of a known cost: so many tokens of {@link Blackhole#consumeCPU}, and some per cent more with
 * {@code -Dhp.extra.percent}.
 *
 * <p><b>What it shows.</b> Nothing about pages. It tests the method, which must detect an existing difference and no
 * other. The variants {@code extra0} to {@code extra99} set the property.
 *
 * <p><b>When a gain is expected.</b> Never. A loss of the given percentage is: a token is a multiplication
 * and an addition, and the cost of thousands is proportional to their number.
 *
 * <p><b>Its control.</b> {@code extra0}, which is baseline by another name.
 */
@OnRequest(listed = false)
@FitsCaches
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgs = {"-Xms64m", "-Xmx64m", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class KnownCost {

    /** The work of one call, without the extra. */
    @Param("2000")
    public int tokens;

    private long all;

    @Setup
    public void add() {
        all = tokens + (long) tokens * Integer.getInteger("hp.extra.percent", 0) / 100;
    }

    @Benchmark
    public void work() {
        Blackhole.consumeCPU(all);
    }
}
