package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.RunFailure;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputScanTest {
    @Test
    void theLastNumberCounts() {
        OutputScan output = new OutputScan(Optional.of(Metric.parse("tps = ([0-9]+)")), Optional.empty());
        output.accept("warm-up tps = 1");
        output.accept("tps = 20");
        output.accept("done");
        assertEquals(OptionalDouble.of(20), output.number());
        assertEquals("last line: done", output.lastLine());
    }

    @Test
    void findsTheReadyLine() {
        OutputScan output = new OutputScan(Optional.empty(), Optional.of(Pattern.compile("started in")));
        output.accept("starting");
        assertEquals(1, output.ready().getCount());
        output.accept("2026-01-01 INFO server started in 1.2 s");
        assertEquals(0, output.ready().getCount());
    }

    @Test
    void keepsTheRefusalOfAJvm() {
        OutputScan output = new OutputScan(Optional.empty(), Optional.empty());
        assertEquals("no output", output.lastLine());
        output.accept("Unrecognized VM option 'UseHugeTLBFS'");
        output.accept("Error: Could not create the Java Virtual Machine.");
        assertEquals(Optional.of("Unrecognized VM option 'UseHugeTLBFS'"), output.refusal());
    }

    @Test
    void keepsTheReasonOfARefusal() {
        OutputScan output = new OutputScan(Optional.empty(), Optional.empty());
        output.accept("Error occurred during initialization of VM");
        output.accept("Multiple garbage collectors selected");
        assertEquals(
                Optional.of("Error occurred during initialization of VM: Multiple garbage collectors selected"),
                output.refusal());
    }

    @Test
    void theExceptionIsShownInsteadOfItsLastFrame() {
        OutputScan output = new OutputScan(Optional.empty(), Optional.empty());
        output.accept("Exception in thread \"main\" java.lang.IllegalStateException: boom");
        output.accept("\tat A.main(A.java:2)");
        assertEquals("Exception in thread \"main\" java.lang.IllegalStateException: boom", output.lastLine());
    }

    @Test
    void lastLineIsShortened() {
        OutputScan output = new OutputScan(Optional.empty(), Optional.empty());
        output.accept("x".repeat(10_000));
        assertTrue(output.lastLine().length() < 300);
    }

    @Test
    void aLineThatARegularExpressionCannotExamineIsReported() {
        OutputScan output = new OutputScan(Optional.of(Metric.parse("x(?:a|b)*=([0-9]+)")), Optional.empty());
        output.accept("x" + "ab".repeat(30_000) + "=1");
        output.accept("xab=2");
        assertEquals(
                Optional.of("a regular expression is too complex for a line of 60003 characters"), output.unexamined());
        assertEquals(OptionalDouble.of(2), output.number());
        assertEquals("last line: xab=2", output.lastLine());
    }

    /** Otherwise the message would say that no line has what the last line has. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lat (\\S+)|lat 12ms|the metric 'lat (\\S+)' matches '12ms', which is not a number; put the group around the"
                        + " digits only; last line: lat 12ms",
                "([0-9]+) ops|1 ops,and more|no number is missing",
                "rate ([0-9]+)|rate 1,234,567|the metric 'rate ([0-9]+)' matches '1', which is not a whole number; put the"
                        + " group around all its digits; last line: rate 1,234,567",
                "rate ([0-9]+)|other 1|no line of its output contains the metric 'rate ([0-9]+)'; last line: other 1"
            })
    void namesWhatTheGroupHasInsteadOfANumber(String metric, String line, String message) {
        OutputScan output = new OutputScan(Optional.of(Metric.parse(metric)), Optional.empty());
        output.accept(line);
        assertEquals(
                message,
                output.measured("the command").failure().map(RunFailure::why).orElse("no number is missing"));
    }

    @Test
    void namesWhereAFigureIsMissing() {
        OutputScan output = new OutputScan(Metric.all("hdr:-#p99"), Optional.empty());
        assertEquals(
                Optional.of(
                        "the output of the load has no percentile distribution with the figure hdr:-#p99; no output"),
                output.measured("the load").failure().map(RunFailure::why));
    }
}
