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
    void aRunWithStatusOkAndItsPagesCounts() {
        assertTrue(run(SMALL, "thp", 1, 4.5).build().counts());
    }

    @ParameterizedTest
    @EnumSource(value = RunStatus.class, names = "OK", mode = EnumSource.Mode.EXCLUDE)
    void aRunWithAnotherStatusDoesNotCount(RunStatus status) {
        assertFalse(run(SMALL, "thp", 1, 4.5).failed(status, "x").build().counts());
        assertFalse(run(SMALL, "thp", 1, 4.5).status(status).build().counts(), "with or without a score");
    }

    @Test
    void aRunWithoutItsPagesOrWithAProfilerDoesNotCount() {
        assertFalse(run(SMALL, "thp", 1, 4.5).notRealised("x", null).build().counts());
        assertFalse(
                run(SMALL, "thp", 1, 4.5).profiler(Profiler.PERFNORM).build().counts());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void aRunWithoutAPositiveFiniteScoreDoesNotCount(double score) {
        assertFalse(run(SMALL, "thp", 1, score).build().counts());
    }

    @Test
    void aJobThatWasNotForkedDiffersFromAJvmThatRejectsItsArguments() {
        assertFalse(run(SMALL, "thp", 1, 1).notForked("no pages", "").build().forked());
        assertTrue(run(SMALL, "thp", 1, 1)
                .failed(RunStatus.NOT_STARTED, "Unrecognized VM option")
                .build()
                .forked());
    }

    @Test
    void costIsTimeOrTheInverseOfThroughput() {
        assertEquals(4, run(SMALL, "thp", 1, 4).build().cost());
        Case calls = Samples.ofSize(Samples.workload("Calls.perSecond", Mode.Throughput), 1);
        assertEquals(0.25, run(calls, "thp", 1, 4).build().cost());
    }
}
