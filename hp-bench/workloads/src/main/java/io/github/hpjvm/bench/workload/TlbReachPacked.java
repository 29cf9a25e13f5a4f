package io.github.hpjvm.bench.workload;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Follows a chain through as many lines of cache as {@link TlbReach}, side by side on a 64th of the pages.
 *
 * <p><b>What it shows.</b> The cost of the data caches alone: {@link TlbReach} less this is the cost of translation, on
 * base pages and on huge ones.
 *
 * <p><b>When a gain is expected.</b> Hardly ever: 65 536 lines are 1 024 base pages, which the second level of every
 * current TLB holds.
 *
 * <p><b>Its control.</b> 64 lines, which are one page.
 */
@Expected(
        by = "lines",
        noneUpTo = 16_384,
        because = "the lines are adjacent, on a 64th of the pages, which fit into the TLB")
@OnRequest
@FitsCaches(by = "lines", upTo = 1024)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class TlbReachPacked {
    /** Lines of 64 bytes, and links in the chain. */
    @Param({"64", "256", "1024", "4096", "16384", "65536"})
    @AlsoInFull({"512", "131072"})
    public int lines;

    private Chain chain;

    @Setup
    public void link() {
        chain = new Chain(Chain.packed(lines));
    }

    @Benchmark
    @OperationsPerInvocation(Chain.STEPS)
    public int chase() {
        return chain.chase();
    }
}
