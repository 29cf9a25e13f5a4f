package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.json.DocumentText;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

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
        Document document =
                new Document(1, metrics.stream().map(JsonFormatWriter::metric).toList());
        out.write(DocumentText.of(document).getBytes(StandardCharsets.UTF_8));
    }

    private record Document(int schemaVersion, List<Metric> metrics) {}

    private record Metric(String name, String type, String help, List<Sample> samples) {}

    /** @param value null in the document if it is no number, which JSON cannot express */
    private record Sample(Map<String, String> labels, double value) {}

    private static Metric metric(MetricSnapshot metric) {
        if (metric instanceof GaugeSnapshot gauge) {
            return metric(metric, "", "gauge", samples(gauge.getDataPoints(), point -> point.getValue()));
        } else if (metric instanceof CounterSnapshot counter) {
            return metric(metric, "_total", "counter", samples(counter.getDataPoints(), point -> point.getValue()));
        } else if (metric instanceof InfoSnapshot info) {
            return metric(metric, "_info", "gauge", samples(info.getDataPoints(), point -> 1));
        }
        throw new IllegalArgumentException("no JSON for a " + metric.getClass());
    }

    private static Metric metric(MetricSnapshot metric, String suffix, String type, List<Sample> samples) {
        MetricMetadata metadata = metric.getMetadata();
        return new Metric(metadata.getPrometheusName() + suffix, type, metadata.getHelp(), samples);
    }

    private static <P extends DataPointSnapshot> List<Sample> samples(List<P> points, ToDoubleFunction<P> value) {
        return points.stream()
                .map(point -> new Sample(labels(point.getLabels()), value.applyAsDouble(point)))
                .toList();
    }

    private static Map<String, String> labels(Labels labels) {
        Map<String, String> names = new LinkedHashMap<>();
        labels.forEach(label -> names.put(label.getName(), label.getValue()));
        return names;
    }
}
