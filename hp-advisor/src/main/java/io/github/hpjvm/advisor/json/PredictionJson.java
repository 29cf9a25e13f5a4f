package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.Warning;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the prediction for a JVM as a JSON document of schema version 1. Sizes are in bytes, and an unknown value is null.
 */
public final class PredictionJson {

    private record Document(
            int schemaVersion,
            OfJvm jvm,
            Optional<Boolean> starts,
            Optional<String> refusal,
            List<OfRegion> regions,
            List<OfPool> pools,
            List<Warning> warnings,
            List<Risk> risks,
            List<Missing> unknowns) {}

    private record OfJvm(
            Optional<Integer> release,
            Optional<String> version,
            Optional<String> vendor,
            Optional<Collector> gc,
            Optional<Bytes> maxHeapBytes) {}

    private record OfRegion(
            String name, Optional<PageKind> kind, Bytes pageBytes, When when, String why, String source) {}

    private record OfPool(Bytes pageBytes, Optional<Integer> node, Growth need, Growth willTake) {}

    /**
     * Pages of a pool.
     *
     * @param start fewest and most when the JVM has started
     * @param full fewest and most when the heap has its maximum size
     */
    private record Growth(List<Long> start, List<Long> full) {
        static Growth of(Span start, Span full) {
            return new Growth(List.of(start.min(), start.max()), List.of(full.min(), full.max()));
        }
    }

    private PredictionJson() {}

    /** The document as text that ends in a newline. */
    public static String write(Prediction prediction) {
        return write(prediction, Optional.empty());
    }

    /**
     * The same with the field {@code require}.
     *
     * @param answer whether a requirement holds; empty for none, and then the field is absent
     */
    public static String write(Prediction prediction, Optional<Answer> answer) {
        Map<String, Object> root = RecordCodec.encodeRecord(new Document(
                1,
                jvm(prediction.vm()),
                prediction.starts(),
                text(prediction.refusal()),
                prediction.regions().stream().map(PredictionJson::region).toList(),
                prediction.pools().stream().map(PredictionJson::pool).toList(),
                prediction.warnings(),
                prediction.risks(),
                prediction.unknowns()));
        answer.ifPresent(it -> root.put("require", RecordCodec.encodeRecord(it)));
        return JsonText.write(root);
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    private static OfJvm jvm(VmIdentity vm) {
        return new OfJvm(
                vm.release().map(JavaVersion::feature), text(vm.version()), text(vm.vendor()), vm.gc(), vm.maxHeap());
    }

    private static OfRegion region(RegionForecast region) {
        return new OfRegion(
                region.name().toString(),
                region.kind(),
                region.pageSize(),
                region.when(),
                region.why(),
                region.source());
    }

    private static OfPool pool(PoolForecast pool) {
        return new OfPool(
                pool.pageSize(),
                pool.node().isPresent() ? Optional.of(pool.node().getAsInt()) : Optional.empty(),
                Growth.of(pool.needAtStart(), pool.needGrown()),
                Growth.of(pool.takesAtStart(), pool.takesGrown()));
    }
}
