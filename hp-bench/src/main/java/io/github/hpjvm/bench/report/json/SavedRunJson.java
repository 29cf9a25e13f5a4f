package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads a run that {@link ResultsJson} wrote, without JMH's own result, which the file does not contain. */
final class SavedRunJson {
    private final List<Case> cases;
    private final List<Variant> variants;

    /**
     * @param cases permitted cases of runs
     * @param variants of the campaign; runs of other variants of hp-bench are read, too
     */
    SavedRunJson(List<Case> cases, List<Variant> variants) {
        this.cases = cases;
        this.variants = variants;
    }

    /** @throws IllegalArgumentException if the run is damaged, or has another case or variant */
    Run read(JsonNode node) {
        return new Run(
                job(node),
                RunStatus.valueOf(node.path("status").asText()),
                texts(node.path("jvmArgs")),
                number(node.path("score")),
                text(node.path("unit")).orElse(""),
                iterations(node.path("iterations")),
                evidence(node.path("evidence")),
                price(node.path("price")),
                MemoryMode.valueOf(node.path("memory").asText()),
                disturbance(node.path("disturbance")),
                numbers(node.path("counters")),
                numbers(node.path("countersPercentRunning")),
                text(node.path("failure")),
                Optional.empty(),
                readings(node.path("readings")),
                timing(node.path("timing")),
                outside(node));
    }

    private Job job(JsonNode node) {
        return new Job(
                node.path("round").asInt(),
                node.path("order").asInt(),
                subject(node),
                variant(node.path("variant").asText()),
                text(node.path("profiler")).map(label -> Profiler.valueOf(label.toUpperCase(Locale.ROOT))));
    }

    private Case subject(JsonNode node) {
        Map<String, String> params = new TreeMap<>();
        node.path("params")
                .properties()
                .forEach(it -> params.put(it.getKey(), it.getValue().asText()));
        String workload = node.path("workload").asText();
        return cases.stream()
                .filter(it ->
                        it.workload().name().equals(workload) && it.params().equals(params))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "has the case " + workload + " " + params + ", which this campaign does not measure"));
    }

    private Variant variant(String name) {
        Variant twin = Variants.twinOf(variants);
        return Stream.concat(variants.stream(), Stream.of(twin))
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .or(() -> Variants.named(name))
                .orElseThrow(() -> new IllegalArgumentException("has the unknown variant " + name));
    }

    private static PageEvidence evidence(JsonNode node) {
        return new PageEvidence(
                node.path("realised").asBoolean(),
                text(node.path("kind")).map(PageKind::valueOf),
                new Bytes(node.path("heapBytes").asLong()),
                new Bytes(node.path("hugeBytes").asLong()),
                text(node.path("reason")),
                text(node.path("fix")),
                texts(node.path("notes")));
    }

    private static Price price(JsonNode node) {
        return new Price(
                bytes(node.path("residentBytes")), bytes(node.path("pageTableBytes")), count(node.path("startMillis")));
    }

    private static Disturbance disturbance(JsonNode node) {
        Map<String, Long> vmstat = new TreeMap<>();
        node.path("vmstat")
                .properties()
                .forEach(it -> vmstat.put(it.getKey(), it.getValue().asLong()));
        return new Disturbance(
                number(node.path("stealPercent")),
                number(node.path("othersCpuPercent")),
                number(node.path("psiCpuSomePercent")),
                number(node.path("psiMemorySomePercent")),
                number(node.path("load1")),
                number(node.path("cpuMHz")),
                count(node.path("freeHugeBlocks")),
                number(node.path("unusableFreeIndex")),
                vmstat);
    }

    private static Timing timing(JsonNode node) {
        if (!node.isObject()) {
            return Timing.NONE;
        }
        return new Timing(
                Interleave.valueOf(node.path("interleave").asText()),
                node.path("nice").asInt(0),
                text(node.path("whyForks")),
                number(node.path("wallNanosPerOp")),
                number(node.path("cpuNanosPerOp")),
                slices(node.path("slices")),
                slices(node.path("alone")));
    }

    private static List<Slice> slices(JsonNode slices) {
        List<Slice> all = new ArrayList<>();
        for (int i = 0; i < slices.path("turn").size(); i++) {
            all.add(new Slice(
                    slices.path("turn").path(i).asInt(),
                    slices.path("operations").path(i).asDouble(),
                    slices.path("wallNanos").path(i).asDouble(),
                    number(slices.path("cpuNanos").path(i))));
        }
        return all;
    }

    private static Optional<Outside> outside(JsonNode node) {
        JsonNode usage = node.path("usage");
        if (!usage.isObject()) {
            return Optional.empty();
        }
        List<ObservedJvm> jvms = new ArrayList<>();
        for (JsonNode jvm : node.path("jvms")) {
            JsonNode arrived = jvm.path("flagsArrived");
            List<Long> seen = new ArrayList<>();
            jvm.path("seenAtMillis").forEach(it -> seen.add(it.asLong()));
            jvms.add(new ObservedJvm(
                    jvm.path("pid").asLong(),
                    jvm.path("main").asText(),
                    jvm.path("version").asText(),
                    arrived.isBoolean() ? Optional.of(arrived.asBoolean()) : Optional.empty(),
                    text(jvm.path("kind")).map(PageKind::valueOf),
                    new Bytes(jvm.path("heapBytes").asLong()),
                    new Bytes(jvm.path("hugeBytes").asLong()),
                    seen,
                    jvm.path("judged").asBoolean(),
                    text(jvm.path("unseen"))));
        }
        return Optional.of(new Outside(
                new Usage(
                        usage.path("wallMillis").asLong(),
                        count(usage.path("cpuMillis")),
                        count(usage.path("minorFaults")),
                        count(usage.path("majorFaults"))),
                jvms));
    }

    private static Map<String, Reading> readings(JsonNode node) {
        Map<String, Reading> readings = new LinkedHashMap<>();
        node.properties()
                .forEach(it -> readings.put(
                        it.getKey(),
                        new Reading(
                                number(it.getValue().path("value")).orElse(Double.NaN),
                                it.getValue().path("unit").asText())));
        return readings;
    }

    private static Map<String, Double> numbers(JsonNode node) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        node.properties()
                .forEach(it -> numbers.put(it.getKey(), number(it.getValue()).orElse(Double.NaN)));
        return numbers;
    }

    private static List<Double> iterations(JsonNode list) {
        List<Double> iterations = new ArrayList<>();
        list.forEach(it -> iterations.add(number(it).orElse(Double.NaN)));
        return iterations;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(it -> texts.add(it.asText()));
        return texts;
    }

    private static Optional<String> text(JsonNode node) {
        return Optional.ofNullable(node.textValue());
    }

    private static OptionalDouble number(JsonNode node) {
        return node.isNumber() ? OptionalDouble.of(node.asDouble()) : OptionalDouble.empty();
    }

    private static OptionalLong count(JsonNode node) {
        return node.isIntegralNumber() ? OptionalLong.of(node.asLong()) : OptionalLong.empty();
    }

    private static Optional<Bytes> bytes(JsonNode node) {
        return node.isIntegralNumber() ? Optional.of(new Bytes(node.asLong())) : Optional.empty();
    }
}
