package io.github.hpjvm.bench.jdk;

import io.github.hpjvm.os.text.Visible;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The results in the XML of JUnit, as CI servers read it: a failure for a difference, skipped for what is not known. */
public final class JdkJUnit {
    private JdkJUnit() {}

    /** Returns the document. */
    public static String write(String jvm, List<JdkResult> results) {
        long failures = count(results, JdkResult.Status.DIFFERENT);
        long skipped = count(results, JdkResult.Status.UNKNOWN) + count(results, JdkResult.Status.NOT_RUN);
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<testsuite name=\"" + escaped(jvm) + "\" tests=\"" + results.size() + "\" failures=\"" + failures
                + "\" errors=\"0\" skipped=\"" + skipped + "\" time=\""
                + seconds(results.stream().map(JdkResult::time).reduce(Duration.ZERO, Duration::plus)) + "\">\n");
        for (JdkResult result : results) {
            xml.append("  <testcase classname=\"hp-cli.jdk.verify\" name=\""
                    + escaped(result.test().name()) + "\" time=\"" + seconds(result.time()) + "\"");
            String text = escaped(
                    result.reason() + (result.bugs().isEmpty() ? "" : " (" + String.join(", ", result.bugs()) + ")"));
            switch (result.status()) {
                case SAME -> xml.append("/>\n");
                case DIFFERENT -> xml.append("><failure type=\"difference\" message=\"" + text + "\"/></testcase>\n");
                case UNKNOWN, NOT_RUN -> xml.append("><skipped message=\"" + text + "\"/></testcase>\n");
            }
        }
        return xml.append("</testsuite>\n").toString();
    }

    private static long count(List<JdkResult> results, JdkResult.Status status) {
        return results.stream().filter(result -> result.status() == status).count();
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f", time.toMillis() / 1e3);
    }

    /** XML 1.0 has no control characters, escaped or not: {@link Visible} makes them visible. */
    private static String escaped(String text) {
        return Visible.line(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
