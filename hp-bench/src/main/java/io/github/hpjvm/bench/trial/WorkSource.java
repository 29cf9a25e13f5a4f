package io.github.hpjvm.bench.trial;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Where the work of a process is counted: the option {@code --work}. */
public sealed interface WorkSource {

    /** A name of Prometheus; a quoted value of a label may have braces. */
    Pattern METRIC = Pattern.compile("[a-zA-Z_:][\\w:]*(\\{(?:[^{}\"]|\"(?:[^\"\\\\]|\\\\.)*+\")*+\\})?");

    /** A name with an opened brace. */
    Pattern LABELLED = Pattern.compile("[a-zA-Z_:][\\w:]*\\{.*");

    /** The largest number of a port. */
    int MOST_PORT = 65_535;

    /** The forms of the option. */
    String FORMS = "file:PATH, http://HOST:PORT/PATH#METRIC, jcmd:COUNTER or none";

    /** Work is not counted. */
    record None() implements WorkSource {
        @Override
        public String toString() {
            return "none";
        }
    }

    /**
     * The lines of a growing file.
     *
     * @param path of the file
     */
    record Lines(String path) implements WorkSource {
        @Override
        public String toString() {
            return "file:" + path;
        }
    }

    /**
     * A counter in the text format of Prometheus.
     *
     * @param url without the fragment
     * @param metric name of the counter; with labels in braces, only samples that have these labels
     */
    record Metric(URI url, String metric) implements WorkSource {
        @Override
        public String toString() {
            return endpoint() + "#" + metric;
        }

        /** The URL without the values of its query. */
        public String endpoint() {
            return queryMasked(url.toString());
        }
    }

    /**
     * A counter that the JVM keeps for {@code jcmd PID PerfCounter.print}.
     *
     * @param name such as {@code sun.gc.collector.0.invocations}
     */
    record Counter(String name) implements WorkSource {
        @Override
        public String toString() {
            return "jcmd:" + name;
        }
    }

    /** Masks what may be a password in a text that was refused: all before an {@code @}, a query, and a fragment that is no metric. */
    private static String masked(String text) {
        String without = text.replaceFirst("//.*@", "//***@");
        int hash = without.indexOf('#');
        if (hash < 0) {
            return queryMasked(without);
        }
        String metric = without.substring(hash + 1);
        return queryMasked(without.substring(0, hash)) + "#"
                + (metric.isEmpty() || METRIC.matcher(metric).matches() ? metric : "***");
    }

    private static String queryMasked(String url) {
        int query = url.indexOf('?');
        return query < 0
                ? url
                : url.substring(0, query + 1)
                        + url.substring(query + 1).replaceAll("(^|[&;])([^=&;]*=)?[^&;]+", "$1$2***");
    }

    /**
     * Parses the value of the option.
     *
     * @throws IllegalArgumentException with the forms, if it has none of them
     */
    static WorkSource parse(String text) {
        if (text.equals("none")) {
            return new None();
        }
        if (text.startsWith("file:") && text.length() > "file:".length()) {
            return new Lines(text.substring("file:".length()));
        }
        if (text.startsWith("jcmd:") && text.matches("jcmd:[\\w.$-]{1,200}")) {
            return new Counter(text.substring("jcmd:".length()));
        }
        if (text.startsWith("http://") || text.startsWith("https://")) {
            return metric(text);
        }
        throw new IllegalArgumentException("'" + masked(text) + "' is not one of " + FORMS);
    }

    private static Metric metric(String text) {
        int hash = text.indexOf('#');
        String metric = hash < 0 ? "" : text.substring(hash + 1);
        if (LABELLED.matcher(metric).matches() && !METRIC.matcher(metric).matches()) {
            throw new IllegalArgumentException(
                    "'" + masked(text) + "' has labels that do not end as #METRIC{name=\"value\"} does");
        }
        if (!METRIC.matcher(metric).matches()) {
            throw new IllegalArgumentException(
                    "'" + masked(text) + "' names no metric: add #METRIC, such as #requests_total");
        }
        try {
            URI url = new URI(text.substring(0, hash));
            if (url.getHost() == null || url.getUserInfo() != null) {
                throw new IllegalArgumentException(
                        "'" + masked(text) + "' has no host, or has a user: write http://HOST:PORT/PATH#METRIC");
            }
            if (url.getPort() == 0 || url.getPort() > MOST_PORT) {
                throw new IllegalArgumentException(
                        "'" + masked(text) + "' has the port " + url.getPort() + "; a port is from 1 to " + MOST_PORT);
            }
            return new Metric(url, metric);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + masked(text) + "' is not a URL: " + e.getReason(), e);
        }
    }
}
