package io.github.hpjvm.bench.plan;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;

class RunTest {
    private static final Case SMALL = Samples.ofSize(1000);

    @Test
    void aRunThatEndedWellAndGotItsPagesCounts() {
        assertTrue(run(SMALL, "thp", 1, 4.5).build().counts());
    }

    @ParameterizedTest
    @EnumSource(value = RunStatus.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void aRunThatDidNotEndWellNeverCounts(RunStatus status) {
        assertFalse(run(SMALL, "thp", 1, 4.5).failed(status, "x").build().counts());
        assertFalse(run(SMALL, "thp", 1, 4.5).status(status).build().counts(), "be there a score or not");
    }

    @Test
    void norDoesOneWithoutItsPagesOrWithAProfiler() {
        assertFalse(run(SMALL, "thp", 1, 4.5).notRealised("x", null).build().counts());
        assertFalse(
                run(SMALL, "thp", 1, 4.5).profiler(Profiler.PERFNORM).build().counts());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void norDoesOneWithAScoreThatNobodyCanCompare(double score) {
        assertFalse(run(SMALL, "thp", 1, score).build().counts());
    }

    @Test
    void costIsTimeOrTheInverseOfThroughput() {
        assertEquals(4, run(SMALL, "thp", 1, 4).build().cost());
        Case calls = Samples.ofSize(Samples.workload("Calls.perSecond", Mode.Throughput), 1);
        assertEquals(0.25, run(calls, "thp", 1, 4).build().cost());
    }
}
