package io.github.hpjvm.advisor.read;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/** By JNA, where its jar is there; whoever makes one catches {@link LinkageError}. */
final class JnaCalls implements NativeCalls {

    private static final int O_RDONLY_CLOEXEC = 02000000;

    private final Function open;
    private final Function ioctl;
    private final Function close;

    JnaCalls() {
        NativeLibrary libc = NativeLibrary.getInstance("c");
        open = libc.getFunction("open", Function.THROW_LAST_ERROR);
        ioctl = libc.getFunction("ioctl", Function.THROW_LAST_ERROR);
        close = libc.getFunction("close");
    }

    @Override
    public int open(String file) throws RefusedCallException {
        return call(open, file, O_RDONLY_CLOEXEC);
    }

    @Override
    public int ioctl(int descriptor, long request, ByteBuffer argument) throws RefusedCallException {
        return call(ioctl, descriptor, new NativeLong(request), argument);
    }

    private static int call(Function function, Object... arguments) throws RefusedCallException {
        try {
            return function.invokeInt(arguments);
        } catch (LastErrorException e) {
            throw new RefusedCallException(e.getErrorCode());
        }
    }

    @Override
    public void close(int descriptor) {
        close.invokeInt(new Object[] {descriptor});
    }

    @Override
    public long address(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }
}
