package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.VmaSizes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The names of the fields of smaps. The kernel prints the same fields in the same order for each mapping, so that the
 * place of a field among those of its mapping predicts its name.
 */
final class SmapsFields {

    /** {@link Field#kept} of VmFlags. */
    static final int FLAGS = VmaSizes.COUNT;

    /** Number of fields whose order is kept, of some 25. */
    private static final int MOST = 64;

    /**
     * A field.
     *
     * @param name its name
     * @param bytes its name and the colon behind it
     * @param kept the index of its number among those of {@link VmaSizes}; -1 if it is not kept
     */
    @SuppressWarnings("ArrayRecordComponent") // fields are not compared
    record Field(String name, byte[] bytes, int kept) {}

    private final List<Field> order = new ArrayList<>();
    private int next;

    /** Expects the first field of a mapping. */
    void restart() {
        next = 0;
    }

    /** Returns the field of a line; null if it has no colon. */
    @Nullable
    Field at(byte[] text, int from, int to) {
        Field expected = expected(text, from, to);
        return expected == null ? other(text, from, to) : expected;
    }

    /** Returns the field of a line if it is the one that is expected next; else null. */
    @Nullable
    Field expected(byte[] text, int from, int to) {
        if (next < order.size()) {
            Field expected = order.get(next);
            int end = from + expected.bytes().length;
            if (end <= to && text[end - 1] == ':' && Arrays.equals(text, from, end, expected.bytes(), 0, end - from)) {
                next++;
                return expected;
            }
        }
        return null;
    }

    private @Nullable Field other(byte[] text, int from, int to) {
        int colon = from;
        while (colon < to && text[colon] != ':') {
            colon++;
        }
        if (colon == to) {
            return null;
        }
        Field field = of(Arrays.copyOfRange(text, from, colon + 1));
        if (next < order.size()) {
            order.set(next++, field);
        } else if (next < MOST) {
            order.add(field);
            next++;
        }
        return field;
    }

    private static Field of(byte[] bytes) {
        String name = new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
        if (name.equals("VmFlags")) {
            return new Field(name, bytes, FLAGS);
        }
        for (int i = 0; i < VmaSizes.COUNT; i++) {
            if (VmaSizes.name(i).equals(name)) {
                return new Field(name, bytes, i);
            }
        }
        return new Field(name, bytes, -1);
    }
}
