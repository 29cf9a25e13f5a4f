package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Result files of JMH 1.21 and 1.37 for JMH's sample 02, on JDK 11. */
class JmhResultJsonTest {
    private static JmhResultJson recorded(String version, String mode) {
        return JmhResultJson.parse(Texts.resource("jmh/jmh-" + version + "-" + mode + ".json"))
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.21", "1.37"})
    void readsScoreAndIterationsOfBothVersions(String version) {
        JmhResultJson result = recorded(version, "thrpt");
        assertEquals(version, result.jmhVersion());
        assertEquals("ops/s", result.unit());
        assertEquals(2, result.iterations().size());
        double mean = result.iterations().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        assertEquals(mean, result.score().getAsDouble(), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"1.21, ss, s/op, 2", "1.37, ss, s/op, 2", "1.21, sample, s/op, 0", "1.37, sample, s/op, 0"})
    void readsOtherModes(String version, String mode, String unit, int iterations) {
        JmhResultJson result = recorded(version, mode);
        assertEquals(unit, result.unit());
        assertEquals(iterations, result.iterations().size());
        assertTrue(result.score().getAsDouble() > 0.09 && result.score().getAsDouble() < 0.3);
    }

    @ParameterizedTest
    @CsvSource({"ns/op, 1", "us/op, 1e3", "ops/ms, 1e6", "ops/s, 1e9", "s/op, 1e9", "min/op, 6e10", "ops/hr, 3.6e12"})
    void knowsTheNanosecondsOfAUnit(String unit, double nanos) {
        assertEquals(
                nanos,
                new JmhResultJson(OptionalDouble.empty(), unit, List.of(), "")
                        .unitNanos()
                        .orElseThrow());
    }

    @Test
    void nanosecondsOfAnotherUnitAreUnknown() {
        assertTrue(new JmhResultJson(OptionalDouble.empty(), "MB/sec", List.of(), "")
                .unitNanos()
                .isEmpty());
    }

    @Test
    void infiniteNumbersAreUnknown() {
        JmhResultJson result = JmhResultJson.parse(
                        "[{\"primaryMetric\": {\"score\": \"NaN\", \"scoreUnit\": \"ns/op\", \"rawData\": [[\"NaN\", 1.5]]}}]")
                .orElseThrow();
        assertTrue(result.score().isEmpty());
        assertEquals(List.of(1.5), result.iterations());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "[{}, {}]", "[{\"primaryMetric\"", "null"})
    void ignoresOtherJson(String text) {
        assertEquals(Optional.empty(), JmhResultJson.parse(text));
    }
}
