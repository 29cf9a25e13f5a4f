package io.github.hpjvm.bench.fork;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

class FixturesTest {
    static class PerTrial {
        @Setup
        public void before() {}

        @Setup(Level.Invocation)
        public void each() {}
    }

    static class PerIteration {
        @TearDown(Level.Iteration)
        public void after() {}
    }

    static class Below extends PerIteration {}

    @Test
    void findsFixturesOfIterationsInTheClassAndAboveIt() {
        assertFalse(Fixtures.hasOne(PerTrial.class));
        assertTrue(Fixtures.hasOne(PerIteration.class));
        assertTrue(Fixtures.hasOne(Below.class));
    }

    /** A class that cannot be examined may have one. */
    @Test
    void anUnknownBenchmarkKeepsItsIterationsWhole() {
        assertTrue(Fixtures.arePerIteration("no.such.Benchmark_jmhTest.work"));
        assertTrue(Fixtures.arePerIteration("nothing"));
        assertFalse(Fixtures.arePerIteration(FixturesTest.class.getName() + ".work"));
    }
}
