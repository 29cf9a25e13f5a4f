package io.github.hpjvm.bench.run.watch;

import java.util.List;

/**
 * Masks the lines in which a JVM repeats the variables from which it takes options, such as
 * {@code Picked up JAVA_TOOL_OPTIONS: -Ddb.password=...}. The variable may hold credentials; all other output passes
 * unchanged.
 */
final class PickedUpMask {
    private static final List<String> STARTS =
            List.of("Picked up JAVA_TOOL_OPTIONS: ", "Picked up _JAVA_OPTIONS: ", "NOTE: Picked up JDK_JAVA_OPTIONS: ");

    private static final int LONGEST = 40;
    private static final int STARS = 3;

    /** The beginning of the present line. */
    private final StringBuilder line = new StringBuilder();

    private boolean masks;
    private int stars;

    /**
     * Masks in place.
     *
     * @param length number of output bytes in the buffer
     * @return number of bytes that remain
     */
    int apply(byte[] buffer, int length) {
        int to = 0;
        for (int i = 0; i < length; i++) {
            byte b = buffer[i];
            if (b == '\n') {
                line.setLength(0);
                masks = false;
                buffer[to++] = b;
            } else if (masks) {
                if (stars++ < STARS) {
                    buffer[to++] = '*';
                }
            } else {
                buffer[to++] = b;
                begin(b);
            }
        }
        return to;
    }

    private void begin(byte b) {
        if (line.length() < LONGEST) {
            line.append((char) b);
            if (b == ' ' && STARTS.contains(line.toString())) {
                masks = true;
                stars = 0;
            }
        }
    }
}
