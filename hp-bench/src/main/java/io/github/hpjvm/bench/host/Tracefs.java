package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.file.Path;

/**
 * Mounts the kernel's tracefs without a path: fsopen(2), fsconfig(2), fsmount(2); Linux 5.2 and newer. No other process
 * sees the mount, and it ends with its last descriptor. Takes CAP_SYS_ADMIN.
 */
final class Tracefs implements AutoCloseable {
    /** The same numbers on all architectures (include/uapi/asm-generic/unistd.h). */
    private static final long FSOPEN = 430;

    private static final long FSCONFIG = 431;
    private static final long FSMOUNT = 432;
    private static final long CLOEXEC = 1;
    private static final long CMD_CREATE = 6;
    private static final long NOSUID_NODEV_NOEXEC = 0x2 | 0x4 | 0x8;

    private final int mount;

    private Tracefs(int mount) {
        this.mount = mount;
    }

    /** @throws UnavailableException if JNA, the kernel or the rights of this process do not allow it */
    static Tracefs open() throws UnavailableException {
        try {
            return new Tracefs(mounted("tracefs"));
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
        close(mount);
    }

    private static int mounted(String fileSystem) throws UnavailableException {
        try {
            int context = CFunction.call("syscall", FSOPEN, fileSystem, CLOEXEC);
            try {
                CFunction.call("syscall", FSCONFIG, (long) context, CMD_CREATE, 0L, 0L, 0L);
                return CFunction.call("syscall", FSMOUNT, (long) context, CLOEXEC, NOSUID_NODEV_NOEXEC);
            } finally {
                close(context);
            }
        } catch (RefusedCallException e) {
            throw new UnavailableException(fileSystem + " cannot be mounted here (errno " + e.errno() + ")", e);
        }
    }

    private static void close(int descriptor) {
        try {
            CFunction.call("close", descriptor);
        } catch (RefusedCallException e) {
            // The error has no remedy.
        }
    }
}
