package io.github.hpjvm.advisor.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessReadingTest {
    private static ProcessReading swapped(Long mib) {
        return new ProcessReading(
                Optional.ofNullable(mib).map(Bytes::ofMiB), Optional.empty(), OptionalInt.empty(), Optional.empty());
    }

    /** Memory in swap in MiB of three readings, and the start of the interval that shows the last change. */
    @ParameterizedTest
    @CsvSource({
        "0, 64, 0, 64",
        "64, 0, 64, 0",
        "0, 64, 64, 0",
        "0, 64, 96, 0",
        "0, 0, 64, 0",
        "64, 32, 0, 64",
        ", 64, 0, ",
        "0, , 64, 0"
    })
    void intervalStartsWhereSwapTurned(Long earlier, Long later, Long now, Long start) {
        assertEquals(swapped(start), ProcessReading.start(swapped(earlier), swapped(later), swapped(now)));
    }
}
