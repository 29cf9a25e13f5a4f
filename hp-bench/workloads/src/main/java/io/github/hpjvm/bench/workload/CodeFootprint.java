package io.github.hpjvm.bench.workload;

import io.github.hpjvm.bench.reading.Readings;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
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
 * Calls compiled methods in random order, one after the other.
 *
 * <p><b>What it shows.</b> The load of a large service on the instruction TLB: so much compiled code that hardly a call
 * finds the page of its target there. A call executes a few dozen instructions of a method that is several KB long.
 *
 * <p><b>When a gain is expected.</b> If the code cache is on huge pages, which this workload's evidence checks, and the
 * code exceeds the reach of the TLB on base pages: 4 000 methods are 18 MiB.
 *
 * <p><b>Its control.</b> 40 methods.
 *
 * <p>All methods have the same source, but each is in a separate class with its own class loader, and is compiled
 * separately. Only the first compiler is used. The caller of a method waits for it ({@code -Xbatch}, as in all forks whose
 * cost is the CPU time of the measuring threads): in the background it drops methods without further calls
 * (TieredCompileTaskTimeout), and they would be interpreted.
 */
@Expected(
        by = "methods",
        noneUpTo = 40,
        gainFrom = 4000,
        because = "calls go to random methods in 18 MiB of compiled code, beyond the reach of the instruction TLB")
@OnCode
@OnRequest(alsoInFull = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        jvmArgs = {
            "-Xms256m",
            "-Xmx256m",
            "-XX:+UseG1GC",
            "-XX:+AlwaysPreTouch",
            "-XX:TieredStopAtLevel=1",
            "-XX:ReservedCodeCacheSize=128m",
            "-XX:InitialCodeCacheSize=64m"
        })
public class CodeFootprint {
    private static final int CALLS = 1024;

    /** Compiled methods that are called. */
    @Param({"40", "4000"})
    public int methods;

    private IntUnaryOperator[] order;
    private int at;
    private int last;

    @Setup
    public void compile() {
        IntUnaryOperator[] blocks = CompiledBlocks.make(methods);
        Readings.put("compiled code", CompiledBlocks.codeBytes() / (double) (1 << 20), "MiB");
        int[] shuffled = Chain.shuffled(methods);
        int rounds = Math.max(1, CALLS / methods + 1);
        order = new IntUnaryOperator[methods * rounds];
        for (int i = 0; i < order.length; i++) {
            order[i] = blocks[shuffled[i % methods]];
        }
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public int call() {
        IntUnaryOperator[] blocks = order;
        int index = at;
        int value = last;
        for (int call = 0; call < CALLS; call++) {
            value = blocks[index].applyAsInt(value);
            index = index + 1 == blocks.length ? 0 : index + 1;
        }
        at = index;
        last = value;
        return value;
    }
}
