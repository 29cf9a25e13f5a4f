package io.github.hpjvm.bench.run.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Reads a stream line by line on its own thread, one character for each byte. A read that returns little is followed by
 * a pause, so that the thread does not wake up for each event.
 */
final class LinePump implements AutoCloseable {
    private static final int BUFFER = 64 << 10;
    private static final int LITTLE = 1024;
    private static final long PAUSE_NANOS = 20_000_000L;

    /** Longer lines are no events. */
    private static final int LONGEST_LINE = 4096;

    private final InputStream in;
    private final Predicate<String> lines;
    private final Thread thread;
    private final StringBuilder line = new StringBuilder();

    /** @param lines called for each line; false ends the reading */
    private LinePump(InputStream in, Predicate<String> lines) {
        this.in = in;
        this.lines = lines;
        this.thread = new Thread(this::read, "trace");
        thread.setDaemon(true);
    }

    static LinePump start(InputStream in, Predicate<String> lines) {
        LinePump pump = new LinePump(in, lines);
        pump.thread.start();
        return pump;
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /** Waits until the stream has ended; returns false if it has not after this time. */
    boolean endsWithin(long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private void read() {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!split(new String(buffer, 0, read, StandardCharsets.ISO_8859_1))) {
                    return;
                }
                if (read < LITTLE) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        } catch (IOException e) {
            // The stream was closed, or the tracer ended: the trace ends here.
            return;
        }
    }

    private boolean split(String text) {
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            line.append(text, from, end);
            from = end + 1;
            String whole = line.toString();
            line.setLength(0);
            if (!lines.test(whole)) {
                return false;
            }
        }
        if (line.length() < LONGEST_LINE) {
            line.append(text, from, text.length());
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
