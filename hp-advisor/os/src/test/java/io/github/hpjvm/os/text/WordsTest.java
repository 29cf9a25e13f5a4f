package io.github.hpjvm.os.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void splitsAtBlanks() {
        assertEquals(List.of("0", "1", "2"), Words.of("0\t1 2\n"));
        assertEquals(List.of("Node", "0,", "zone", "DMA"), Words.of("Node 0, zone      DMA"));
        assertEquals(List.of("one"), Words.of("one"));
        assertEquals(List.of(), Words.of(""));
        assertEquals(List.of(), Words.of(" \t\n\r\f\u000b"));
        assertEquals(List.of("a\u00a0b\0c"), Words.of("a\u00a0b\0c"));
    }

    /** They are those of the regular expression that they stand for. */
    @Test
    void asASplitAtBlanks() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(12); k > 0; k--) {
                text.append(" \t\n\u000b\f\r\u0085\u00a0a9-".charAt(random.nextInt(11)));
            }
            List<String> split = Arrays.stream(text.toString().split("\\s+"))
                    .filter(word -> !word.isEmpty())
                    .toList();
            assertEquals(split, Words.of(text.toString()), () -> "seed " + seed);
        }
    }

    @Test
    void aNumberIsDigitsAndNotTooMany() {
        assertTrue(Words.isNumber("0", 1));
        assertTrue(Words.isNumber("123456789", 9));
        for (String text : List.of("", "1234567890", "-1", "+1", "1 ", "0x1", "\u0661")) {
            assertFalse(Words.isNumber(text, 9), text);
        }
    }
}
