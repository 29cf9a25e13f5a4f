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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Allocates small objects. Each object replaces a random object of a large live set.
 *
 * <p><b>What it shows.</b> The collector's own use of memory: it marks and copies hundreds of megabytes, follows random
 * references, and reads cards and bitmaps. A call is one object; its time includes the collector. The
 * readings are the pauses of the collector during measured iterations, in steps of 1 ms.
 *
 * <p><b>When a gain is expected.</b> Most with Parallel, which copies in pauses, and in the pauses above all; with G1
 * in its marking too. The allocation itself runs through memory in order and gains nothing.
 *
 * <p><b>Its control.</b> A live set of 10 000 objects: a young collection then has next to nothing to copy.
 *
 * <p>Serial is not included: it never pretouches a heap on the hugetlb pool, even with AlwaysPreTouch, so that the
 * first touch would be measured. ZGC and Shenandoah are not included: JDK 8 does not have them, and they do not publish
 * the location of their whole heap to a fork.
 */
@Expected(
        by = "live",
        noneUpTo = 10_000,
        gainFrom = 3_000_000,
        small = true,
        because = "the collector marks and copies in random order in a large live set; allocation itself is sequential")
@Cost(Cost.Of.PROCESS)
@OnRequest(alsoInFull = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ObjectChurn {
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";
    private static final String START = "-Xms1g";
    private static final String MOST = "-Xmx1g";

    /** Smallest and largest payload of an object in bytes. */
    private static final int LEAST = 16;

    private static final int LARGEST = 176;

    /** Objects that are alive, of 112 bytes with their header in the mean. */
    @Param({"10000", "3000000"})
    public int live;

    private byte[][] alive;
    private GcPauses pauses;

    @Setup
    public void fill() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        alive = new byte[live][];
        for (int i = 0; i < live; i++) {
            alive[i] = new byte[random.nextInt(LEAST, LARGEST)];
        }
        System.gc();
        pauses = GcPauses.watch();
    }

    /** Discards the pauses of the warm-up. */
    @TearDown(Level.Iteration)
    public void report(IterationParams iteration) {
        if (iteration.getType() == IterationType.WARMUP) {
            pauses.clear();
        } else {
            pauses.report();
        }
    }

    @Benchmark
    @Fork(jvmArgs = {START, MOST, PRETOUCH, "-XX:+UseParallelGC"})
    public byte[] parallel() {
        return replace();
    }

    @Benchmark
    @Fork(jvmArgs = {START, MOST, PRETOUCH, "-XX:+UseG1GC"})
    public byte[] g1() {
        return replace();
    }

    private byte[] replace() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        byte[] fresh = new byte[random.nextInt(LEAST, LARGEST)];
        alive[random.nextInt(live)] = fresh;
        return fresh;
    }
}
