package io.github.hpjvm.os.libc;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Calls by JNA, if its jar is there; the caller catches {@link LinkageError}. */
final class JnaCalls implements NativeCalls {
    static {
        CFunction.find("openat", "syscall", "ioctl", "close");
    }

    private final CFunction openat = CFunction.of("openat");
    private final CFunction syscall = CFunction.of("syscall");
    private final CFunction ioctl = CFunction.of("ioctl");
    private final CFunction close = CFunction.of("close");

    JnaCalls() {
        address(ByteBuffer.allocateDirect(1));
        close(-1);
    }

    @Override
    public int openat(int folder, String name, int flags) throws RefusedCallException {
        byte[] bytes = (name + "\0").getBytes(StandardCharsets.UTF_8);
        ByteBuffer text = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        try {
            return openat.toInt(folder, address(text), flags);
        } finally {
            Reference.reachabilityFence(text);
        }
    }

    @Override
    public long syscall(long number, long first, long second, long third) throws RefusedCallException {
        return syscall.toLong(number, first, second, third);
    }

    @Override
    public int ioctl(int descriptor, long request, long argument) throws RefusedCallException {
        return ioctl.toInt(descriptor, request, argument);
    }

    @Override
    public void close(int descriptor) {
        try {
            close.toInt(descriptor);
        } catch (RefusedCallException e) {
            // The error has no remedy.
        }
    }

    @Override
    public long address(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }
}
