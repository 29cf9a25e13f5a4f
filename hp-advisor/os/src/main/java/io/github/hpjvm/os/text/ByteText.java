package io.github.hpjvm.os.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names and arguments of Linux as text. The kernel has bytes and no encoding. They are read as UTF-8, and a byte that
 * is not UTF-8 becomes one of the 128 surrogates from U+DC80 to U+DCFF. So each sequence of bytes has a text of its
 * own, and {@link #bytes} returns the bytes again. Python does the same (PEP 383, surrogateescape).
 */
public final class ByteText {
    private static final char REPLACEMENT = '\ufffd';
    private static final int ESCAPED = 0xdc00;

    private ByteText() {}

    /** Returns the text of these bytes. */
    public static String of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /** Returns the text of a part of these bytes. */
    public static String of(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : escaped(bytes, from, from + length);
    }

    private static String escaped(byte[] bytes, int from, int end) {
        StringBuilder text = new StringBuilder(end - from);
        int at = from;
        while (at < end) {
            int length = Math.min(length(bytes[at]), end - at);
            String one = new String(bytes, at, length, StandardCharsets.UTF_8);
            byte[] again = one.getBytes(StandardCharsets.UTF_8);
            boolean sound = Arrays.equals(again, 0, again.length, bytes, at, at + length);
            text.append(sound ? one : String.valueOf((char) (ESCAPED + (bytes[at] & 0xff))));
            at += sound ? length : 1;
        }
        return text.toString();
    }

    /** Returns the number of bytes of a character with this first byte. */
    private static int length(byte first) {
        int leading = Integer.numberOfLeadingZeros(~(first << 24));
        return leading < 2 ? 1 : Math.min(leading, 4);
    }

    /** Returns the bytes of a text; for a text of {@link #of(byte[])} the same bytes again. */
    public static byte[] bytes(String text) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        boolean lossless = new String(plain, StandardCharsets.UTF_8).equals(text);
        return lossless ? plain : unescaped(text);
    }

    private static byte[] unescaped(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        text.codePoints().forEach(point -> {
            if (point >= ESCAPED + 0x80 && point <= ESCAPED + 0xff) {
                bytes.write(point - ESCAPED);
            } else {
                bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }
}
