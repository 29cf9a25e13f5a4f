package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.read.syscall.KernelAbi;
import io.github.hpjvm.advisor.read.syscall.NativeCalls;
import io.github.hpjvm.advisor.read.syscall.NativeCalls.RefusedCallException;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Acts as the user and group of a target, in a thread of root's own process. No process of that user is created, so
 * that user gets no access to a terminal, descriptor, working directory or environment of root.
 *
 * <p>Linux keeps credentials per thread, and only the C library's wrappers change those of all threads: the raw system
 * calls change the calling thread alone (setresuid(2)). Each action gets a new thread. That thread drops the
 * supplementary groups, sets its effective user and group, runs the action and ends; it is never switched back. The
 * real and the saved user stay those of root: the target's user may not send a signal to the thread ({@code
 * kill_ok_by_cred}) or trace it ({@code __ptrace_may_access}). The kernel also makes the process not dumpable ({@code
 * commit_creds}). That user may lower the priority of the thread (setpriority(2)), which affects nothing after the
 * thread's end. With the effective user the thread loses its effective capabilities, so the kernel grants it only what
 * it grants to that user.
 */
record TargetUser(NativeCalls calls, KernelAbi abi, long uid, long gid, long deadline) implements Acting {

    /** An id that {@code setresuid} and {@code setresgid} do not change. */
    private static final long SAME = -1;

    @Override
    public void run(Action action) throws IOException {
        FutureTask<Void> task = new FutureTask<>(() -> {
            become();
            action.run();
            return null;
        });
        Thread thread = new Thread(task, "hp-advisor acts as user " + uid);
        thread.setDaemon(true);
        thread.start();
        try {
            task.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new AttachSocket.TimeoutException();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /**
     * Changes groups and user. The groups come first: changing them requires a capability that the thread loses with
     * its user.
     */
    private void become() throws IOException {
        try {
            calls.syscall(abi.setgroups(), 0, 0, 0);
            calls.syscall(abi.setresgid(), SAME, gid, SAME);
            calls.syscall(abi.setresuid(), SAME, uid, SAME);
        } catch (RefusedCallException e) {
            throw new IOException("cannot act as user " + uid + " and group " + gid + ": " + e.getMessage(), e);
        }
    }
}
