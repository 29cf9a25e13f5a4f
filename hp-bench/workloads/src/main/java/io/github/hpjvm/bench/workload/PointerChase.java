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
 * Follows references from object to object, in a random order.
 *
 * <p><b>What it shows.</b> The access pattern of linked structures: trees, lists, graphs. A step is one load that
 * depends on the one before, so it waits for the whole page walk of a TLB miss.
 *
 * <p><b>When a gain is expected.</b> Once the objects exceed the reach of the TLB on base pages: 1 000 000 of 40 bytes
 * are 38 MiB, several times the 6 to 12 MiB of current CPUs. With 8 000 000 more of the walks themselves miss the
 * caches.
 *
 * <p><b>Its control.</b> 1 000 nodes, 40 KB on ten pages.
 *
 * <p>The objects are linked after the collector has moved them, and nothing is allocated afterwards: a
 * collector that copies would lay them out in the order of the chain, and the prefetcher could follow.
 */
@Expected(
        by = "nodes",
        noneUpTo = 1000,
        gainFrom = 1_000_000,
        because = "each step waits for the load before it, and so for the whole page walk")
@OnRequest(alsoInFull = true)
@FitsCaches(by = "nodes", upTo = 1000)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class PointerChase {
    private static final int STEPS = 1024;

    /** Objects in the chain, of 40 bytes with compressed references. */
    @Param({"1000", "1000000"})
    @AlsoInFull("8000000")
    public int nodes;

    private Node at;

    /** A reference, with the payload of a tree's entry. */
    static final class Node {
        Node next;
        long key;
        long value;
        long more;
    }

    @Setup
    public void link() {
        Node[] all = new Node[nodes];
        for (int i = 0; i < nodes; i++) {
            all[i] = new Node();
        }
        System.gc();
        int[] next = Chain.cycle(nodes);
        for (int i = 0; i < nodes; i++) {
            all[i].next = all[next[i]];
        }
        at = all[0];
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Node chase() {
        Node node = at;
        for (int step = 0; step < STEPS; step++) {
            node = node.next;
        }
        at = node;
        return node;
    }
}
