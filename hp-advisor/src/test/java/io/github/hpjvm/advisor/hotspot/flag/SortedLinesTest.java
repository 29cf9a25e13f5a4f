package io.github.hpjvm.advisor.hotspot.flag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SortedLinesTest {

    @Test
    void linesOfOneName() {
        SortedLines lines = new SortedLines("head\nA\t1\nAB\t2\nAB\t3\nB\t\n", 5);
        assertEquals(List.of("A\t1"), lines.of("A"));
        assertEquals(List.of("AB\t2", "AB\t3"), lines.of("AB"));
        assertEquals(List.of("B\t"), lines.of("B"));
        for (String none : List.of("", "head", "AA", "ABC", "C", "a")) {
            assertEquals(List.of(), lines.of(none), none);
        }
        assertEquals(new TreeSet<>(List.of("A", "AB", "B")), lines.names());
    }

    @Test
    void noLines() {
        assertEquals(List.of(), new SortedLines("head\n", 5).of("head"));
        assertEquals(new TreeSet<>(), new SortedLines("", 0).names());
    }

    /** Each name is found, and none that is not there, however long the lines are. */
    @Test
    void asInATable() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            TreeMap<String, List<String>> table = new TreeMap<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                String name = word(random);
                table.computeIfAbsent(name, key -> new ArrayList<>())
                        .add(name + "\t" + word(random).repeat(random.nextInt(9)));
            }
            StringBuilder text = new StringBuilder("head\twithout\n");
            int start = text.length();
            table.values()
                    .forEach(lines -> lines.forEach(line -> text.append(line).append('\n')));
            SortedLines sorted = new SortedLines(text.toString(), start);
            assertEquals(new TreeSet<>(table.keySet()), sorted.names(), () -> "seed " + seed);
            table.forEach((name, lines) -> assertEquals(lines, sorted.of(name), () -> "seed " + seed));
            String other = word(random);
            assertEquals(table.getOrDefault(other, List.of()), sorted.of(other), () -> "seed " + seed);
        }
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            word.append("aZ-_0z".charAt(random.nextInt(6)));
        }
        return word.toString();
    }
}
