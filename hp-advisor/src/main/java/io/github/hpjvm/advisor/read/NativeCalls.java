package io.github.hpjvm.advisor.read;

import java.nio.ByteBuffer;

/** The three calls of the C library that a scan of pagemap is made of. Two libraries of Java lead to them. */
interface NativeCalls {

    /** Opens a file for reading, and returns its descriptor. */
    int open(String file) throws RefusedCallException;

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
        RefusedCallException(int errno) {
            super("errno " + errno);
            this.errno = errno;
        }

        int errno() {
            return errno;
        }
    }
}
