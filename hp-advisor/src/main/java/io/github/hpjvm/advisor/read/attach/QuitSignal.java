package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.os.libc.KernelAbi;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Sends SIGQUIT, for which Java has no method: by the system call, or by the program kill if this runtime permits no native
 * call. A small container has no such program. On a busy host it may send the signal after its time limit, when the trigger
 * file has been removed; the JVM then prints its threads.
 */
final class QuitSignal {
    private static final long KILL_MILLIS = 500;

    /** SIGQUIT in {@code include/uapi/asm-generic/signal.h}, and on each architecture of {@link KernelAbi}. */
    private static final int NUMBER = 3;

    private QuitSignal() {}

    /** Sends the signal to a process. */
    static void send(long pid) throws IOException, InterruptedException {
        send(pid, NativeAccess.findForOnce().known());
    }

    static void send(long pid, Optional<NativeCalls> calls) throws IOException, InterruptedException {
        Optional<KernelAbi> abi = KernelAbi.here();
        if (calls.isPresent() && abi.isPresent()) {
            call(pid, calls.get(), abi.get());
        } else {
            program(pid);
        }
    }

    private static void call(long pid, NativeCalls calls, KernelAbi abi) throws IOException {
        try {
            calls.syscall(abi.kill(), pid, NUMBER, 0);
        } catch (RefusedCallException e) {
            throw new IOException("kill -QUIT " + pid + " failed: " + e.getMessage(), e);
        }
    }

    private static void program(long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(List.of("kill", "-QUIT", Long.toString(pid)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!kill.waitFor(Patience.with(KILL_MILLIS), TimeUnit.MILLISECONDS)) {
            kill.destroyForcibly();
            throw new IOException("kill does not end");
        }
        if (kill.exitValue() != 0) {
            throw new IOException("kill -QUIT " + pid + " failed");
        }
    }
}
