package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.Optional;

/**
 * What address translation costs a load, by the number of pages in use: the workload TlbReach on base pages and on those of a
 * variant. All costs are in nanoseconds.
 *
 * @param huge the variant that is set against baseline
 * @param controlled whether caches were measured apart, by TlbReachPacked; else the variant's own curve stands for them,
 *     and what its pages cost is part of it
 * @param points in the order of pages; only those that were measured on both sides
 * @param rises where translation on base pages becomes dearer, in the order of pages
 */
public record WalkCurve(Variant huge, boolean controlled, List<Point> points, List<Rise> rises) {
    /** Bytes of a page that the workload spreads its links by. */
    public static final long PAGE_BYTES = 4096;

    public WalkCurve {
        points = List.copyOf(points);
        rises = List.copyOf(rises);
    }

    /**
     * One number of pages.
     *
     * @param base cost of a load on base pages
     * @param huge the same on the variant's pages
     * @param caches cost of a load that caches alone would cause
     * @param baseTranslation what is left for translation on base pages, base less caches
     * @param hugeTranslation the same on the variant's pages; zero where the variant stands for the caches
     * @param saved what the variant's pages save, base less huge
     */
    public record Point(
            long pages,
            double base,
            double huge,
            double caches,
            Estimate baseTranslation,
            Estimate hugeTranslation,
            Estimate saved) {

        /** The memory that so many pages make up, in bytes. */
        public long bytes() {
            return pages * PAGE_BYTES;
        }
    }

    /**
     * A cost that the hardware sets and that others can only add to: the least that was ever seen tells it best (as in
     * lmbench, McVoy and Staelin, USENIX 1996), and how near the second comes tells how far to trust it.
     *
     * @param value from the cheapest round
     * @param range up to the second cheapest; of a difference, what the ranges of both sides leave open
     * @param rounds how many there were
     */
    public record Estimate(double value, Interval range, int rounds) {

        /** The least of several values, at least one. */
        static Estimate least(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            double second = sorted.get(Math.min(1, sorted.size() - 1));
            return new Estimate(sorted.get(0), new Interval(sorted.get(0), second), sorted.size());
        }

        Estimate minus(Estimate other) {
            return new Estimate(
                    value - other.value,
                    new Interval(range.low() - other.range.high(), range.high() - other.range.low()),
                    Math.min(rounds, other.rounds));
        }

        /** On the line from this one to another. */
        Estimate towards(Estimate other, double share) {
            return new Estimate(
                    value + share * (other.value - value),
                    new Interval(
                            range.low() + share * (other.range.low() - range.low()),
                            range.high() + share * (other.range.high() - range.high())),
                    Math.min(rounds, other.rounds));
        }
    }

    /**
     * A stretch in which each size is clearly dearer than the one before.
     *
     * @param last the largest size before it, which the level that ends here still holds
     * @param first the smallest size that it does not hold
     * @param end the largest size of the stretch
     */
    public record Rise(Point last, Point first, Point end) {}

    /** The first level of the TLB; empty unless there are two rises, because one alone does not tell which it is. */
    public Optional<Rise> firstLevel() {
        return rises.size() < 2 ? Optional.empty() : Optional.of(rises.get(0));
    }

    /** The level after which a load waits for a walk: the second rise, or the only one. */
    public Optional<Rise> lastLevel() {
        return rises.isEmpty() ? Optional.empty() : Optional.of(rises.get(Math.min(1, rises.size() - 1)));
    }

    /**
     * Whether the variant's pages miss the first level as base pages do, although two or three of them make up all that memory:
     * then the TLB keeps small pieces of them, as it must where a hypervisor backs the guest with small pages. Empty where
     * that cannot be told.
     */
    public Optional<Boolean> splintered() {
        if (!controlled) {
            return Optional.empty();
        }
        return firstLevel().map(rise -> {
            double base = rise.first().baseTranslation().value();
            Estimate huge = rise.first().hugeTranslation();
            return huge.range().low() > 0 && huge.value() > base / 2;
        });
    }
}
