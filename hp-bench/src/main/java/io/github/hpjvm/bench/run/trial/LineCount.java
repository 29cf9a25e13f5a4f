package io.github.hpjvm.bench.run.trial;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Counts lines of a text that grows meanwhile. */
final class LineCount {
    /** A text that grows as fast as it is read has no end. */
    private static final int PASSES = 8;

    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private long at;
    private long lines;

    /** A text that grows. */
    interface Text {
        long size() throws IOException;

        /** Reads from a position, as {@link java.nio.channels.FileChannel#read(ByteBuffer, long)}. */
        int read(ByteBuffer buffer, long at) throws IOException;
    }

    /** Begins at this position. */
    void begin(long position) {
        at = position;
    }

    /** The position up to which lines were counted. */
    long at() {
        return at;
    }

    /** Returns the lines that were counted. */
    long lines() {
        return lines;
    }

    /** Counts until the rest takes no time. The caller reads a clock next, and the count must be of the same moment. */
    void catchUp(Text text) throws IOException {
        for (int i = 0; i < PASSES; i++) {
            long size = text.size();
            boolean isShort = size - at <= buffer.capacity();
            count(text, size);
            if (isShort) {
                return;
            }
        }
    }

    private void count(Text text, long size) throws IOException {
        while (at < size) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), size - at));
            int read = text.read(buffer, at);
            if (read <= 0) {
                return;
            }
            for (int i = 0; i < read; i++) {
                lines += buffer.get(i) == '\n' ? 1 : 0;
            }
            at += read;
        }
    }
}
