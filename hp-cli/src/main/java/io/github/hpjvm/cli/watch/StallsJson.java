package io.github.hpjvm.cli.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.bench.report.json.DocumentText;
import io.github.hpjvm.bench.report.json.MeasuredOn;
import io.github.hpjvm.bench.trace.CrossCheck;
import io.github.hpjvm.bench.trace.DefragVerdict;
import io.github.hpjvm.bench.trace.Histogram;
import io.github.hpjvm.bench.trace.Stalls;
import io.github.hpjvm.bench.trace.Unmeasured;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The JSON document of {@code hp-cli stalls}. */
final class StallsJson {
    private static final double NANOS = 1e9;

    private StallsJson() {}

    /** One document for the whole trace. */
    static String write(Stalls stalls, MeasuredOn on) {
        return DocumentText.of(document(stalls, on));
    }

    /** One line for an interval, or for the whole trace after the intervals. */
    static String writeLine(Stalls stalls, MeasuredOn on) {
        return DocumentText.line(document(stalls, on));
    }

    private static ObjectNode document(Stalls stalls, MeasuredOn on) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", 1);
        root.put("interval", stalls.interval().isPresent() ? stalls.interval().getAsInt() : null);
        root.put("seconds", stalls.seconds());
        root.put("backend", stalls.backend().toString());
        stalls.pid().ifPresentOrElse(pid -> root.put("pid", pid), () -> root.putNull("pid"));
        on.write(root);
        root.put("end", stalls.end().name());
        root.put("events", stalls.measured().events());
        root.put("lost", stalls.lost());
        root.put("cpuSeconds", stalls.cpuNanos() / NANOS);
        ArrayNode histograms = root.putArray("histograms");
        Set<String> lacking = stalls.unmeasured().stream().map(Unmeasured::name).collect(Collectors.toSet());
        stalls.measured().histograms().stream()
                .filter(histogram -> !lacking.contains(histogram.name()))
                .forEach(histogram -> histogram(histograms.addObject(), histogram));
        ArrayNode unmeasured = root.putArray("unmeasured");
        stalls.unmeasured()
                .forEach(each -> unmeasured.addObject().put("name", each.name()).put("reason", each.reason()));
        ObjectNode vmstat = root.putObject("vmstat");
        stalls.vmstat().forEach(vmstat::put);
        ArrayNode checks = root.putArray("checks");
        for (CrossCheck check : stalls.checks()) {
            checks.addObject()
                    .put("counter", check.counter())
                    .put("kernel", check.kernel())
                    .put("traced", check.traced())
                    .put("equal", check.equal());
        }
        DefragVerdict verdict = stalls.verdict();
        root.put(
                "cpuPressure",
                stalls.cpuPressure().isPresent() ? stalls.cpuPressure().getAsDouble() : null);
        root.put("verdict", verdict.text());
        root.putObject("defrag")
                .put("current", verdict.current().orElse(null))
                .put("favoured", verdict.favoured().orElse(null))
                .put("certainty", verdict.certainty().name().toLowerCase(Locale.ROOT));
        ArrayNode declined = root.putArray("declined");
        stalls.declined()
                .forEach(each -> declined.addObject()
                        .put("backend", each.backend().toString())
                        .put("reason", each.reason()));
        return root;
    }

    private static void histogram(ObjectNode node, Histogram histogram) {
        node.put("name", histogram.name()).put("unit", "ns");
        ArrayNode buckets = node.putArray("buckets");
        for (Histogram.Bucket bucket : histogram.buckets()) {
            buckets.addObject()
                    .put("from", bucket.from())
                    .put("to", bucket.to())
                    .put("count", bucket.count());
        }
        node.put("count", histogram.count());
        node.put("sum", histogram.sum());
        node.put("max", histogram.max());
        node.put("untimed", histogram.untimed());
        ObjectNode results = node.putObject("results");
        histogram.results().forEach(results::put);
    }
}
