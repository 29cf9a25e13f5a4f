package io.github.hpjvm.os.libc;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Calls by JNA, if its jar is there; the caller catches {@link LinkageError}. Addresses and {@code unsigned long} are
 * passed as {@code long}, which is the same on the platforms that Linux and HotSpot have in common.
 */
final class JnaCalls implements NativeCalls {

    /**
     * The functions of the C library, by their addresses. This class keeps no class loader of an application reachable.
     * Methods that are registered with JNA would (global JNI references), and so would a library that is open (the
     * thread "JNA Cleaner"). The C library stays loaded without our handle.
     */
    private static final class Libc {
        static final Function OPENAT;
        static final Function SYSCALL;
        static final Function IOCTL;
        static final Function CLOSE;

        static {
            // JNA shares a library among all callers that open it with the same options: these options are ours alone.
            NativeLibrary process = NativeLibrary.getInstance(null, Map.of("owner", JnaCalls.class.getName()));
            OPENAT = function(process, "openat");
            SYSCALL = function(process, "syscall");
            IOCTL = function(process, "ioctl");
            CLOSE = function(process, "close");
            close(process);
        }

        private Libc() {}

        private static Function function(NativeLibrary library, String name) {
            long address = Pointer.nativeValue(library.getFunction(name));
            return Function.getFunction(new Pointer(address), Function.THROW_LAST_ERROR);
        }

        /** Closes a library by the method's old name, which JNA before 5.13 has too. */
        @SuppressWarnings("deprecation")
        private static void close(NativeLibrary library) {
            library.dispose();
        }
    }

    JnaCalls() {
        address(ByteBuffer.allocateDirect(1));
        close(-1);
    }

    @Override
    public int openat(int folder, String name, int flags) throws RefusedCallException {
        byte[] bytes = (name + "\0").getBytes(StandardCharsets.UTF_8);
        ByteBuffer text = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        return call(Libc.OPENAT, folder, address(text), flags);
    }

    @Override
    public long syscall(long number, long first, long second, long third) throws RefusedCallException {
        try {
            return Libc.SYSCALL.invokeLong(new Object[] {number, first, second, third});
        } catch (LastErrorException e) {
            throw new RefusedCallException(e.getErrorCode());
        }
    }

    @Override
    public int ioctl(int descriptor, long request, long argument) throws RefusedCallException {
        return call(Libc.IOCTL, descriptor, request, argument);
    }

    @Override
    public void close(int descriptor) {
        try {
            Libc.CLOSE.invokeInt(new Object[] {descriptor});
        } catch (LastErrorException e) {
            // The error has no remedy.
        }
    }

    @Override
    public long address(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }

    private static int call(Function function, Object... arguments) throws RefusedCallException {
        try {
            return function.invokeInt(arguments);
        } catch (LastErrorException e) {
            throw new RefusedCallException(e.getErrorCode());
        }
    }
}
