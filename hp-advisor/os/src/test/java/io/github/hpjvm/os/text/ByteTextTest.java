package io.github.hpjvm.os.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteTextTest {

    @Test
    void readsUtf8AsItIs() {
        String text = "a\u00e9\u4e2d\ud83d\ude00\ufffd\0";
        assertEquals(text, ByteText.of(text.getBytes(StandardCharsets.UTF_8)));
        assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), ByteText.bytes(text));
    }

    @Test
    void keepsBytesThatAreNoUtf8() {
        assertEquals("caf\udce9", ByteText.of(new byte[] {'c', 'a', 'f', (byte) 0xe9}));
        assertEquals(
                "\u00e9\udcff\ufffd",
                ByteText.of(new byte[] {(byte) 0xc3, (byte) 0xa9, (byte) 0xff, (byte) 0xef, (byte) 0xbf, (byte) 0xbd}));
    }

    @Test
    void givesEachSequenceOfBytesBack() {
        long seed = Long.getLong("hp.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int draw = 0; draw < 20_000; draw++) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                // Most of the bytes that begin or go on with a character of several.
                bytes[i] |= (byte) (random.nextInt(3) == 0 ? 0 : 0x80);
            }
            assertArrayEquals(bytes, ByteText.bytes(ByteText.of(bytes)), () -> "-Dhp.seed=" + seed);
        }
    }
}
