package io.github.hpjvm.os.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.os.text.MalformedTextException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcStatTest {
    /** Each field has its number, but for the number of the process, the name and the state. */
    private static final String TEXT = "17 (a ) b (c) S 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\n";

    private static final List<ToLongFunction<ProcStat>> NUMBERS = List.of(
            ProcStat::parent,
            ProcStat::minorFaults,
            ProcStat::childMinorFaults,
            ProcStat::majorFaults,
            ProcStat::childMajorFaults,
            ProcStat::cpuTicks,
            ProcStat::childCpuTicks,
            ProcStat::startTicks);

    @Test
    void namesFields() {
        ProcStat stat = ProcStat.parse(TEXT);
        assertEquals(
                List.of(4L, 10L, 11L, 12L, 13L, 14L + 15, 16L + 17, 22L),
                NUMBERS.stream().map(number -> number.applyAsLong(stat)).toList());
        assertEquals("17 (a ) b (c)", stat.numberAndName());
        assertTrue(stat.runs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"17 (java) Z 1", "17 (java) X 1", "17 (java)", "17 (java) "})
    void knowsWhatHasEnded(String text) {
        assertFalse(ProcStat.parse(text).runs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"17 (java)", "17 (java) S", "17 (java) S x", "17 (java) S -1", ")"})
    void refusesWhatIsNotThere(String text) {
        ProcStat stat = ProcStat.parse(text);
        NUMBERS.forEach(number -> assertThrows(MalformedTextException.class, () -> number.applyAsLong(stat)));
    }

    @Test
    void takesAllOrNothing() {
        assertEquals(Optional.of(4 + 22L), ProcStat.from(TEXT, stat -> stat.parent() + stat.startTicks()));
        assertEquals(Optional.empty(), ProcStat.from("17 (java) S 4 5", stat -> stat.parent() + stat.startTicks()));
        assertEquals(Optional.empty(), ProcStat.from("damaged", ProcStat::parent));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "17 java S 1", "(", "17"})
    void needsAName(String text) {
        assertThrows(MalformedTextException.class, () -> ProcStat.parse(text));
    }
}
