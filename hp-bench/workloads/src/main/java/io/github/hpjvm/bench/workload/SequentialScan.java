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

/**
 * Adds up an array from its beginning to its end.
 *
 * <p><b>What it shows.</b> Huge pages do not make memory faster. A page is entered once for 512 longs, the walk is
 * short because its table is in the cache, and the CPU fetches ahead. One call reads 1 MiB; the next call goes on
 * behind it.
 *
 * <p><b>When a gain is expected.</b> Hardly ever: a few per cent at most, where the prefetcher stops at the end of
 * every 4 KiB page. It is the control of the other workloads: if this one gains much, check the machine. On a
 * virtual machine of two cores it gained 15 %, 25 ns a page, which contradicts the expectation and is not explained.
 *
 * <p><b>Its control.</b> It is a control itself.
 */
@Expected(
        by = "mebibytes",
        noneUpTo = Long.MAX_VALUE,
        within = 0.05,
        because = "a page is entered once for 512 reads and fetched ahead: this is the control of the others")
@OnRequest(alsoInFull = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class SequentialScan {
    private static final int LONGS_OF_A_MEBIBYTE = (1 << 20) / Long.BYTES;

    /** Size of the array: far beyond every cache, so that each read comes from memory. */
    @Param("256")
    public int mebibytes;

    private long[] memory;
    private int at;

    @Setup
    public void fill() {
        memory = new long[Math.multiplyExact(mebibytes, LONGS_OF_A_MEBIBYTE)];
        for (int i = 0; i < memory.length; i++) {
            memory[i] = i;
        }
    }

    @Benchmark
    public long sum() {
        long[] from = memory;
        int end = at + LONGS_OF_A_MEBIBYTE;
        long sum = 0;
        for (int i = at; i < end; i++) {
            sum += from[i];
        }
        at = end == from.length ? 0 : end;
        return sum;
    }
}
