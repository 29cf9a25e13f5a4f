package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The names in a text of bytes. The same bytes give the same string, so that a million names take little memory. */
final class ByteNames {

    /** Limit of all different names. */
    private static final int MOST = 16 * 1024 * 1024;

    private static final int FIRST = 256;

    private byte[][] bytes = new byte[FIRST][];
    private String[] names = new String[FIRST];
    private int count;
    private int sum;

    /**
     * Returns the name.
     *
     * @throws MalformedTextException if it contains NUL, or if the different names are too long in total
     */
    String of(byte[] text, int from, int to) {
        if (from == to) {
            return "";
        }
        int at = place(text, from, to);
        if (names[at] != null) {
            return names[at];
        }
        byte[] copy = Arrays.copyOfRange(text, from, to);
        String name = new String(copy, StandardCharsets.UTF_8);
        sum += copy.length;
        if (name.indexOf('\0') >= 0 || sum > MOST) {
            throw new MalformedTextException(sum > MOST ? "too many different names" : "a name with NUL", name);
        }
        bytes[at] = copy;
        names[at] = name;
        count++;
        if (count * 2 > names.length) {
            grow();
        }
        return name;
    }

    /** Returns the index of the name, or the one where it belongs. */
    private int place(byte[] text, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + text[i];
        }
        int at = (hash ^ hash >>> 15) & names.length - 1;
        while (bytes[at] != null && !Arrays.equals(bytes[at], 0, bytes[at].length, text, from, to)) {
            at = at + 1 & names.length - 1;
        }
        return at;
    }

    private void grow() {
        byte[][] before = bytes;
        String[] known = names;
        bytes = new byte[before.length * 2][];
        names = new String[before.length * 2];
        for (int i = 0; i < before.length; i++) {
            if (before[i] != null) {
                int at = place(before[i], 0, before[i].length);
                bytes[at] = before[i];
                names[at] = known[i];
            }
        }
    }
}
