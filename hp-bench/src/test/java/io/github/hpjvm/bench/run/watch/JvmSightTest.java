package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class JvmSightTest {
    @Test
    void looksGetRarerAsItGetsOlder() {
        assertEquals(150, JvmSight.pause(200, 1));
        assertEquals(250, JvmSight.pause(1000, 1));
        assertEquals(15_000, JvmSight.pause(60_000, 1));
    }

    @Test
    void dearOnesAreRarerStillButOneIsInItsSecondHalf() {
        assertEquals(500, JvmSight.pause(1000, 10));
        for (long age = 200; age < 1_000_000; age *= 3) {
            assertTrue(JvmSight.pause(age, 100_000) <= age);
        }
    }
}
