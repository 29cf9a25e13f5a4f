package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.os.time.Patience;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output of a program, so that the program never waits for hp-bench. The beginning and the end go to a file,
 * each line goes to a listener, and the rest is discarded, even gigabytes of it.
 */
public final class KeptOutput implements AutoCloseable {
    /** Size of the kept beginning and of the kept end. */
    private static final int PART = 1 << 20;

    private static final int LONGEST_LINE = 1 << 16;
    private static final long PATIENCE_MILLIS = 2000;

    private final Path file;
    private final InputStream from;
    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final byte[] end = new byte[PART];
    private final PickedUpMask mask = new PickedUpMask();
    private final Thread thread;
    private volatile @Nullable IOException failure;
    private volatile @Nullable Throwable thrown;
    private long total;

    /**
     * @param file is created anew
     * @param lines called on another thread for every line without its line end; for a line longer than 64 KiB only
     *     with its beginning
     */
    public KeptOutput(InputStream from, Path file, Consumer<String> lines) {
        this.file = file;
        this.from = from;
        this.lines = lines;
        this.thread = new Thread(this::take, "hp-bench output " + file.getFileName());
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits briefly for the end of the output: a process that was left behind may hold it open.
     *
     * @throws BenchException if the file could not be written
     * @throws IllegalStateException if the listener failed
     */
    @Override
    public void close() {
        awaitForAMoment();
        IOException seen = failure;
        if (seen != null) {
            throw BenchException.cannotWrite(file, seen);
        }
        if (thrown != null) {
            throw new IllegalStateException("cannot evaluate the output in " + file, thrown);
        }
    }

    private void awaitForAMoment() {
        try {
            thread.join(Patience.with(PATIENCE_MILLIS));
            if (thread.isAlive()) {
                from.close();
                thread.join(TimeUnit.SECONDS.toMillis(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The stream is not needed any more.
        }
    }

    /** Waits for the end of the output without a limit. */
    void await() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take() {
        byte[] buffer = new byte[1 << 16];
        try (OutputStream out = new BufferedOutputStream(open())) {
            for (int n = next(buffer); n >= 0; n = next(buffer)) {
                listen(buffer, n);
                keep(out, buffer, n);
            }
            finish(out);
        } catch (IOException e) {
            failure = e;
        }
        // The program continues on a full disk: it must not wait for hp-bench.
        for (int n = next(buffer); n >= 0; n = next(buffer)) {
            listen(buffer, n);
        }
        if (line.size() > 0) {
            tell();
        }
    }

    /**
     * Reads and masks more output; returns the number of bytes, negative at the end and after the stream was closed.
     */
    private int next(byte[] buffer) {
        try {
            int read = from.read(buffer);
            return read < 0 ? read : mask.apply(buffer, read);
        } catch (IOException e) {
            return -1;
        }
    }

    private OutputStream open() throws IOException {
        Files.deleteIfExists(file);
        return Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private void keep(OutputStream out, byte[] buffer, int n) throws IOException {
        int first = (int) Math.max(0, Math.min(n, PART - total));
        out.write(buffer, 0, first);
        for (int i = first; i < n; ) {
            int at = (int) ((total + i) % PART);
            int some = Math.min(n - i, PART - at);
            System.arraycopy(buffer, i, end, at, some);
            i += some;
        }
        total += n;
        out.flush();
    }

    private void finish(OutputStream out) throws IOException {
        long rest = total - PART;
        if (rest <= 0) {
            return;
        }
        int kept = (int) Math.min(rest, PART);
        if (rest > kept) {
            out.write(("\n... " + (rest - kept) + " bytes omitted ...\n").getBytes(StandardCharsets.UTF_8));
        }
        for (long i = total - kept; i < total; i++) {
            out.write(end[(int) (i % PART)]);
        }
    }

    private void listen(byte[] buffer, int n) {
        int from = 0;
        for (int i = 0; i < n; i++) {
            if (buffer[i] == '\n') {
                add(buffer, from, i);
                tell();
                from = i + 1;
            }
        }
        add(buffer, from, n);
    }

    private void add(byte[] buffer, int from, int to) {
        line.write(buffer, from, Math.min(to - from, LONGEST_LINE - line.size()));
    }

    private void tell() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (thrown != null) {
            return;
        }
        try {
            lines.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
        } catch (RuntimeException | StackOverflowError e) {
            // The program must not wait for hp-bench: a full pipe would block it.
            thrown = e;
        }
    }
}
