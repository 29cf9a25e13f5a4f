package io.github.hpjvm.cli.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The formats of metrics. */
enum Exposition {
    /** Text format 0.0.4 of Prometheus, which node_exporter reads too. */
    TEXT(PrometheusTextFormatWriter.create()),

    /** OpenMetrics 1.0. */
    OPENMETRICS(OpenMetricsTextFormatWriter.create()),

    /** One JSON document. No client of a listener gets it. */
    JSON(new JsonFormatWriter());

    private static final Pattern WEIGHT = Pattern.compile(";\\s*q=([01](?:\\.\\d{0,3})?)\\s*(?:;|$)");

    private final ExpositionFormatWriter writer;

    Exposition(ExpositionFormatWriter writer) {
        this.writer = writer;
    }

    /** The format for a header {@code Accept}, which may be empty. */
    static Exposition accepted(String header) {
        double open = quality(header, "application/openmetrics-text");
        return open > 0 && open >= quality(header, "text/plain") ? OPENMETRICS : TEXT;
    }

    /** The weight of a media type (RFC 9110, section 12.4.2), 0 if the header does not name it. */
    private static double quality(String header, String type) {
        double best = 0;
        for (String range : header.toLowerCase(Locale.ROOT).split(",")) {
            Matcher weight = WEIGHT.matcher(range);
            if (range.split(";", -1)[0].strip().equals(type)) {
                best = Math.max(best, weight.find() ? Double.parseDouble(weight.group(1)) : 1);
            }
        }
        return best;
    }

    /** The media type with its version. */
    String contentType() {
        return writer.getContentType();
    }

    byte[] bytes(MetricSnapshots metrics) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out, metrics, EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The metrics as text that ends in a newline. */
    public String text(MetricSnapshots metrics) {
        return new String(bytes(metrics), StandardCharsets.UTF_8);
    }

    /** The name that {@code --help} shows. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
