package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EndSignalTest {
    @Test
    void exitCodesOfSignals() {
        assertEquals(OptionalInt.of(9), EndSignal.of(137));
        assertEquals(OptionalInt.of(64), EndSignal.of(192));
        for (int code : new int[] {0, 1, 127, 128, 193, 255}) {
            assertEquals(OptionalInt.empty(), EndSignal.of(code), "exit code " + code);
        }
    }

    /** System.exit(-1) of a benchmark is no signal, which another process may have sent. */
    @Test
    void aForkThatExitsIsNotEndedFromOutside() {
        assertTrue(EndSignal.endedFork("<forked VM failed with exit code 137>"));
        assertFalse(EndSignal.endedFork("<forked VM failed with exit code 255>"));
        assertFalse(EndSignal.endedFork("<forked VM failed with exit code 1>"));
    }
}
