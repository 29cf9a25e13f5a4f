package io.github.hpjvm.os.libc;

import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The size of a terminal: the ioctl {@code TIOCGWINSZ} (ioctl_tty(2)).
 *
 * @param columns above 0
 * @param rows above 0
 */
public record TerminalSize(int columns, int rows) {

    /** {@code include/uapi/asm-generic/ioctls.h}; powerpc has another number. */
    private static final long TIOCGWINSZ = 0x5413;

    /** {@code arch/powerpc/include/uapi/asm/ioctls.h}: _IOR('t', 104, struct winsize). */
    private static final long TIOCGWINSZ_PPC = 0x40087468L;

    private static final int WINSIZE = 8;

    /**
     * Returns the size; empty if the descriptor is no terminal, or its size is not set.
     *
     * @param descriptor such as 1, stdout
     */
    public static Optional<TerminalSize> of(NativeCalls calls, int descriptor) {
        ByteBuffer winsize = ByteBuffer.allocateDirect(WINSIZE).order(ByteOrder.nativeOrder());
        boolean ppc = KernelAbi.here().equals(Optional.of(KernelAbi.PPC64));
        try {
            calls.ioctl(descriptor, ppc ? TIOCGWINSZ_PPC : TIOCGWINSZ, calls.address(winsize));
        } catch (RefusedCallException e) {
            return Optional.empty();
        }
        int rows = Short.toUnsignedInt(winsize.getShort(0));
        int columns = Short.toUnsignedInt(winsize.getShort(2));
        return rows == 0 || columns == 0 ? Optional.empty() : Optional.of(new TerminalSize(columns, rows));
    }
}
