package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HeardTest {
    @Test
    void theLastNumberCounts() {
        Heard heard = new Heard(Optional.of(Metric.parse("tps = ([0-9]+)")), Optional.empty());
        heard.accept("warm-up tps = 1");
        heard.accept("tps = 20");
        heard.accept("done");
        assertEquals(OptionalDouble.of(20), heard.number());
        assertEquals("its last line: done", heard.lastWords());
    }

    @Test
    void theLineThatItIsReadyIsFoundAnywhere() {
        Heard heard = new Heard(Optional.empty(), Optional.of(Pattern.compile("started in")));
        heard.accept("starting");
        assertEquals(1, heard.ready().getCount());
        heard.accept("2026-01-01 INFO server started in 1.2 s");
        assertEquals(0, heard.ready().getCount());
    }

    @Test
    void aJvmThatRefusesSaysWhy() {
        Heard heard = new Heard(Optional.empty(), Optional.empty());
        assertEquals("it printed nothing", heard.lastWords());
        heard.accept("Unrecognized VM option 'UseHugeTLBFS'");
        heard.accept("Error: Could not create the Java Virtual Machine.");
        assertEquals(Optional.of("Unrecognized VM option 'UseHugeTLBFS'"), heard.refusal());
    }

    @Test
    void lastWordsAreShort() {
        Heard heard = new Heard(Optional.empty(), Optional.empty());
        heard.accept("x".repeat(10_000));
        assertTrue(heard.lastWords().length() < 300);
    }
}
