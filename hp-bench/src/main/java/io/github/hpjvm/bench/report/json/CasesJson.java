package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.ExpectedEffect;
import io.github.hpjvm.bench.plan.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/** The parts {@code workloads} and {@code cases} of {@code results.json}: what reports need to know of them. */
final class CasesJson {
    private CasesJson() {}

    static void write(ObjectNode root, List<Case> cases) {
        ArrayNode workloads = root.putArray("workloads");
        cases.stream().map(Case::workload).distinct().forEach(it -> workloads.add(workload(it)));
        ArrayNode all = root.putArray("cases");
        for (Case subject : cases) {
            ObjectNode node = all.addObject();
            node.put("workload", subject.workload().name());
            ObjectNode params = node.putObject("params");
            subject.params().forEach(params::put);
            ArrayNode arguments = node.putArray("jvmArgs");
            subject.jvmArgs().forEach(arguments::add);
        }
    }

    static ObjectNode workload(Workload workload) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", workload.name());
        node.put("benchmark", workload.benchmark());
        node.put("mode", workload.mode().name());
        node.put("clock", workload.clock().name());
        workload.expectation()
                .ifPresentOrElse(
                        it -> expectation(node.putObject("expectation"), it), () -> node.putNull("expectation"));
        return node;
    }

    private static void expectation(ObjectNode node, ExpectedEffect effect) {
        node.put("because", effect.because());
        node.put("by", effect.by().orElse(null));
        node.put("noneUpTo", effect.noneUpTo());
        node.put("within", effect.within());
        node.put("gainFrom", effect.gainFrom() == Long.MAX_VALUE ? null : effect.gainFrom());
        node.put("small", effect.small());
    }

    /** @throws IllegalArgumentException if the parts are damaged */
    static List<Case> read(JsonNode root) {
        Map<String, Workload> workloads = new LinkedHashMap<>();
        root.path("workloads").forEach(node -> workloads.put(node.path("name").asText(), workload(node)));
        List<Case> cases = new ArrayList<>();
        for (JsonNode node : root.path("cases")) {
            String name = node.path("workload").asText();
            Workload workload = workloads.get(name);
            if (workload == null) {
                throw new IllegalArgumentException(
                        "cases[" + cases.size() + "] has the workload '" + name + "', which workloads does not list");
            }
            Map<String, String> params = new LinkedHashMap<>();
            node.path("params")
                    .properties()
                    .forEach(it -> params.put(it.getKey(), it.getValue().asText()));
            List<String> arguments = new ArrayList<>();
            node.path("jvmArgs").forEach(it -> arguments.add(it.asText()));
            cases.add(new Case(workload, params, List.copyOf(arguments)));
        }
        return cases;
    }

    private static Workload workload(JsonNode node) {
        return new Workload(
                node.path("name").asText(),
                node.path("benchmark").asText(),
                Mode.valueOf(node.path("mode").asText()),
                List.of(),
                Map.of(),
                Map.of(),
                Workload.Selection.DEFAULT,
                node.path("expectation").isObject()
                        ? Optional.of(expectation(node.path("expectation")))
                        : Optional.empty(),
                Clock.valueOf(node.path("clock").asText()));
    }

    private static ExpectedEffect expectation(JsonNode node) {
        return new ExpectedEffect(
                node.path("because").asText(),
                Optional.ofNullable(node.path("by").textValue()),
                node.path("noneUpTo").asLong(),
                node.path("within").asDouble(),
                node.path("gainFrom").asLong(Long.MAX_VALUE),
                node.path("small").asBoolean());
    }
}
