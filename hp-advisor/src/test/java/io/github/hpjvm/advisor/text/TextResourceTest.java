package io.github.hpjvm.advisor.text;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.hotspot.KnownBugs;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class TextResourceTest {
    @Test
    void readsTheResourceBesideTheClass() {
        assertTrue(TextResource.of(KnownBugs.class, "known-bugs.tsv").contains("JDK-8366434"));
        assertThrows(NoSuchElementException.class, () -> TextResource.of(KnownBugs.class, "no such table"));
    }
}
