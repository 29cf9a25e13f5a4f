package io.github.hpjvm.cli.fleet;

import io.github.hpjvm.advisor.term.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/**
 * The snapshots of a stream: compact ones, one a line; or one document of several lines, or packed by gzip. A snapshot above
 * the limit is passed on in part, and its reader reports that it is damaged.
 */
final class StreamedSnapshots {
    private static final int GZIP = 0x1f;
    private static final int LONGEST_BEGIN = 80;

    private StreamedSnapshots() {}

    /**
     * Reads the stream to its end.
     *
     * @param largest the largest snapshot
     * @param each gets the number of a snapshot, from 1 on, and its bytes
     * @return the number of snapshots
     */
    static int read(InputStream in, Bytes largest, BiConsumer<Integer, byte[]> each) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean whole = false;
        boolean first = true;
        int number = 0;
        byte[] chunk = new byte[1 << 16];
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
            for (int i = 0; i < length; i++) {
                whole |= first && chunk[i] == GZIP;
                first = false;
                if (chunk[i] == '\n' && !whole) {
                    whole = number == 0 && beginsDocument(line);
                    if (!whole) {
                        if (line.size() > 0) {
                            each.accept(++number, line.toByteArray());
                            line.reset();
                        }
                        continue;
                    }
                }
                if (line.size() <= largest.value()) {
                    line.write(chunk[i]);
                }
            }
        }
        if (!line.toString(StandardCharsets.ISO_8859_1).isBlank()) {
            each.accept(++number, line.toByteArray());
        }
        return number;
    }

    /** Returns whether it is the first line of a document of several lines; a damaged compact snapshot is not. */
    private static boolean beginsDocument(ByteArrayOutputStream line) {
        return line.size() <= LONGEST_BEGIN
                && line.toString(StandardCharsets.ISO_8859_1).strip().equals("{");
    }
}
