package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTest {

    private static Optional<Boolean> isAtLeast(String release, int major, int minor) {
        return new Kernel(release, Optional.empty()).isAtLeast(major, minor);
    }

    @ParameterizedTest
    @CsvSource({
        "6.18.44, 6, 7, true",
        "6.7.0-rc1, 6, 7, true",
        "6.6.99, 6, 7, false",
        "5.15.0-105-generic, 5, 16, false",
        "5.16, 5, 16, true",
        "4.18.0-553.el8.x86_64, 5, 0, false",
        "10.1, 6, 7, true",
        "3.10.0-1160.el7.x86_64, 2, 6, true"
    })
    void isComparedByItsNumbers(String release, int major, int minor, boolean atLeast) {
        assertEquals(Optional.of(atLeast), isAtLeast(release, major, minor));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "6", "6.", ".7", "x6.7", "6x.7", "6-7", "12345.1", "6.12345", "-6.7"})
    void isUnknownWithoutNumbers(String release) {
        assertEquals(Optional.empty(), isAtLeast(release, 6, 7));
    }
}
