package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.run.watch.ProcessClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The time of the calling thread on a CPU and in the queue for one ({@code /proc/thread-self/schedstat},
 * Documentation/scheduler/sched-stats.rst): wall time without sleep. A kernel without that file gives wall time.
 */
final class ThreadTimes implements AutoCloseable {
    private final Optional<FileChannel> schedstat;
    private final ByteBuffer buffer = ByteBuffer.allocate(128);

    private ThreadTimes(Optional<FileChannel> schedstat) {
        this.schedstat = schedstat;
    }

    /** The times of the calling thread, which alone may ask. */
    static ThreadTimes ofThisThread() {
        try {
            return new ThreadTimes(
                    Optional.of(FileChannel.open(Path.of("/proc/thread-self/schedstat"), StandardOpenOption.READ)));
        } catch (IOException e) {
            return new ThreadTimes(Optional.empty());
        }
    }

    /** Nanoseconds from some fixed moment. */
    long nanos() {
        return schedstat
                .map(file -> ProcessClock.ofThisThread().orElseThrow() + queued(file))
                .orElseGet(System::nanoTime);
    }

    private long queued(FileChannel file) {
        try {
            buffer.clear();
            file.read(buffer, 0);
            String text = new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
            return Long.parseLong(text.split(" ")[1]);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read /proc/thread-self/schedstat", e);
        }
    }

    @Override
    public void close() {
        try {
            if (schedstat.isPresent()) {
                schedstat.get().close();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
