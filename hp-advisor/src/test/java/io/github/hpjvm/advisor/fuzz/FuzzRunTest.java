package io.github.hpjvm.advisor.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FuzzRunTest {
    private static final List<Integer> TARGETS = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 13})
    void eachTargetHasItsTurn(int number) {
        Set<Integer> fuzzed = new HashSet<>();
        for (long day = 20_786; day < 20_800; day++) {
            List<Integer> some = FuzzRun.ofDay(TARGETS, day, number);
            assertEquals(number, new HashSet<>(some).size());
            fuzzed.addAll(some);
        }
        assertEquals(Set.copyOf(TARGETS), fuzzed);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 14, 20})
    void orAllAtOnce(int number) {
        assertEquals(TARGETS, FuzzRun.ofDay(TARGETS, 20_786, number));
    }
}
