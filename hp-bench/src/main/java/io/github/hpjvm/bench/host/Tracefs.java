package io.github.hpjvm.bench.host;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.nio.file.Path;

/**
 * Mounts the kernel's tracefs without a path: fsopen(2), fsconfig(2), fsmount(2); Linux 5.2 and newer. No other process
 * sees the mount, and it ends with its last descriptor. Takes CAP_SYS_ADMIN.
 */
final class Tracefs implements AutoCloseable {
    /** The same numbers on all architectures (include/uapi/asm-generic/unistd.h). */
    private static final int FSOPEN = 430;

    private static final int FSCONFIG = 431;
    private static final int FSMOUNT = 432;
    private static final int CLOEXEC = 1;
    private static final int CMD_CREATE = 6;
    private static final int NOSUID_NODEV_NOEXEC = 0x2 | 0x4 | 0x8;

    private final int mount;

    private Tracefs(int mount) {
        this.mount = mount;
    }

    /** @throws UnavailableException if JNA, the kernel or the rights of this process do not allow it */
    static Tracefs open() throws UnavailableException {
        try {
            return new Tracefs(Calls.mount("tracefs"));
        } catch (LinkageError e) {
            throw new UnavailableException("JNA is missing or cannot load its native part", e);
        }
    }

    /** The path of a file; valid until {@link #close()}. A channel opened by it remains valid. */
    Path file(String name) {
        return Path.of("/proc/self/fd", Integer.toString(mount), name);
    }

    @Override
    public void close() {
        Calls.close(mount);
    }

    /** The only class that uses JNA, so that all other classes load without it. */
    private static final class Calls {
        private Calls() {}

        static int mount(String fileSystem) throws UnavailableException {
            try {
                int context = syscall(FSOPEN, fileSystem, CLOEXEC);
                try {
                    syscall(FSCONFIG, context, CMD_CREATE, Pointer.NULL, Pointer.NULL, 0);
                    return syscall(FSMOUNT, context, CLOEXEC, NOSUID_NODEV_NOEXEC);
                } finally {
                    close(context);
                }
            } catch (LastErrorException e) {
                throw new UnavailableException(
                        fileSystem + " cannot be mounted here (errno " + e.getErrorCode() + ")", e);
            }
        }

        static void close(int descriptor) {
            function("close").invokeInt(new Object[] {descriptor});
        }

        private static int syscall(int number, Object... arguments) {
            Object[] all = new Object[arguments.length + 1];
            all[0] = new NativeLong(number);
            for (int i = 0; i < arguments.length; i++) {
                all[i + 1] = arguments[i] instanceof Integer value ? new NativeLong(value) : arguments[i];
            }
            return function("syscall").invokeInt(all);
        }

        private static Function function(String name) {
            return NativeLibrary.getProcess().getFunction(name, Function.C_CONVENTION | Function.THROW_LAST_ERROR);
        }
    }
}
