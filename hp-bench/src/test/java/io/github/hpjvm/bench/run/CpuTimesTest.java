package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuTimesTest {

    @Test
    void guestTimeIsPartOfUserTime() {
        assertEquals(
                Optional.of(new CpuTimes(36, 8, 9)),
                CpuTimes.parse("cpu  1 2 3 4 5 6 7 8 100 200\ncpu0 9 9 9 9 9 9 9 9 9 9\nintr 1\n"));
    }

    @Test
    void eightStatesAreEnough() {
        assertEquals(Optional.of(new CpuTimes(8, 1, 2)), CpuTimes.parse("cpu  1 1 1 1 1 1 1 1\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "cpu",
                "cpu  1 2 3 4 5 6 7\n",
                "cpu0 1 2 3 4 5 6 7 8\n",
                "cpu  1 2 3 4 5 6 7 x\n",
                "cpu  1 2 3 4 5 6 7 99999999999999999999\n",
                "intr 1 2 3 4 5 6 7 8 9\n"
            })
    void anythingElseIsUnknown(String stat) {
        assertEquals(Optional.empty(), CpuTimes.parse(stat));
    }

    @Test
    void theShareRefersToElapsedTicks() {
        CpuTimes before = new CpuTimes(1000, 10, 0);
        assertEquals(OptionalDouble.of(25), new CpuTimes(1200, 60, 0).stealPercentSince(before));
        assertEquals(OptionalDouble.of(0), new CpuTimes(1200, 10, 0).stealPercentSince(before));
    }

    @Test
    void theShareIsUnknownIfACounterDecreased() {
        assertEquals(OptionalDouble.empty(), new CpuTimes(200, 5, 0).stealPercentSince(new CpuTimes(100, 6, 0)));
    }

    @Test
    void theShareIsUnknownWithoutElapsedTicks() {
        CpuTimes before = new CpuTimes(1000, 10, 0);
        assertEquals(OptionalDouble.empty(), before.stealPercentSince(before));
        assertEquals(OptionalDouble.empty(), new CpuTimes(900, 10, 0).stealPercentSince(before));
    }

    @Test
    void readsTheStatFile(@TempDir Path proc) throws IOException {
        assertEquals(Optional.empty(), CpuTimes.now(proc));
        Files.writeString(proc.resolve("stat"), "cpu  1 1 1 1 1 1 1 2\n");
        assertEquals(Optional.of(new CpuTimes(9, 2, 2)), CpuTimes.now(proc));
    }
}
