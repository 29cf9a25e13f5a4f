package sample;

import io.github.hpjvm.jmh.HugePageArgs;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Reads random elements of an array of 128 MiB, with base pages and with transparent huge pages. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class RandomReads {
    private static final int ELEMENTS = 1 << 24;

    private final SplittableRandom random = new SplittableRandom(1);
    private long[] array;

    @Setup
    public void fill() {
        array = new long[ELEMENTS];
    }

    @Benchmark
    @Fork(value = 1, jvmArgsAppend = {"-Xms256m", "-Xmx256m", HugePageArgs.PRETOUCH, HugePageArgs.BASE})
    public long base() {
        return array[random.nextInt(ELEMENTS)];
    }

    @Benchmark
    @Fork(value = 1, jvmArgsAppend = {"-Xms256m", "-Xmx256m", HugePageArgs.PRETOUCH, HugePageArgs.THP})
    public long thp() {
        return array[random.nextInt(ELEMENTS)];
    }
}
