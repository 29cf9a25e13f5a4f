package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.bench.host.LongSlice;
import io.github.hpjvm.os.time.LimitedWait;
import io.github.hpjvm.os.time.Patience;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * Reads of the memory of a process. Their data is discarded. The kernel holds the lock of the process for one page at a time
 * (mem_rw in {@code fs/proc/base.c}).
 *
 * <p>A process can map a file whose pages never arrive (FUSE), so a thread of its own reads, and the caller waits for each block
 * for a limited time. After a read that takes longer there are no more reads. That thread is not interrupted: an interrupt
 * closes the channel, and to close it waits for the read.
 */
final class MemoryReads implements AutoCloseable {
    /** Size of one read. A kernel without preemption runs no other thread on that CPU meanwhile. */
    private static final int PART = 64 << 10;

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Optional<RawMemory> memory;
    private final Closeable source;
    private final Duration limit;
    private final ByteBuffer part = ByteBuffer.allocateDirect(PART);
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread reader = new Thread(task, "hp-bench reads memory");
        reader.setDaemon(true);
        return reader;
    });
    private boolean isStuck;

    /** Reads memory, and closes its source at the end. */
    MemoryReads(Optional<RawMemory> memory, Closeable source, Duration limit) {
        this.memory = memory;
        this.source = source;
        this.limit = limit;
    }

    /** Opens the memory; a security module may refuse, as Yama does with ptrace_scope 3. */
    static MemoryReads open(Path proc, long pid) {
        Duration limit = Patience.with(LIMIT);
        try {
            FileChannel channel =
                    FileChannel.open(proc.resolve(Long.toString(pid)).resolve("mem"), StandardOpenOption.READ);
            return new MemoryReads(Optional.of((at, into) -> channel.read(into, at)), channel, limit);
        } catch (IOException e) {
            return none();
        }
    }

    /** Memory that is not read. */
    static MemoryReads none() {
        return new MemoryReads(Optional.empty(), () -> {}, LIMIT);
    }

    /** Returns whether it can be read: not after a read that did not return in time. */
    boolean isOpen() {
        return memory.isPresent() && !isStuck;
    }

    /** Reads a block. One that is gone meanwhile is left. */
    void read(long start, long bytes) {
        if (!isOpen()) {
            return;
        }
        Future<?> read = thread.submit(() -> readAll(start, bytes));
        try {
            new LimitedWait(limit).on(read);
        } catch (TimeoutException e) {
            isStuck = true;
        } catch (InterruptedException e) {
            isStuck = true;
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private void readAll(long start, long bytes) {
        LongSlice.request();
        try {
            for (long at = start; at < start + bytes; at += PART) {
                part.clear();
                memory.orElseThrow().read(at, part);
            }
        } catch (IOException e) {
            // A step takes longer then, or a turn has page faults, which are counted.
        }
    }

    /** Closes the source after the last read. This program ends after that read, too: a wait for FUSE cannot be killed. */
    @Override
    public void close() {
        thread.execute(() -> {
            try {
                source.close();
            } catch (IOException e) {
                // The error has no remedy.
            }
        });
        thread.shutdown();
    }
}
