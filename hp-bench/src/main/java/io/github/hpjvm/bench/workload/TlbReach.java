package io.github.hpjvm.bench.workload;

import java.util.Random;
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
 * <p><b>What it shows.</b> How much memory each level of the TLB reaches, and what a page walk costs, on a host whose CPU
 * shows no counters. A step is one load whose address is known only when the load before has come back, so nothing can be
 * overlapped or guessed. Base and huge pages are given the same lines of cache, as many as there are pages: what the data
 * caches cost is the same on both sides, and the <i>difference</i> of the two curves is the translation.
 *
 * <p><b>When a gain is expected.</b> From the number of pages on that the first level of the TLB holds (64 to 96 on
 * current CPUs: a few nanoseconds), and a larger one beyond the last level (1 500 to 4 000).
 *
 * <p><b>Its control.</b> 16 pages, which every TLB holds: a difference there is noise.
 *
 * <p>The line within the page changes from page to page: each 64 pages in a row use each of the 64 lines of a page once,
 * in an order that is random and always the same. Links at one fixed place in all pages would meet in a single set of
 * the first-level cache, and eight of them would look like the edge of a TLB. The cycle goes through all pages in a
 * random order (Sattolo's algorithm), always the same too.
 *
 * <p>Where base pages happen to lie side by side in physical memory, some CPUs keep several of them in one entry (AMD: four),
 * which lets the reach look larger than the number of entries. Huge pages have a limit of their own: beyond 512 times
 * the first level's entries the difference is that between the two, no longer the whole cost of the base pages.
 */
@OnRequest(alsoInFull = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch"})
public class TlbReach {
    /** Size of the page that the links are spread by. */
    private static final int PAGE_BYTES = 4096;

    private static final int LINE_BYTES = 64;
    private static final int LINES = PAGE_BYTES / LINE_BYTES;
    private static final int INTS_OF_A_PAGE = PAGE_BYTES / Integer.BYTES;
    private static final int INTS_OF_A_LINE = LINE_BYTES / Integer.BYTES;
    private static final long SEED = 20_240_229;
    private static final int STEPS = 1024;

    /** Pages of 4 KiB in the chain. */
    @Param({"16", "64", "128", "256", "1024", "2048", "4096", "8192", "16384", "65536"})
    @AlsoInFull({"32", "512", "131072"})
    public int pages;

    private int[] chain;
    private int at;

    @Setup
    public void link() {
        Random random = new Random(SEED);
        int[] place = places(pages, random);
        int[] next = cycle(pages, random);
        chain = new int[Math.multiplyExact(pages, INTS_OF_A_PAGE)];
        for (int page = 0; page < pages; page++) {
            chain[place[page]] = place[next[page]];
        }
        at = place[0];
    }

    /** Where in the array the link of each page is. */
    static int[] places(int pages, Random random) {
        int[] place = new int[pages];
        int[] lines = new int[LINES];
        for (int page = 0; page < pages; page++) {
            int turn = page % LINES;
            if (turn == 0) {
                shuffle(lines, random);
            }
            place[page] = page * INTS_OF_A_PAGE + lines[turn] * INTS_OF_A_LINE;
        }
        return place;
    }

    private static void shuffle(int[] lines, Random random) {
        for (int i = 0; i < lines.length; i++) {
            int other = random.nextInt(i + 1);
            lines[i] = lines[other];
            lines[other] = i;
        }
    }

    /** A permutation that is one single cycle (S. Sattolo, Information Processing Letters 22, 1986). */
    static int[] cycle(int length, Random random) {
        int[] next = new int[length];
        for (int i = 0; i < length; i++) {
            next[i] = i;
        }
        for (int i = length - 1; i > 0; i--) {
            int other = random.nextInt(i);
            int moved = next[i];
            next[i] = next[other];
            next[other] = moved;
        }
        return next;
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public int chase() {
        int[] links = chain;
        int link = at;
        for (int step = 0; step < STEPS; step++) {
            link = links[link];
        }
        at = link;
        return link;
    }
}
