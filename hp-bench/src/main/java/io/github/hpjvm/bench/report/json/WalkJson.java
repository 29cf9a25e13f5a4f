package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.stats.WalkCurve.Estimate;
import io.github.hpjvm.bench.stats.WalkCurve.Point;
import io.github.hpjvm.bench.stats.WalkCurve.Rise;
import java.util.List;
import java.util.Optional;

/** The part {@code tlbReach} of results.json: a curve for each variant, in nanoseconds per load. */
final class WalkJson {
    private WalkJson() {}

    static void write(ArrayNode array, List<WalkCurve> curves) {
        curves.forEach(curve -> curve(array.addObject(), curve));
    }

    private static void curve(ObjectNode node, WalkCurve curve) {
        node.put("variant", curve.huge().name());
        node.put("controlled", curve.controlled());
        node.put("splintered", curve.splintered().orElse(null));
        reach(node, "firstLevelPages", curve.firstLevel());
        reach(node, "lastLevelPages", curve.lastLevel());
        ArrayNode points = node.putArray("points");
        curve.points().forEach(point -> point(points.addObject(), point, curve.controlled()));
    }

    /** Writes the largest measured number of pages that the level holds, and the smallest that it does not. */
    private static void reach(ObjectNode node, String name, Optional<Rise> rise) {
        if (rise.isPresent()) {
            node.putArray(name)
                    .add(rise.get().last().pages())
                    .add(rise.get().first().pages());
        } else {
            node.putNull(name);
        }
    }

    private static void point(ObjectNode node, Point point, boolean controlled) {
        node.put("pages", point.pages());
        node.put("base", point.base());
        node.put("huge", point.huge());
        node.put("caches", controlled ? point.caches() : null);
        node.put("rounds", point.saved().rounds());
        estimate(node, "saved", point.saved());
        if (controlled) {
            estimate(node, "baseTranslation", point.baseTranslation());
            estimate(node, "hugeTranslation", point.hugeTranslation());
        }
    }

    private static void estimate(ObjectNode node, String name, Estimate estimate) {
        node.put(name, estimate.value());
        node.putArray(name + "Range")
                .add(estimate.range().low())
                .add(estimate.range().high());
    }
}
