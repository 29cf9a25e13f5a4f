package io.github.hpjvm.bench.workload;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
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
 * Looks boxed keys up in a {@link HashMap}.
 *
 * <p><b>What it shows.</b> A cache or an index of a service. A look-up reads four random addresses: the
 * table, the entry, its key, its value; the first three depend on each other.
 *
 * <p><b>When a gain is expected.</b> With 1 000 000 entries (68 MB in entries, keys and values, 8 MB of table) and
 * more: far beyond the reach of the TLB on base pages. The share is smaller than with {@link PointerChase}, because a
 * look-up also computes and compares.
 *
 * <p><b>Its control.</b> 1 000 entries, which fit into caches and TLB.
 */
@Expected(
        by = "entries",
        noneUpTo = 1000,
        gainFrom = 1_000_000,
        because = "a look-up reads the table, an entry, its key and its value at random addresses of the heap")
@OnRequest(alsoInFull = true)
@FitsCaches(by = "entries", upTo = 1000)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class HashMapGet {

    /** Entries of the map. */
    @Param({"1000", "1000000"})
    @AlsoInFull("4000000")
    public int entries;

    private Map<Integer, Integer> map;

    /** Fills the map in random order, so that neighbours in the table are not neighbours in memory. */
    @Setup
    public void fill() {
        int[] keys = Chain.shuffled(entries);
        map = new HashMap<>();
        for (int key : keys) {
            map.put(key, key ^ 1);
        }
        System.gc();
    }

    @Benchmark
    public Integer get() {
        return map.get(ThreadLocalRandom.current().nextInt(entries));
    }
}
