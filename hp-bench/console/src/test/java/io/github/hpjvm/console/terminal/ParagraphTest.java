package io.github.hpjvm.console.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParagraphTest {
    private static final long SEED = 4;

    @Test
    void continuationLinesAreAlignedWithTheTextAfterALabel() {
        String sentence = "one two three ".repeat(7).strip();
        List<String> lines = Paragraph.lines("  ", "to settle    " + sentence);
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).startsWith("  to settle    one two"), lines::toString);
        assertTrue(lines.get(1).matches(" {15}\\S.*"), lines::toString);
        assertTrue(Paragraph.lines("  ", sentence).get(1).matches(" {6}\\S.*"));
    }

    @Test
    void keepsNumbersAndUnitsOnOneLine() {
        for (String number : List.of("1 GB", "1 278 ns", "30 %")) {
            String words = "x".repeat(Paragraph.WIDTH - number.length());
            assertEquals(
                    List.of(words, "    " + number + " more"),
                    Paragraph.lines("", words + " " + number + " more"),
                    number);
        }
    }

    @Test
    void keepsAllWordsWhole() {
        Random random = new Random(SEED);
        for (int i = 0; i < 500; i++) {
            List<String> words = IntStream.range(0, 1 + random.nextInt(60))
                    .mapToObj(word -> "x".repeat(1 + random.nextInt(random.nextInt(20) == 0 ? 100 : 12)))
                    .toList();
            List<String> lines = Paragraph.lines("  ", String.join(" ", words));
            assertEquals(
                    String.join(" ", words),
                    lines.stream().map(String::strip).collect(Collectors.joining(" ")),
                    "seed " + SEED);
            lines.forEach(line -> assertTrue(
                    line.length() <= Paragraph.WIDTH || !line.strip().contains(" "),
                    () -> "seed " + SEED + ": " + line));
        }
    }
}
