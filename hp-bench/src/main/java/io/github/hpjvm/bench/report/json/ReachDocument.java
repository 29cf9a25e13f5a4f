package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.stats.WalkCurve.Rise;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The curve of TlbReach for a variant in results.json, in nanoseconds per load.
 *
 * @param firstLevelPages the largest measured number of pages that the level holds, and the smallest that it does not
 */
record ReachDocument(
        String variant,
        boolean controlled,
        Optional<Boolean> splintered,
        Optional<List<Long>> firstLevelPages,
        Optional<List<Long>> lastLevelPages,
        List<Point> points) {
    /**
     * One number of pages.
     *
     * @param baseTranslation null unless the curve is controlled, as the next three
     */
    record Point(
            long pages,
            double base,
            double huge,
            Optional<Double> caches,
            int rounds,
            double saved,
            List<Double> savedRange,
            @Nullable Double baseTranslation,
            @Nullable List<Double> baseTranslationRange,
            @Nullable Double hugeTranslation,
            @Nullable List<Double> hugeTranslationRange) {
        private static Point of(WalkCurve.Point point, boolean controlled) {
            return new Point(
                    point.pages(),
                    point.base(),
                    point.huge(),
                    controlled ? Optional.of(point.caches()) : Optional.empty(),
                    point.saved().rounds(),
                    point.saved().value(),
                    point.saved().range().ends(),
                    controlled ? point.baseTranslation().value() : null,
                    controlled ? point.baseTranslation().range().ends() : null,
                    controlled ? point.hugeTranslation().value() : null,
                    controlled ? point.hugeTranslation().range().ends() : null);
        }
    }

    static ReachDocument of(WalkCurve curve) {
        return new ReachDocument(
                curve.huge().name(),
                curve.controlled(),
                curve.splintered(),
                curve.firstLevel().map(ReachDocument::pages),
                curve.lastLevel().map(ReachDocument::pages),
                curve.points().stream()
                        .map(point -> Point.of(point, curve.controlled()))
                        .toList());
    }

    private static List<Long> pages(Rise rise) {
        return List.of(rise.last().pages(), rise.first().pages());
    }
}
