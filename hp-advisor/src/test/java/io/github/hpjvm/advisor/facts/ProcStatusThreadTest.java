package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcStatusThreadTest {

    @Test
    void aThreadNamesItsProcess() {
        assertEquals(Optional.of(17100L), new ProcStatus(Map.of("Tgid", "17100")).threadOf(17154));
    }

    @Test
    void aProcessIsNoThread() {
        assertEquals(Optional.empty(), new ProcStatus(Map.of("Tgid", "17100")).threadOf(17100));
        assertEquals(Optional.empty(), new ProcStatus(Map.of()).threadOf(17100));
        assertEquals(Optional.empty(), new ProcStatus(Map.of("Tgid", "many")).threadOf(17100));
    }
}
