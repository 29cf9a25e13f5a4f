package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.Optional;

/**
 * The cost of address translation per load, by the number of pages in use: the workload TlbReach on base pages and on
 * the pages of a variant. All costs are in nanoseconds.
 *
 * @param huge the variant that is compared with baseline
 * @param controlled whether TlbReachPacked measured the cost of caches; else the variant's curve is used for it, which
 *     includes the cost of translating its pages
 * @param points points that both sides measured, in the order of pages
 * @param rises ranges in which translation on base pages becomes slower, in the order of pages
 */
public record WalkCurve(Variant huge, boolean controlled, List<Point> points, List<Rise> rises) {
    /** Size of a page: the distance of the workload's links. */
    public static final long PAGE_BYTES = 4096;

    public WalkCurve {
        points = List.copyOf(points);
        rises = List.copyOf(rises);
    }

    /**
     * One number of pages.
     *
     * @param base cost of a load on base pages
     * @param huge cost of a load on the variant's pages
     * @param caches cost of a load by caches alone
     * @param baseTranslation cost of translation on base pages: base minus caches
     * @param hugeTranslation cost of translation on the variant's pages; zero without TlbReachPacked
     * @param saved saving by the variant's pages: base minus huge
     */
    public record Point(
            long pages,
            double base,
            double huge,
            double caches,
            Estimate baseTranslation,
            Estimate hugeTranslation,
            Estimate saved) {

        /** The size of these pages in bytes. */
        public long bytes() {
            return pages * PAGE_BYTES;
        }
    }

    /**
     * An estimate of a cost that the hardware determines and other processes can only increase. The least value is the
     * best estimate (as in lmbench, McVoy and Staelin, USENIX 1996); its distance from the second is the uncertainty.
     *
     * @param value value of the fastest round
     * @param range from the fastest to the second fastest round; for a difference, the range that both sides allow
     * @param rounds number of rounds
     */
    public record Estimate(double value, RatioInterval range, int rounds) {

        /** The least of several values, at least one. */
        static Estimate least(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            double second = sorted.get(Math.min(1, sorted.size() - 1));
            return new Estimate(sorted.get(0), new RatioInterval(sorted.get(0), second), sorted.size());
        }

        Estimate minus(Estimate other) {
            return new Estimate(
                    value - other.value,
                    new RatioInterval(range.low() - other.range.high(), range.high() - other.range.low()),
                    Math.min(rounds, other.rounds));
        }

        /** Interpolates linearly between this estimate and another. */
        Estimate towards(Estimate other, double share) {
            return new Estimate(
                    value + share * (other.value - value),
                    new RatioInterval(
                            range.low() + share * (other.range.low() - range.low()),
                            range.high() + share * (other.range.high() - range.high())),
                    Math.min(rounds, other.rounds));
        }
    }

    /**
     * A range in which the cost clearly increases from each size to the next.
     *
     * @param last the largest size before the range, which the TLB level still holds
     * @param first the smallest size that the level does not hold
     * @param end the largest size of the range
     */
    public record Rise(Point last, Point first, Point end) {}

    /**
     * The end of the first TLB level; empty unless there are two rises, because the level of a single one is unknown.
     */
    public Optional<Rise> firstLevel() {
        return rises.size() < 2 ? Optional.empty() : Optional.of(rises.get(0));
    }

    /** The end of the level after which a load waits for a page walk: the second rise, or the only one. */
    public Optional<Rise> lastLevel() {
        return rises.isEmpty() ? Optional.empty() : Optional.of(rises.get(Math.min(1, rises.size() - 1)));
    }

    /**
     * Returns whether the variant's pages miss the first level as base pages do, although two or three of them hold all
     * the memory. Then the TLB stores small pieces of them, as it must under a hypervisor that backs the guest with
     * base pages. Empty if unknown.
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
