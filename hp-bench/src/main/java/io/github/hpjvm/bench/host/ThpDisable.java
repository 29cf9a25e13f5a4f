package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;

/**
 * Disables transparent huge pages for this process and every child that it starts meanwhile, by {@code prctl}
 * (PR_SET_THP_DISABLE(2const), include/uapi/linux/prctl.h). It needs no privilege and does not change the host. The
 * flag belongs to the memory of the process, so it applies to all its threads; a child inherits it and keeps it over
 * execve.
 *
 * <p>Calls the kernel through JNA. JDK 24 and newer print a warning at the first call unless they run with
 * {@code --enable-native-access=ALL-UNNAMED}.
 */
public final class ThpDisable implements AutoCloseable {
    private static final int PR_SET_THP_DISABLE = 41;
    private static final int PR_GET_THP_DISABLE = 42;
    private static final long PR_THP_DISABLE_EXCEPT_ADVISED = 2;

    private final int before;
    private boolean open = true;

    private ThpDisable(int before) {
        this.before = before;
    }

    /**
     * Returns whether transparent huge pages are disabled for this process, completely or (kernel 6.18 and newer)
     * except where it opts in with {@code madvise}.
     *
     * @throws UnavailableException if JNA is missing or cannot be loaded, or the kernel does not support the call
     */
    public static boolean isSet() throws UnavailableException {
        return get() != 0;
    }

    /**
     * Disables them until {@link #close()}, which restores the flag. Not for two threads at a time.
     *
     * @throws UnavailableException if JNA is missing or cannot be loaded, or the kernel does not support the call
     */
    public static ThpDisable set() throws UnavailableException {
        return set(0);
    }

    /** As {@link #set()}, but not for memory with {@code MADV_HUGEPAGE}: Linux 6.18 and newer. */
    public static ThpDisable setExceptAdvised() throws UnavailableException {
        return set(PR_THP_DISABLE_EXCEPT_ADVISED);
    }

    private static ThpDisable set(long flags) throws UnavailableException {
        ThpDisable disable = new ThpDisable(get());
        call(PR_SET_THP_DISABLE, 1, flags);
        return disable;
    }

    /**
     * Restores the flag that {@link #set()} found. A second call does nothing.
     *
     * @throws UnavailableException if the kernel refuses the call, which it did not at {@link #set()}
     */
    @Override
    public synchronized void close() throws UnavailableException {
        if (open) {
            open = false;
            // PR_GET returns 1, or 1 with the flags that were given to PR_SET (PR_THP_DISABLE_EXCEPT_ADVISED is 2).
            call(PR_SET_THP_DISABLE, before & 1, before & ~1);
        }
    }

    private static int get() throws UnavailableException {
        return call(PR_GET_THP_DISABLE, 0, 0);
    }

    private static int call(int option, long first, long second) throws UnavailableException {
        try {
            return CFunction.call("prctl", option, first, second, 0L, 0L);
        } catch (RefusedCallException e) {
            throw new UnavailableException(
                    "this kernel refuses prctl " + option + " (errno " + e.errno()
                            + "); PR_SET_THP_DISABLE came with Linux 3.15",
                    e);
        } catch (LinkageError e) {
            // The class is missing, or its native part cannot be loaded from a noexec temporary folder.
            throw new UnavailableException(
                    "prctl cannot be called: JNA is missing or cannot load its native part ("
                            + PlainText.clean(String.valueOf(e.getMessage()))
                            + "). If the temporary folder is mounted noexec, start with -Djna.tmpdir=<another folder>.",
                    e);
        }
    }
}
