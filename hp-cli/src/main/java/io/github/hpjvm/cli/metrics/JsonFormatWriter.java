package io.github.hpjvm.cli.metrics;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes metrics as one JSON document, with the names that the text formats have. */
final class JsonFormatWriter implements ExpositionFormatWriter {

    @Override
    public boolean accepts(String header) {
        return false;
    }

    @Override
    public String getContentType() {
        return "application/json; charset=utf-8";
    }

    @Override
    public void write(OutputStream out, MetricSnapshots metrics, EscapingScheme scheme) throws IOException {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", 1);
        ArrayNode all = root.putArray("metrics");
        for (MetricSnapshot metric : metrics) {
            if (metric instanceof GaugeSnapshot gauge) {
                ArrayNode samples = samples(all, metric, "", "gauge");
                gauge.getDataPoints().forEach(point -> sample(samples, point.getLabels(), point.getValue()));
            } else if (metric instanceof CounterSnapshot counter) {
                ArrayNode samples = samples(all, metric, "_total", "counter");
                counter.getDataPoints().forEach(point -> sample(samples, point.getLabels(), point.getValue()));
            } else if (metric instanceof InfoSnapshot info) {
                ArrayNode samples = samples(all, metric, "_info", "gauge");
                info.getDataPoints().forEach(point -> sample(samples, point.getLabels(), 1));
            } else {
                throw new IllegalArgumentException("no JSON for a " + metric.getClass());
            }
        }
        out.write((root.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static ArrayNode samples(ArrayNode all, MetricSnapshot metric, String suffix, String type) {
        ObjectNode node = all.addObject();
        node.put("name", metric.getMetadata().getPrometheusName() + suffix);
        node.put("type", type);
        node.put("help", metric.getMetadata().getHelp());
        return node.putArray("samples");
    }

    /** A value that is no number, which JSON cannot express, is null. */
    private static void sample(ArrayNode samples, Labels labels, double value) {
        ObjectNode node = samples.addObject();
        ObjectNode names = node.putObject("labels");
        labels.forEach(label -> names.put(label.getName(), label.getValue()));
        if (Double.isFinite(value)) {
            node.put("value", value);
        } else {
            node.putNull("value");
        }
    }
}
