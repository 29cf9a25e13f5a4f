package io.github.hpjvm.os.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FirstTest {

    @Test
    void ofSeveral() {
        assertEquals(Optional.of(4), First.of(List.of(1, 4, 6), n -> n % 2 == 0));
        assertEquals(Optional.empty(), First.of(List.of(1, 3), n -> n % 2 == 0));
        assertEquals(Optional.empty(), First.of(List.of(), n -> true));
    }

    @Test
    void lineOfAText() {
        assertEquals(Optional.of("b 1"), First.line("a\nb 1\nb 2\n", "b "));
        assertEquals(Optional.of("b"), First.line("a b\nb", "b"));
        assertEquals(Optional.empty(), First.line("a b\n b", "b"));
        assertEquals(Optional.empty(), First.line("a", "a\nb"));
        assertEquals(Optional.empty(), First.line("", "a"));
    }

    /** As a stream finds it. */
    @Test
    void linesOfDrawnTexts() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(12); k > 0; k--) {
                text.append("ab \n".charAt(random.nextInt(4)));
            }
            String start = "ab".substring(random.nextInt(2));
            assertEquals(
                    text.toString()
                            .lines()
                            .filter(line -> line.startsWith(start))
                            .findFirst(),
                    First.line(text.toString(), start),
                    () -> "seed " + seed);
        }
    }
}
