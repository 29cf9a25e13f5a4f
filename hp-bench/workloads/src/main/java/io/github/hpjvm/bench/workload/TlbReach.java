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
 * Follows a chain through memory that has one link in each 4 KiB page.
 *
 * <p><b>What it shows.</b> The reach of each level of the TLB, and the cost of a page walk, on a host whose
 * CPU shows no counters. A step is one load whose address is known only when the load before has come back, so nothing
 * can be overlapped or predicted. Base and huge pages use the same cache lines, as many as there are pages: the cost of
 * the data caches is the same for both, and the <i>difference</i> of the two curves is the gain of huge pages.
 *
 * <p><b>When a gain is expected.</b> From the number of pages on that the first level of the TLB holds (64 to 96 on
 * current CPUs: a few nanoseconds), and a larger one beyond the last level (1 500 to 4 000). In a virtual machine only
 * where the hypervisor backs its memory with huge pages too: else the TLB keeps small pieces of them, and only the
 * guest's part of the walk is saved.
 *
 * <p><b>Its control.</b> 16 pages, which every TLB holds: a difference there is noise. And {@link TlbReachPacked}, the
 * same number of lines on the fewest pages, for the cost of the caches alone.
 *
 * <p>The line changes from page to page. Links at one fixed place in all pages would meet in a single set of the
 * first-level cache, and from the ninth on it would look like the edge of a TLB.
 *
 * <p>If base pages are adjacent in physical memory, some CPUs keep several of them in one entry (AMD:
 * four), so the reach appears larger than the number of entries. Huge pages have a limit of their own, at 512 times
 * the entries that there are for them.
 */
@Expected(
        by = "pages",
        noneUpTo = 16,
        gainFrom = 4096,
        because = "each page has one load, which needs a page walk beyond the reach of the TLB")
@OnRequest
@FitsCaches(by = "pages", upTo = 256)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class TlbReach {
    /** Pages of 4 KiB, and links in the chain. */
    @Param({"16", "64", "128", "256", "1024", "2048", "4096", "8192", "16384", "65536"})
    @AlsoInFull({"32", "512", "131072"})
    public int pages;

    private Chain chain;

    @Setup
    public void link() {
        chain = new Chain(Chain.spread(pages));
    }

    @Benchmark
    @OperationsPerInvocation(Chain.STEPS)
    public int chase() {
        return chain.chase();
    }
}
