package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An instance of tracefs with its own buffers and events (Documentation/trace/ftrace.rst, "Instances"). Other users of
 * tracing are not affected.
 */
public final class TraceInstance implements AutoCloseable {
    private static final int ATTEMPTS = 50;
    private static final long PAUSE_MILLIS = 20;

    private final Path folder;
    private boolean open = true;

    TraceInstance(Path folder) {
        this.folder = folder;
    }

    /** The name below {@code instances}. */
    public String name() {
        return folder.getFileName().toString();
    }

    /**
     * Sets a file of the instance, such as {@code buffer_size_kb}, or adds to a list such as {@code set_event_pid}. The
     * kernel gets the value in one write: a part of it could end inside a word.
     */
    public void set(String file, String value) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((value + "\n").getBytes(StandardCharsets.US_ASCII));
        try (FileChannel channel = FileChannel.open(folder.resolve(file), StandardOpenOption.WRITE)) {
            int written = channel.write(bytes);
            if (bytes.hasRemaining()) {
                throw new IOException("the kernel took " + written + " bytes of " + bytes.limit() + " for " + file);
            }
        }
    }

    /** Writes a text into the trace. */
    public void mark(String text) throws IOException {
        set("trace_marker", text);
    }

    /** Opens the stream of events. A read waits for the next event. */
    public InputStream pipe() throws IOException {
        return Files.newInputStream(folder.resolve("trace_pipe"));
    }

    /**
     * Removes the instance, which disables its events and frees its buffers. The stream must be closed before.
     *
     * @throws IOException if the kernel refuses it for a second
     */
    @Override
    public synchronized void close() throws IOException {
        for (int attempt = 1; open; attempt++) {
            try {
                Files.deleteIfExists(folder);
                open = false;
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
