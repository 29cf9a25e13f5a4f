package io.github.hpjvm.advisor.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordedLinesTest {
    private static byte[] file(String... parts) {
        byte[] all = new byte[0];
        for (String part : parts) {
            byte[] packed = SnapshotText.compressed(part);
            int end = all.length;
            all = Arrays.copyOf(all, end + packed.length);
            System.arraycopy(packed, 0, all, end, packed.length);
        }
        return all;
    }

    private static List<String> lines(byte[] file) {
        List<String> lines = new ArrayList<>();
        RecordedLines.read(file, lines::add);
        return lines;
    }

    @Test
    void partsAreReadOneAfterTheOther() {
        byte[] file = file("one\ntwo\n", "three\n");
        assertEquals(List.of("one", "two", "three"), lines(file));
        assertTrue(RecordedLines.read(file, line -> {}));
    }

    /** kill -9 in the middle of a write, at each byte of it. */
    @Test
    void aCutPartLosesItsOwnLinesAtMost() {
        Random random = new Random(7);
        StringBuilder last = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            last.append(random.nextLong()).append('\n');
        }
        byte[] whole = file("one\ntwo\n", last.toString());
        int start = file("one\ntwo\n").length;
        for (int end = start; end < whole.length; end++) {
            List<String> lines = lines(Arrays.copyOf(whole, end));
            assertEquals(List.of("one", "two"), lines.subList(0, 2));
            assertEquals(last.toString().lines().toList().subList(0, lines.size() - 2), lines.subList(2, lines.size()));
        }
        assertEquals(52, lines(whole).size());
    }

    /** A loss of power may leave zeros. */
    @Test
    void zerosAtTheEndAreNotRead() {
        byte[] file = file("one\n");
        assertEquals(List.of("one"), lines(Arrays.copyOf(file, file.length + 5000)));
        assertFalse(RecordedLines.read(new byte[0], line -> {}));
        assertFalse(RecordedLines.read(new byte[5000], line -> {}));
    }

    @Test
    void aLineWithoutEndIsNotKept() {
        assertFalse(RecordedLines.read(file("one\n" + "x".repeat(3 << 20)), line -> assertEquals("one", line)));
    }

    /** A file of 1 MB may have a text of 1 GB. */
    @Test
    void aLongTextEndsAtTheLimit() {
        byte[] bomb = file(("x".repeat(1023) + "\n").repeat(16 << 10));
        assertTrue(bomb.length < 100_000, () -> "compressed " + bomb.length);
        long[] bytes = new long[1];
        assertFalse(RecordedLines.read(bomb, 8 << 20, line -> bytes[0] += 1024));
        assertTrue(bytes[0] <= (8 << 20) + (1 << 16), () -> "read " + bytes[0]);
    }

    @Test
    void damagedBytesNeverThrow() {
        long seed = Long.getLong("hp.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int draw = 0; draw < 2000; draw++) {
            byte[] file = file("one\ntwo\n".repeat(20), "three\n".repeat(20));
            for (int i = random.nextInt(8); i >= 0; i--) {
                file[random.nextInt(file.length)] = (byte) random.nextInt();
            }
            RecordedLines.read(file, line -> {});
        }
    }
}
