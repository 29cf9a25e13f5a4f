package io.github.hpjvm.advisor.json;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * The lines of a file of a recording: parts that are each compressed by gzip, one after the other. A part of which the end is
 * missing, because its writer was killed, gives the lines that it has whole.
 */
public final class RecordedLines {
    /** The longest line: that of a JVM has 3 KB. */
    private static final int LONGEST = 1 << 20;

    /** The largest text of a file. */
    private static final long LARGEST = 512L << 20;

    private RecordedLines() {}

    /**
     * Passes on each line that ends in a newline, in its order.
     *
     * @return whether the file is whole; false if it ends within a part, or is damaged or too large from some place on
     */
    public static boolean read(byte[] file, Consumer<String> each) {
        return read(file, LARGEST, each);
    }

    static boolean read(byte[] file, long largest, Consumer<String> each) {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(file), 1 << 16)) {
            return read(in, largest, each);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean read(InputStream in, long largest, Consumer<String> each) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] chunk = new byte[1 << 16];
        long all = 0;
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
            all += length;
            int start = 0;
            for (int i = 0; i < length; i++) {
                if (chunk[i] == '\n') {
                    line.write(chunk, start, i - start);
                    each.accept(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                    start = i + 1;
                }
            }
            line.write(chunk, start, length - start);
            if (line.size() > LONGEST || all > largest) {
                return false;
            }
        }
        return line.size() == 0;
    }
}
