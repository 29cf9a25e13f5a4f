package io.github.hpjvm.bench.workload;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Reads single bytes at random places of one array.
 *
 * <p><b>What it shows.</b> One load per call, at an address that no prefetcher can predict. While the TLB covers the
 * array, the page size makes no difference. Beyond that, every load waits for a page walk first.
 *
 * <p><b>When a gain is expected.</b> From the size at which 4 KiB pages exceed the second-level TLB (1 500 to
 * 3 000 entries on current CPUs, so 6 to 12 MiB). A call includes one step of {@link ThreadLocalRandom}, a few
 * nanoseconds that no page size changes.
 *
 * <p><b>Its control.</b> The sizes 1 000 and 10 000, which need three pages at most: a difference there is noise.
 *
 * <p>All variants of a size have the same heap. One GiB is enough for the largest array: 954 of the 1 024 regions of G1.
 * Up to 10 000 000 bytes the heap has 160 MiB, so that forks start sooner. Up to 100 000 000 bytes a fork has six arrays
 * and uses another one in each turn: see {@link Copies}.
 */
@Expected(
        by = "size",
        noneUpTo = 10_000,
        gainFrom = 100_000_000,
        because = "each read has a random address, and beyond the reach of the TLB it needs a page walk first")
@SmallHeap(
        by = "size",
        upTo = 10_000_000,
        jvmArgs = {"-Xms160m", "-Xmx160m", "-Xmn64m"})
@FitsCaches(by = "size", upTo = 10_000)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class ByteArrayTouch {

    /** Length of the array in bytes. */
    @Param({"1000", "10000", "1000000", "10000000", "100000000", "1000000000"})
    public int size;

    private Copies<byte[]> copies;
    private byte[] memory;

    @Setup
    public void allocate() {
        copies = new Copies<>(size, () -> new byte[size]);
    }

    @Setup(Level.Iteration)
    public void choose() {
        memory = copies.next();
    }

    @Benchmark
    public byte touch() {
        return memory[ThreadLocalRandom.current().nextInt(size)];
    }
}
