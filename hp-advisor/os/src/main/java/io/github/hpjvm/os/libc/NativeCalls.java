package io.github.hpjvm.os.libc;

import java.nio.ByteBuffer;

/** Calls of the C library that Java has no method for. Two libraries of Java provide them. */
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

    /** Calls the ioctl {@code request} with the address of its argument; returns its result. */
    int ioctl(int descriptor, long request, long argument) throws RefusedCallException;

    void close(int descriptor);

    /** Returns the address of a direct buffer; the buffer must be kept as long as the address is used. */
    long address(ByteBuffer direct);

    /** Thrown if the kernel refuses a call. */
    final class RefusedCallException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int errno;

        /**
         * Creates the exception.
         *
         * @param errno as in errno(3); 0 if it is not known
         */
        public RefusedCallException(int errno) {
            super("errno " + errno);
            this.errno = errno;
        }

        public int errno() {
            return errno;
        }
    }
}
