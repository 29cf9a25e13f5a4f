package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.Usage;
import java.util.Optional;
import java.util.OptionalLong;

/** Observations of a program from outside, as part of a run in {@code results.json}. */
final class OutsideJson {
    private OutsideJson() {}

    /** Adds {@code usage} and {@code jvms}; null and empty for own workloads. */
    static void write(ObjectNode run, Optional<Outside> outside) {
        outside.ifPresentOrElse(it -> run.set("usage", usage(it.usage())), () -> run.putNull("usage"));
        ArrayNode jvms = run.putArray("jvms");
        outside.ifPresent(it -> it.jvms().forEach(jvm -> jvms.add(jvm(jvm))));
    }

    private static ObjectNode usage(Usage usage) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("wallMillis", usage.wallMillis());
        put(node, "cpuMillis", usage.cpuMillis());
        put(node, "minorFaults", usage.minorFaults());
        put(node, "majorFaults", usage.majorFaults());
        return node;
    }

    private static ObjectNode jvm(ObservedJvm jvm) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("pid", jvm.pid());
        node.put("main", jvm.main());
        node.put("version", jvm.version());
        node.put("judged", jvm.judged());
        jvm.flagsArrived().ifPresentOrElse(it -> node.put("flagsArrived", it), () -> node.putNull("flagsArrived"));
        node.put("kind", jvm.kind().map(Enum::name).orElse(null));
        node.put("heapBytes", jvm.heap().value());
        node.put("hugeBytes", jvm.huge().value());
        ArrayNode seen = node.putArray("seenAtMillis");
        jvm.seenAtMillis().forEach(seen::add);
        node.put("unseen", jvm.unseen().orElse(null));
        return node;
    }

    private static void put(ObjectNode node, String name, OptionalLong number) {
        if (number.isPresent()) {
            node.put(name, number.getAsLong());
        } else {
            node.putNull(name);
        }
    }
}
