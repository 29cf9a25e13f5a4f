package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.PrometheusCounter;
import io.github.hpjvm.bench.trial.WorkSource;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;

/** Reads a counter of a metrics endpoint. */
final class MetricMeter implements WorkMeter {
    private static final int LIMIT_MILLIS = 2000;
    private static final int MOST = 16 << 20;
    private static final int OK = 200;

    private final WorkSource.Metric source;
    private final PrometheusCounter counter;

    MetricMeter(WorkSource.Metric source) {
        this.source = source;
        this.counter = new PrometheusCounter(source.metric());
    }

    @Override
    public OptionalDouble read() throws UnreadableWorkException {
        String text = text();
        OptionalDouble sum = counter.sum(text);
        if (sum.isEmpty()) {
            throw new UnreadableWorkException(
                    counter.isIn(text)
                            ? source.endpoint() + " has a counter " + source.metric() + " whose value is no number"
                            : source.endpoint() + " has no counter " + source.metric() + ofFamily(text));
        }
        return sum;
    }

    /** Names the counter of a family: its samples have this suffix (the OpenMetrics specification, "Counter"). */
    private String ofFamily(String text) {
        String total = counter.withSuffix("_total");
        return new PrometheusCounter(total).isIn(text) ? "; it has " + total : "";
    }

    private String text() throws UnreadableWorkException {
        try {
            URLConnection connection = source.url().toURL().openConnection();
            connection.setConnectTimeout((int) Patience.with(LIMIT_MILLIS));
            connection.setReadTimeout((int) Patience.with(LIMIT_MILLIS));
            connection.setRequestProperty("Accept", "text/plain; version=0.0.4");
            if (connection instanceof HttpURLConnection http) {
                http.setInstanceFollowRedirects(false);
                if (http.getResponseCode() != OK) {
                    throw new UnreadableWorkException(
                            source.endpoint() + " answers with status " + http.getResponseCode());
                }
            }
            try (InputStream in = connection.getInputStream()) {
                byte[] bytes = in.readNBytes(MOST + 1);
                if (bytes.length > MOST) {
                    throw new UnreadableWorkException(source.endpoint() + " answers with more than 16 MiB");
                }
                return new String(bytes, StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UnreadableWorkException(source.endpoint() + " cannot be read: "
                    + Unreadable.why(e).replace(source.url().toString(), source.endpoint()));
        }
    }
}
