package io.github.hpjvm.advisor.gain;

import java.util.List;

/** Arithmetic of upper bounds. All shares are of the present time, 0 to 1. Pure functions. */
public final class Savings {
    private Savings() {}

    /**
     * Bounds the share of time that fewer page walks save.
     *
     * <p>A program takes T cycles, and in W of them a page walker is active. Without any walk, the other T - W cycles
     * remain: no walk ran in them, so they did not wait for one. In the W cycles the core often did other work, because
     * it executes out of order; that work remains too. The new time is therefore at least T - W, and the saved share is
     * at most W / T. The counters of loads, stores and instructions are added. Walks that overlap count twice, which
     * only increases the bound.
     *
     * <p>Not included: hits in the second level of the TLB, cache lines that page tables displace, and page faults.
     *
     * @param walkShare W / T; above 1 if many walks overlap
     */
    public static double ofWalkCycles(double walkShare) {
        return Math.min(1, requireNotNegative(walkShare));
    }

    /**
     * Bounds the share of time that shorter stalls save.
     *
     * <p>The threads of a program stall for S seconds in total while T seconds pass. The elapsed time is the length of
     * a longest chain of steps that wait for each other. A stall is at most once part of that chain, so the chain
     * without stalls is at least T - S long. The saved share is at most S / T, and at most 1. Stalls that are counted
     * twice, such as a compaction within a fault, only increase the bound.
     *
     * @param stalledSeconds S
     * @param seconds T, above 0
     */
    public static double ofStalls(double stalledSeconds, double seconds) {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("not a length of time: " + seconds);
        }
        return Math.min(1, requireNotNegative(stalledSeconds) / seconds);
    }

    /**
     * Bounds the share of time that huge pages save in a program of at most the given number of pages, from the costs
     * of a load that the benchmark TlbReach measured.
     *
     * <p>A load of TlbReach takes b nanoseconds on base pages and h on huge pages. Each load waits for the one before,
     * so its translation cannot overlap with other work, and there is no other work. Another program adds instructions
     * (time that remains) or overlaps translations (time that is not lost now): its saved share is at most (b - h) / b
     * at an equal cost of the walk. That cost increases with the number of pages. The bound is the largest share of all
     * sizes up to the first one that is not smaller than the program.
     *
     * @param points measured costs, in the order of pages
     * @param pages base pages that the program uses
     * @throws IllegalArgumentException if no measured size is that large
     */
    public static double ofLoads(List<LoadCost> points, long pages) {
        double most = 0;
        for (LoadCost point : points) {
            most = Math.max(most, Math.min(1, Math.max(0, point.savedAtMost()) / point.base()));
            if (point.pages() >= pages) {
                return most;
            }
        }
        throw new IllegalArgumentException("no measured size has " + pages + " pages");
    }

    /**
     * Cost of a load of TlbReach.
     *
     * @param pages base pages of the chain
     * @param base nanoseconds on base pages, above 0
     * @param savedAtMost nanoseconds that huge pages save, the upper end of the uncertainty
     */
    public record LoadCost(long pages, double base, double savedAtMost) {
        public LoadCost {
            if (!(base > 0) || Double.isInfinite(base) || !Double.isFinite(savedAtMost) || pages <= 0) {
                throw new IllegalArgumentException("not a cost of a load: " + base + " ns, " + savedAtMost + " ns");
            }
        }
    }

    private static double requireNotNegative(double value) {
        if (!(value >= 0)) {
            throw new IllegalArgumentException("not a share of time: " + value);
        }
        return value;
    }
}
