package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class JmhJarTest {
    /** The texts of JMH 1.37. */
    @Test
    void theReasonOfAProfilerThatJmhCannotCreateIsShown() {
        assertEquals(
                Optional.of("no profiler nosuch"),
                JmhJar.refusal(
                        "Profilers failed to initialize, exiting.\njava.lang.ClassNotFoundException: nosuch\nnosuch\n"));
        assertEquals(
                Optional.of("Unable to load async-profiler."),
                JmhJar.refusal(
                        "\nProfilers failed to initialize, exiting.\n\nUnable to load async-profiler.\nno such\n"));
        assertEquals(Optional.empty(), JmhJar.refusal("No matching benchmarks. Miss-spelled regexp?\n"));
    }
}
