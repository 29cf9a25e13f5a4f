package io.github.hpjvm.bench.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.ExpectedEffect.Effect;
import io.github.hpjvm.bench.run.Workloads;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectedEffectTest {
    private static ExpectedEffect by(String parameter, long noneUpTo, long gainFrom, boolean small) {
        return new ExpectedEffect("so", Optional.ofNullable(parameter), noneUpTo, 0.01, gainFrom, small);
    }

    @ParameterizedTest
    @CsvSource({"1, NONE", "1000, NONE", "1001, ", "99999, ", "100000, GAIN", "100000000000, GAIN"})
    void theParameterDecides(String size, Effect expected) {
        assertEquals(
                Optional.ofNullable(expected), by("size", 1000, 100_000, false).of(Map.of("size", size, "rate", "7")));
    }

    /** The TLB covers sixteen times as much with base pages of 64 KiB. A control stays one. */
    @ParameterizedTest
    @CsvSource({"4096, 100000, GAIN", "65536, 100000, ", "65536, 1600000, GAIN", "65536, 1000, NONE"})
    void theGainBeginsWithMoreDataOnLargerBasePages(long page, String size, Effect expected) {
        ExpectedEffect effect = by("size", 1000, 100_000, false).onPagesOf(page);
        assertEquals(Optional.ofNullable(expected), effect.of(Map.of("size", size)));
        assertEquals(
                Long.MAX_VALUE,
                by("size", 1000, Long.MAX_VALUE, false).onPagesOf(page).gainFrom());
    }

    @Test
    void aSmallGainIsOne() {
        assertEquals(
                Optional.of(Effect.SMALL_GAIN), by("size", 1000, 100_000, true).of(Map.of("size", "100000")));
    }

    @Test
    void aControlNeverGains() {
        assertEquals(
                Optional.of(Effect.NONE),
                by("size", Long.MAX_VALUE, Long.MAX_VALUE, false).of(Map.of("size", "999999999")));
        assertEquals(Optional.empty(), by("size", 10, Long.MAX_VALUE, false).of(Map.of("size", "11")));
    }

    @Test
    void withoutAParameterThereIsOneCase() {
        assertEquals(Optional.of(Effect.GAIN), by(null, -1, 0, false).of(Map.of()));
    }

    @Test
    void aValueThatIsNotANumberHasNoExpectation() {
        for (String text : new String[] {"many", "", "-5", "1e6", "99999999999999999999"}) {
            assertEquals(Optional.empty(), by("size", 1000, 100_000, false).of(Map.of("size", text)), text);
        }
        assertEquals(Optional.empty(), by("size", 1000, 100_000, false).of(Map.of()));
    }

    @Test
    void everyListedWorkloadHasAnExpectation() {
        for (Workload workload : Workloads.all()) {
            if (workload.selection() != Workload.Selection.UNLISTED) {
                ExpectedEffect expectation =
                        workload.expectation().orElseThrow(() -> new AssertionError(workload.name()));
                assertTrue(
                        expectation.by().stream().allMatch(workload.params()::containsKey),
                        workload.name() + " has no parameter " + expectation.by());
                assertTrue(expectation.noneUpTo() < expectation.gainFrom() || expectation.noneUpTo() == Long.MAX_VALUE);
            }
        }
    }
}
