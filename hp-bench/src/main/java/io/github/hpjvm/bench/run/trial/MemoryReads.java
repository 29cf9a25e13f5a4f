package io.github.hpjvm.bench.run.trial;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Reads of the memory of a process. Their data is discarded. The kernel holds the lock of the process for one page at a time
 * (mem_rw in {@code fs/proc/base.c}).
 */
final class MemoryReads implements AutoCloseable {
    /** A block has 2 to 512 MiB. */
    private static final int PART = 256 << 10;

    private final Optional<FileChannel> channel;
    private final ByteBuffer part = ByteBuffer.allocateDirect(PART);

    private MemoryReads(Optional<FileChannel> channel) {
        this.channel = channel;
    }

    /** Opens the memory; a security module may refuse, as Yama does with ptrace_scope 3. */
    static MemoryReads open(Path proc, long pid) {
        try {
            return new MemoryReads(Optional.of(
                    FileChannel.open(proc.resolve(Long.toString(pid)).resolve("mem"), StandardOpenOption.READ)));
        } catch (IOException e) {
            return new MemoryReads(Optional.empty());
        }
    }

    /** Returns whether it can be read. */
    boolean isOpen() {
        return channel.isPresent();
    }

    /** Reads a block. One that is gone meanwhile is left. */
    void read(long start, long bytes) {
        try {
            for (long at = start; channel.isPresent() && at < start + bytes; at += PART) {
                part.clear();
                channel.get().read(part, at);
            }
        } catch (IOException e) {
            // A step takes longer then, or a turn has page faults, which are counted.
        }
    }

    @Override
    public void close() {
        try {
            if (channel.isPresent()) {
                channel.get().close();
            }
        } catch (IOException e) {
            // The error has no remedy.
        }
    }
}
