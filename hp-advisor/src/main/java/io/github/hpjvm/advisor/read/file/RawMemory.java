package io.github.hpjvm.advisor.read.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The memory of a process, or a captured part of it. */
@FunctionalInterface
public interface RawMemory {

    /**
     * Reads bytes from an address on.
     *
     * @param into the buffer to fill from its position on
     * @return the number of bytes; less than remain in the buffer where the next page is not mapped
     * @throws IOException if there is no memory at the address
     */
    int read(long address, ByteBuffer into) throws IOException;
}
