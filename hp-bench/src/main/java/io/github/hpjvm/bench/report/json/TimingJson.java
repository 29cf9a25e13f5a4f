package io.github.hpjvm.bench.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import java.util.List;
import java.util.OptionalDouble;

/** The part {@code timing} of a run in {@code results.json}. Slices are written as one list for each number. */
final class TimingJson {
    private TimingJson() {}

    static ObjectNode timing(Timing timing) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("interleave", timing.interleave().name());
        node.put("nice", timing.nice());
        node.put("whyForks", timing.whyForks().orElse(null));
        ResultsJson.putNumber(node, "wallNanosPerOp", timing.secondClock());
        ResultsJson.putNumber(node, "cpuNanosPerOp", timing.cpuPerOperation());
        putSlices(node.putObject("slices"), timing.slices());
        if (!timing.alone().isEmpty()) {
            putSlices(node.putObject("alone"), timing.alone());
        }
        return node;
    }

    private static void putSlices(ObjectNode node, List<Slice> slices) {
        ArrayNode turns = node.putArray("turn");
        ArrayNode operations = node.putArray("operations");
        ArrayNode wall = node.putArray("wallNanos");
        ArrayNode cpu = node.putArray("cpuNanos");
        for (Slice slice : slices) {
            turns.add(slice.turn());
            addOperations(operations, slice.operations());
            wall.add(whole(slice.wallNanos()));
            add(cpu, slice.cpuNanos());
        }
    }

    private static void add(ArrayNode list, OptionalDouble nanos) {
        nanos.ifPresentOrElse(it -> list.add(whole(it)), list::addNull);
    }

    /** Adds a number of operations. For a server's load it may be small and not a whole number. */
    private static void addOperations(ArrayNode list, double operations) {
        if (operations != Math.rint(operations) && Double.isFinite(operations)) {
            list.add(operations);
        } else {
            list.add(whole(operations));
        }
    }

    /** A slice has whole nanoseconds, without a fraction that would only take space. */
    private static long whole(double count) {
        return Math.round(count);
    }
}
