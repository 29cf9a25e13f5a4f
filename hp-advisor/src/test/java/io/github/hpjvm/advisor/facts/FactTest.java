package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.term.Reason;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FactTest {

    private static final Source SOURCE = Source.of("file", "1");

    @Test
    void maps() {
        Fact<Integer> known = Fact.known(1, SOURCE);
        assertEquals(Fact.known("1", SOURCE), known.map(String::valueOf));
        assertEquals(Optional.of(1), known.known());
        assertEquals(Fact.absent(Reason.MALFORMED, SOURCE), known.flatMap(i -> Fact.absent(Reason.MALFORMED, SOURCE)));
    }

    @Test
    void absentFactsStayAbsent() {
        Fact<Integer> absent = Fact.absent(Reason.DENIED, SOURCE, "be root");
        assertEquals(Fact.absent(Reason.DENIED, SOURCE, "be root"), absent.map(String::valueOf));
        assertEquals(Fact.absent(Reason.DENIED, SOURCE, "be root"), absent.flatMap(i -> Fact.known(i, SOURCE)));
        assertEquals(Optional.empty(), absent.known());
        assertEquals(SOURCE, absent.source());
    }

    @Test
    void isNeverNull() {
        assertThrows(NullPointerException.class, () -> Fact.known(null, SOURCE));
        assertThrows(NullPointerException.class, () -> Fact.known(1, null));
        assertThrows(NullPointerException.class, () -> Fact.absent(null, SOURCE));
    }
}
