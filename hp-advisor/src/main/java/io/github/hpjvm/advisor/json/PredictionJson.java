package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.PoolForecast;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What is foretold of a JVM as a JSON document, schema version 1. What is unknown is null; sizes are in bytes. */
public final class PredictionJson {
    private static final int SCHEMA_VERSION = 1;

    private PredictionJson() {}

    /** The document as text, ending in a newline. */
    public static String write(Prediction prediction) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("jvm", jvm(prediction.vm()));
        root.put("starts", prediction.starts().orElse(null));
        root.put("refusal", textOrNull(prediction.refusal()));
        root.put("regions", each(prediction.regions(), PredictionJson::region));
        root.put("pools", each(prediction.pools(), PredictionJson::pool));
        root.put("warnings", each(prediction.warnings(), warning -> coded(warning.code(), warning.text())));
        root.put("risks", each(prediction.risks(), risk -> coded(risk.code(), risk.text())));
        root.put("unknowns", each(prediction.unknowns(), MissingFields::of));
        return JsonText.write(root);
    }

    private static <T> List<Object> each(List<T> values, Function<T, Object> encoder) {
        return new ArrayList<>(values.stream().map(encoder).toList());
    }

    private static String textOrNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Map<String, Object> jvm(VmIdentity vm) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("release", vm.release().map(JavaVersion::feature).orElse(null));
        object.put("version", textOrNull(vm.version()));
        object.put("vendor", textOrNull(vm.vendor()));
        object.put("gc", vm.gc().map(Enum::name).orElse(null));
        object.put("maxHeapBytes", vm.maxHeap().map(Bytes::value).orElse(null));
        return object;
    }

    private static Map<String, Object> region(RegionForecast region) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", region.name().toString());
        object.put("kind", region.kind().map(Enum::name).orElse(null));
        object.put("pageBytes", region.pageSize().value());
        object.put("when", region.when().name());
        object.put("why", region.why());
        object.put("source", region.source());
        return object;
    }

    private static Map<String, Object> pool(PoolForecast pool) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("pageBytes", pool.pageSize().value());
        object.put("node", pool.node().isPresent() ? pool.node().getAsInt() : null);
        object.put("need", spans(pool.needAtStart(), pool.needGrown()));
        object.put("willTake", spans(pool.takesAtStart(), pool.takesGrown()));
        return object;
    }

    private static Map<String, Object> spans(Span start, Span full) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("start", span(start));
        object.put("full", span(full));
        return object;
    }

    private static List<Object> span(Span span) {
        return List.of(span.min(), span.max());
    }

    private static Map<String, Object> coded(Enum<?> code, String text) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("code", code.name());
        object.put("text", text);
        return object;
    }
}
