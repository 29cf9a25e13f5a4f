package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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
}
