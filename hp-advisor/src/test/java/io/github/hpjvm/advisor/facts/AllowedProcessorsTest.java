package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Cpus_allowed_list} of {@code /proc/PID/status}. */
class AllowedProcessorsTest {

    private static Optional<Integer> count(String list) {
        return new ProcStatus(Map.of("Cpus_allowed_list", list)).allowedProcessors();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0 | 1", "0-1 | 2", "0-3,8 | 5", "1,3,5-7 | 5", "0-127 | 128"})
    void areCounted(String list, int processors) {
        assertEquals(Optional.of(processors), count(list));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0-", "3-1", "0,,1", "all", "0-99999999999"})
    void areUnknownIfMalformed(String list) {
        assertEquals(Optional.empty(), count(list));
    }

    @Test
    void areUnknownIfTheFieldIsMissing() {
        assertEquals(Optional.empty(), new ProcStatus(Map.of()).allowedProcessors());
    }
}
