package io.github.hpjvm.it.lab;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;

/**
 * Splits, creates and swaps transparent huge pages of another process by process_madvise(2), which needs CAP_SYS_NICE. The
 * data of the process does not change.
 */
public final class RemoteThp {
    private static final long HUGE = 2L << 20;
    private static final long PIECE = 4096;
    private static final int PIDFD_OPEN = 434;
    private static final int PROCESS_MADVISE = 440;
    private static final int MADV_COLD = 20;
    private static final int MADV_PAGEOUT = 21;
    private static final int MADV_COLLAPSE = 25;
    private static final int BYTES_OF_IOVEC = 16;
    private static final int MOST_IOVECS = 1024;

    private RemoteThp() {}

    /** Splits every huge page between two addresses. This frees pages that are full of zeros. */
    public static void split(long pid, long start, long end) {
        advise(pid, start, end, PIECE, MADV_COLD);
    }

    /** Collapses all memory between two addresses into huge pages, in any mode of the host. */
    public static void collapse(long pid, long start, long end) {
        advise(pid, start, end, HUGE, MADV_COLLAPSE);
    }

    /** Moves all memory between two addresses to swap. */
    public static void pageOut(long pid, long start, long end) {
        advise(pid, start, end, HUGE, MADV_PAGEOUT);
    }

    /** Reads one byte of each base page between two addresses, which brings it back from swap. */
    public static void read(long pid, long start, long end) {
        try (RandomAccessFile memory = new RandomAccessFile("/proc/" + pid + "/mem", "r")) {
            for (long at = start; at < end; at += PIECE) {
                memory.seek(at);
                memory.readByte();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void advise(long pid, long start, long end, long ofEach, int advice) {
        long pidfd = syscall(PIDFD_OPEN, pid, 0L);
        try (Memory iovecs = new Memory((long) MOST_IOVECS * BYTES_OF_IOVEC)) {
            long at = start;
            while (at < end) {
                int count = 0;
                for (; at < end && count < MOST_IOVECS; at += HUGE, count++) {
                    iovecs.setLong((long) count * BYTES_OF_IOVEC, at);
                    iovecs.setLong((long) count * BYTES_OF_IOVEC + 8, ofEach);
                }
                syscall(PROCESS_MADVISE, pidfd, iovecs, (long) count, (long) advice, 0L);
            }
        } finally {
            function("close").invokeInt(new Object[] {(int) pidfd});
        }
    }

    private static long syscall(long number, Object... arguments) {
        Object[] all = new Object[arguments.length + 1];
        all[0] = new NativeLong(number);
        for (int i = 0; i < arguments.length; i++) {
            all[i + 1] = arguments[i] instanceof Long value ? new NativeLong(value) : arguments[i];
        }
        try {
            return ((NativeLong) function("syscall").invoke(NativeLong.class, all)).longValue();
        } catch (LastErrorException e) {
            throw new IllegalStateException("system call " + number + ": errno " + e.getErrorCode(), e);
        }
    }

    private static Function function(String name) {
        return NativeLibrary.getProcess().getFunction(name, Function.C_CONVENTION | Function.THROW_LAST_ERROR);
    }
}
