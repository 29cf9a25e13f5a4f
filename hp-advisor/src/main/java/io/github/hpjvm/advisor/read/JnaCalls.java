package io.github.hpjvm.advisor.read;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * By JNA, where its jar is there; whoever makes one catches {@link LinkageError}. Its direct mapping takes a tenth of the
 * time of its other calls; addresses and {@code unsigned long} are passed as {@code long}, which is the same on the
 * platforms that Linux and HotSpot have in common.
 */
final class JnaCalls implements NativeCalls {

    private static final int O_RDONLY_CLOEXEC = 02000000;

    /** The functions of the C library, by their names. */
    private static final class Libc {
        static {
            Native.register(Libc.class, NativeLibrary.getProcess());
        }

        private Libc() {}

        static native int open(long file, int flags) throws LastErrorException;

        static native int ioctl(int descriptor, long request, long argument) throws LastErrorException;

        static native int close(int descriptor);
    }

    JnaCalls() {
        address(ByteBuffer.allocateDirect(1));
        Libc.close(-1);
    }

    @Override
    public int open(String file) throws RefusedCallException {
        byte[] bytes = (file + "\0").getBytes(StandardCharsets.UTF_8);
        ByteBuffer name = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        try {
            return Libc.open(address(name), O_RDONLY_CLOEXEC);
        } catch (LastErrorException e) {
            throw new RefusedCallException(e.getErrorCode());
        }
    }

    @Override
    public int ioctl(int descriptor, long request, long argument) throws RefusedCallException {
        try {
            return Libc.ioctl(descriptor, request, argument);
        } catch (LastErrorException e) {
            throw new RefusedCallException(e.getErrorCode());
        }
    }

    @Override
    public void close(int descriptor) {
        Libc.close(descriptor);
    }

    @Override
    public long address(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }
}
