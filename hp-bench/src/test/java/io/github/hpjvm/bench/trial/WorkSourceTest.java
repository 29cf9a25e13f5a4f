package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkSourceTest {
    private static final String TEXT = """
            # HELP requests_total Requests.
            # TYPE requests_total counter
            requests_total{uri="/a}b",status="200"} 5 1700000000000
            requests_total{uri="/b",status="500"} 2.5
            requests_total_other 100
            requests 3
            broken NaN
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "file:/var/log/access.log",
                "jcmd:sun.gc.collector.0.invocations",
                "http://127.0.0.1:8080/actuator/prometheus#http_server_requests_seconds_count",
                "http://[::1]:8080/m#a_total{status=\"200\"}",
                "http://h/m#a_total{uri=\"/orders/{id}\",q=\"\\\"}\"}"
            })
    void theFormsAreParsed(String text) {
        assertEquals(text, WorkSource.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "file:",
                "jcmd:",
                "jcmd:a b",
                "http://host/metrics",
                "http://host/#",
                "http://host/#a b",
                "http://host/#a{b=\"c}",
                "http://host/#a{b=\"c\"}}",
                "http:///#a",
                "http://user:secret@host/#a",
                "http://a b/#c",
                "http://127.0.0.1:99999/metrics#a",
                "http://127.0.0.1:0/metrics#a",
                "ftp://host/#a",
                "/var/log/x"
            })
    void othersAreRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> WorkSource.parse(text));
    }

    private static void assertMessage(String expected, String text) {
        assertEquals(
                expected,
                assertThrows(IllegalArgumentException.class, () -> WorkSource.parse(text))
                        .getMessage());
    }

    @Test
    void theErrorIsNamed() {
        assertMessage(
                "'http://127.0.0.1:99999/m#a' has the port 99999; a port is from 1 to 65535",
                "http://127.0.0.1:99999/m#a");
        assertMessage(
                "'http://h/m#***' has labels that do not end as #METRIC{name=\"value\"} does",
                "http://h/m#requests_total{");
        assertMessage("'http://h/m#' names no metric: add #METRIC, such as #requests_total", "http://h/m#");
    }

    /** A counter whose value is no number is there. */
    @Test
    void aSampleIsFoundWhateverItsValue() {
        assertTrue(new PrometheusCounter("broken").isIn(TEXT));
        assertTrue(new PrometheusCounter("requests_total{status=\"200\"}").isIn(TEXT));
        assertFalse(new PrometheusCounter("requests_total{status=\"404\"}").isIn(TEXT));
        assertFalse(new PrometheusCounter("absent").isIn(TEXT));
    }

    /** A query may have a token, and the text is printed and written to files. */
    @Test
    void passwordsAreNotPrinted() {
        assertEquals(
                "http://h/m?token=***&q=***&***#a_total{b=\"c\"}",
                WorkSource.parse("http://h/m?token=secret&q=secret&secret#a_total{b=\"c\"}")
                        .toString());
        assertEquals("http://h/a@b#a", WorkSource.parse("http://h/a@b#a").toString());
        for (String text : List.of(
                "http://user:secret@h/m#a",
                "http://user:sec@ret@h/m#a",
                "http://user:secret/@h/m#a",
                "http://h/m?token=secret",
                "http://h/m?secret",
                "http://h/m?token=a#secret b",
                "http:///m?token=secret#a",
                "http://a b/?token=secret#c",
                "ftp://user:secret@h/m#a",
                "ftp://h/m?token=secret")) {
            String message = assertThrows(IllegalArgumentException.class, () -> WorkSource.parse(text))
                    .getMessage();
            assertFalse(message.contains("secret") || message.contains("ret@"), message);
            assertTrue(message.contains("***"), message);
        }
    }

    @Test
    void samplesAreAddedOverTheirLabels() {
        assertEquals(OptionalDouble.of(7.5), new PrometheusCounter("requests_total").sum(TEXT));
        assertEquals(OptionalDouble.of(5), new PrometheusCounter("requests_total{status=\"200\"}").sum(TEXT));
        assertEquals(OptionalDouble.of(2.5), new PrometheusCounter("requests_total{uri=\"/b\"}").sum(TEXT));
        assertEquals(OptionalDouble.of(3), new PrometheusCounter("requests").sum(TEXT));
        assertEquals(
                OptionalDouble.empty(),
                new PrometheusCounter("x{path=\"/a,b\"}").sum("x{path=\"/a,c\",q=\"z,b\"} 7\n"));
        assertEquals(
                OptionalDouble.of(7), new PrometheusCounter("x{path=\"/a,b\"}").sum("x{path=\"/a,b\",q=\"z\"} 7\n"));
        assertEquals(
                OptionalDouble.of(7),
                new PrometheusCounter("x{uri=\"/{id}\",b=\"2\"}").sum("x{a=\"1\", b = \"2\", uri=\"/{id}\", } 7\n"));
        assertEquals(OptionalDouble.of(7), new PrometheusCounter("x{a=\"\\\",b\"}").sum("x{a=\"\\\",b\",c=\"\"} 7\n"));
        assertEquals(OptionalDouble.empty(), new PrometheusCounter("absent").sum(TEXT));
        assertEquals(OptionalDouble.empty(), new PrometheusCounter("broken").sum(TEXT));
        assertEquals(OptionalDouble.empty(), new PrometheusCounter("requests_total{status=\"404\"}").sum(TEXT));
    }

    @Test
    void numbersWithoutAFiniteSumAreNoCounter() {
        for (String text : List.of("a 1e308\na{b=\"c\"} 1e308\n", "a +Inf\n", "a NaN\n", "a 1e999\n")) {
            assertEquals(OptionalDouble.empty(), new PrometheusCounter("a").sum(text), text);
        }
        assertEquals(OptionalDouble.of(-5), new PrometheusCounter("a").sum("a -5\n"));
    }

    /** No text of an endpoint makes the parser fail. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "requests_total",
                "requests_total{",
                "requests_total{}",
                "requests_total{a=\"",
                "requests_total x",
                "requests_total  "
            })
    void aDamagedSampleIsNoNumber(String line) {
        assertEquals(OptionalDouble.empty(), new PrometheusCounter("requests_total").sum(line + "\n"));
    }
}
