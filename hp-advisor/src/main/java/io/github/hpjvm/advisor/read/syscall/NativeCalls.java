package io.github.hpjvm.advisor.read.syscall;

import java.nio.ByteBuffer;

/** Calls of the C library that Java has no method for. Two libraries of Java lead to them. */
public interface NativeCalls {

    /**
     * Opens a file, and returns its descriptor.
     *
     * @param folder the descriptor of the folder that a relative name starts from, or {@link KernelAbi#AT_FDCWD}
     * @param flags as in {@code open(2)}; no file is created
     */
    int openat(int folder, String name, int flags) throws RefusedCallException;

    /** The system call of that number, for the calling thread alone. */
    long syscall(long number, long first, long second, long third) throws RefusedCallException;

    /** The ioctl {@code request} with the address of its argument; returns what it returned. */
    int ioctl(int descriptor, long request, long argument) throws RefusedCallException;

    void close(int descriptor);

    /** Where a direct buffer begins; it must be kept as long as that is used. */
    long address(ByteBuffer direct);

    /** The kernel said no. */
    final class RefusedCallException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int errno;

        /** @param errno as in errno(3); 0 if it is not known */
        public RefusedCallException(int errno) {
            super("errno " + errno);
            this.errno = errno;
        }

        public int errno() {
            return errno;
        }
    }
}
