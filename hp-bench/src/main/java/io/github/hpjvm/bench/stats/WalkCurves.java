package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.stats.WalkCurve.Estimate;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Computes {@link WalkCurve}s from the runs of the workloads TlbReach and TlbReachPacked. */
public final class WalkCurves {
    private static final String SPREAD = "TlbReach.chase";
    private static final String PACKED = "TlbReachPacked.chase";

    /** Least rise in nanoseconds. A smaller one, of about half a cycle, is an effect of memory layout. */
    private static final double LEAST_RISE = 0.3;

    /** Least rise as a share of the cost of translation before it. */
    private static final double LEAST_SHARE = 0.25;

    private final List<Run> runs;
    private final List<Variant> variants;

    private WalkCurves(List<Run> runs, List<Variant> variants) {
        this.runs = runs;
        this.variants = variants;
    }

    /**
     * Computes one curve for each variant other than baseline; none if the workload was not measured.
     *
     * @param runs runs that count
     */
    public static List<WalkCurve> of(List<Run> runs, List<Variant> variants) {
        WalkCurves curves = new WalkCurves(runs, variants);
        return variants.stream()
                .filter(variant -> !variant.equals(Variants.baseline()))
                .flatMap(variant -> curves.curve(variant).stream())
                .toList();
    }

    private Optional<WalkCurve> curve(Variant variant) {
        TreeMap<Long, Estimate> base = costs(SPREAD, List.of(Variants.baseline()));
        TreeMap<Long, Estimate> huge = costs(SPREAD, List.of(variant));
        TreeMap<Long, Estimate> control = costs(PACKED, variants);
        boolean controlled = control.size() > 1;
        List<WalkCurve.Point> points = new ArrayList<>();
        List<WalkCurve.Point> certain = new ArrayList<>();
        base.forEach((pages, ofBase) -> {
            Optional<Estimate> ofHuge = Optional.ofNullable(huge.get(pages));
            Optional<Estimate> caches = controlled ? between(control, pages) : ofHuge;
            if (ofHuge.isPresent() && caches.isPresent()) {
                WalkCurve.Point point = point(pages, ofBase, ofHuge.get(), caches.get());
                points.add(point);
                if (!controlled || isWithinOneCache(control, pages)) {
                    certain.add(point);
                }
            }
        });
        return points.isEmpty()
                ? Optional.empty()
                : Optional.of(new WalkCurve(variant, controlled, points, rises(certain)));
    }

    private static WalkCurve.Point point(long pages, Estimate base, Estimate huge, Estimate caches) {
        return new WalkCurve.Point(
                pages,
                base.value(),
                huge.value(),
                caches.value(),
                base.minus(caches),
                huge.minus(caches),
                base.minus(huge));
    }

    /** The costs by size, from the fastest iteration of each run of these variants. */
    private TreeMap<Long, Estimate> costs(String workload, List<Variant> of) {
        TreeMap<Long, List<Double>> costs = new TreeMap<>();
        for (Run run : runs) {
            Case subject = run.job().subject();
            if (subject.workload().name().equals(workload)
                    && subject.params().size() == 1
                    && of.contains(run.job().variant())
                    && run.counts()) {
                costs.computeIfAbsent(size(subject.params().values()), size -> new ArrayList<>())
                        .add(run.iterations().stream()
                                .filter(cost -> cost > 0)
                                .min(Double::compare)
                                .orElse(run.cost()));
            }
        }
        TreeMap<Long, Estimate> least = new TreeMap<>();
        costs.forEach((size, values) -> least.put(size, Estimate.least(values)));
        return least;
    }

    private static long size(Collection<String> values) {
        return Long.parseLong(values.iterator().next());
    }

    /** The control at a size, interpolated linearly over the logarithm of the size. */
    private static Optional<Estimate> between(TreeMap<Long, Estimate> control, long size) {
        Map.Entry<Long, Estimate> below = control.floorEntry(size);
        Map.Entry<Long, Estimate> above = control.ceilingEntry(size);
        if (above == null) {
            return Optional.empty();
        }
        if (below == null || below.getKey().equals(above.getKey())) {
            // a chain below the smallest measured size is in the same cache
            return Optional.of(above.getValue());
        }
        double share = Math.log((double) size / below.getKey()) / Math.log((double) above.getKey() / below.getKey());
        return Optional.of(below.getValue().towards(above.getValue(), share));
    }

    /** Returns whether the control was measured at a size, or no cache ends between the adjacent measured sizes. */
    private static boolean isWithinOneCache(TreeMap<Long, Estimate> control, long size) {
        Map.Entry<Long, Estimate> below = control.floorEntry(size);
        Map.Entry<Long, Estimate> above = control.ceilingEntry(size);
        return below == null
                || below.getKey().equals(above.getKey())
                || above.getValue().value() - below.getValue().value() < LEAST_RISE;
    }

    /** Finds adjacent points with a clear rise; consecutive ones form one rise. */
    private static List<WalkCurve.Rise> rises(List<WalkCurve.Point> points) {
        List<WalkCurve.Rise> rises = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            if (!clearlySlower(points.get(i - 1), points.get(i))) {
                continue;
            }
            int start = i;
            while (i + 1 < points.size() && clearlySlower(points.get(i), points.get(i + 1))) {
                i++;
            }
            rises.add(new WalkCurve.Rise(points.get(start - 1), points.get(start), points.get(i)));
        }
        return rises;
    }

    /** Returns whether the cost of translation clearly rises. One round has no range and is not sufficient. */
    private static boolean clearlySlower(WalkCurve.Point before, WalkCurve.Point after) {
        Estimate low = before.baseTranslation();
        Estimate high = after.baseTranslation();
        double step = high.value() - low.value();
        return Math.min(low.rounds(), high.rounds()) > 1
                && high.range().low() > low.range().high()
                && step >= LEAST_RISE
                && step >= LEAST_SHARE * Math.max(0, low.value());
    }
}
