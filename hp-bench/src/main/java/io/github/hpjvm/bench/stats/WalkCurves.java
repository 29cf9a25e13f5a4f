package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads {@link WalkCurve}s out of the runs of the workloads TlbReach and TlbReachPacked. */
public final class WalkCurves {
    private static final String SPREAD = "TlbReach.chase";
    private static final String PACKED = "TlbReachPacked.chase";

    /** A rise of less is not called one, however sure it is: half a cycle or so is an accident of layout. */
    private static final double LEAST_RISE = 0.3;

    /** Nor is one by a smaller share of what translation costs before it. */
    private static final double LEAST_SHARE = 0.25;

    private final List<Run> runs;
    private final List<Variant> variants;

    private WalkCurves(List<Run> runs, List<Variant> variants) {
        this.runs = runs;
        this.variants = variants;
    }

    /**
     * One curve for each variant that was measured beside baseline; none if the workload was not.
     *
     * @param runs those that count
     */
    public static List<WalkCurve> of(List<Run> runs, List<Variant> variants) {
        WalkCurves curves = new WalkCurves(runs, variants);
        return variants.stream()
                .filter(variant -> !variant.equals(Variants.baseline()))
                .flatMap(variant -> curves.curve(variant).stream())
                .toList();
    }

    private Optional<WalkCurve> curve(Variant variant) {
        Map<Long, Map<Integer, Double>> base = costs(SPREAD, Variants.baseline());
        Map<Long, Map<Integer, Double>> huge = costs(SPREAD, variant);
        TreeMap<Long, Map<Integer, Double>> control = control();
        boolean controlled = control.size() > 1;
        List<WalkCurve.Point> points = new ArrayList<>();
        base.forEach((pages, baseRounds) -> {
            Map<Integer, Double> hugeRounds = huge.getOrDefault(pages, Map.of());
            Map<Integer, Double> caches = controlled ? between(control, pages) : hugeRounds;
            List<Integer> rounds = baseRounds.keySet().stream()
                    .filter(hugeRounds::containsKey)
                    .filter(caches::containsKey)
                    .toList();
            if (!rounds.isEmpty()) {
                points.add(new WalkCurve.Point(
                        pages,
                        centre(rounds, baseRounds::get),
                        centre(rounds, hugeRounds::get),
                        centre(rounds, caches::get),
                        estimate(rounds, round -> baseRounds.get(round) - caches.get(round)),
                        estimate(rounds, round -> hugeRounds.get(round) - caches.get(round)),
                        estimate(rounds, round -> baseRounds.get(round) - hugeRounds.get(round))));
            }
        });
        return points.isEmpty()
                ? Optional.empty()
                : Optional.of(new WalkCurve(variant, controlled, points, rises(points)));
    }

    private static double centre(List<Integer> rounds, Function<Integer, Double> value) {
        return estimate(rounds, value).value();
    }

    private static WalkCurve.Estimate estimate(List<Integer> rounds, Function<Integer, Double> value) {
        return WalkCurve.Estimate.of(rounds.stream().map(value).toList());
    }

    /** By size and round. */
    private TreeMap<Long, Map<Integer, Double>> costs(String workload, Variant variant) {
        TreeMap<Long, Map<Integer, Double>> costs = new TreeMap<>();
        for (Run run : runs) {
            Case subject = run.job().subject();
            if (subject.workload().name().equals(workload)
                    && subject.params().size() == 1
                    && run.job().variant().equals(variant)
                    && run.counts()) {
                costs.computeIfAbsent(size(subject.params().values()), size -> new TreeMap<>())
                        .put(run.job().round(), run.cost());
            }
        }
        return costs;
    }

    private static long size(Collection<String> values) {
        return Long.parseLong(values.iterator().next());
    }

    /** The cheapest variant of each size and round: the one that translation disturbs least. */
    private TreeMap<Long, Map<Integer, Double>> control() {
        TreeMap<Long, Map<Integer, Double>> cheapest = new TreeMap<>();
        for (Variant variant : variants) {
            costs(PACKED, variant)
                    .forEach((size, rounds) ->
                            rounds.forEach((round, cost) -> cheapest.computeIfAbsent(size, it -> new TreeMap<>())
                                    .merge(round, cost, Math::min)));
        }
        return cheapest;
    }

    /** The control at a size; between two sizes on the line through them, over the logarithm of the size. */
    private static Map<Integer, Double> between(TreeMap<Long, Map<Integer, Double>> control, long size) {
        Map.Entry<Long, Map<Integer, Double>> below = control.floorEntry(size);
        Map.Entry<Long, Map<Integer, Double>> above = control.ceilingEntry(size);
        if (below == null || above == null) {
            // a chain that is smaller than the smallest is in the same cache; one that is larger is not known
            return below == null && above != null ? above.getValue() : Map.of();
        }
        if (below.getKey().equals(above.getKey())) {
            return below.getValue();
        }
        double share = Math.log((double) size / below.getKey()) / Math.log((double) above.getKey() / below.getKey());
        Map<Integer, Double> rounds = new TreeMap<>();
        below.getValue().forEach((round, cost) -> {
            if (above.getValue().containsKey(round)) {
                rounds.put(round, cost + share * (above.getValue().get(round) - cost));
            }
        });
        return rounds;
    }

    /** Neighbours whose ranges are apart, and by enough; those that follow one another are one rise. */
    private static List<WalkCurve.Rise> rises(List<WalkCurve.Point> points) {
        List<WalkCurve.Rise> rises = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            if (!clearlyDearer(points.get(i - 1), points.get(i))) {
                continue;
            }
            int start = i;
            while (i + 1 < points.size() && clearlyDearer(points.get(i), points.get(i + 1))) {
                i++;
            }
            rises.add(new WalkCurve.Rise(points.get(start - 1), points.get(start), points.get(i)));
        }
        return rises;
    }

    /** One round has no range, and proves nothing. */
    private static boolean clearlyDearer(WalkCurve.Point before, WalkCurve.Point after) {
        WalkCurve.Estimate low = before.baseTranslation();
        WalkCurve.Estimate high = after.baseTranslation();
        double step = high.value() - low.value();
        return Math.min(low.rounds(), high.rounds()) > 1
                && high.range().low() > low.range().high()
                && step >= LEAST_RISE
                && step >= LEAST_SHARE * Math.max(0, low.value());
    }
}
