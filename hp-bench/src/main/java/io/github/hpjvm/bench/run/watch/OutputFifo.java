package io.github.hpjvm.bench.run.watch;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A FIFO between a program and the reader of its output. The reader sees the output of each process that has the FIFO
 * open, also after the end of the first one: the JDK closes its own pipe then (ProcessImpl.ProcessPipeInputStream in JDK
 * 17), and the output of a server that a script leaves in the background would be lost.
 */
final class OutputFifo implements AutoCloseable {
    private final Path file;
    private final RandomAccessFile both;
    private final InputStream reader;
    private boolean taken;

    /** @param file a FIFO */
    OutputFifo(Path file) throws IOException {
        this.file = file;
        // Neither end waits for the other while a descriptor with both ends is open.
        this.both = new RandomAccessFile(file.toFile(), "rw");
        try {
            // A stream of a channel: close() ends a read() of another thread.
            this.reader = Files.newInputStream(file);
        } catch (IOException e) {
            both.close();
            throw e;
        }
    }

    /** Returns the end that the program writes to. */
    ProcessBuilder.Redirect writer() {
        return ProcessBuilder.Redirect.to(file.toFile());
    }

    /** Returns the stream of the output, which its caller closes. It ends when the last process has closed the FIFO. */
    InputStream reader() {
        taken = true;
        return reader;
    }

    /** Closes the descriptor with both ends, and the stream if nothing was started that writes to it. */
    @Override
    public void close() throws IOException {
        try {
            both.close();
        } finally {
            if (!taken) {
                reader.close();
            }
        }
    }
}
