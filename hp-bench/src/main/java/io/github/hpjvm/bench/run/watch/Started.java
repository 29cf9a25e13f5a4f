package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A running program with an argument list; its output goes to two files, and its input is empty. */
public final class Started implements AutoCloseable {
    private final Process process;
    private final KeptOutput out;
    private final KeptOutput err;

    Started(Process process, KeptOutput out, KeptOutput err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Returns whether it ended within that time. */
    public boolean endsWithin(Duration time) {
        try {
            return process.waitFor(Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Returns whether the program has ended within that time, with all that it started. A script that leaves its server in
     * the background, and succeeds, has not.
     */
    public boolean isGoneWithin(Duration time, StartedProcesses tree) {
        if (!endsWithin(time)) {
            return false;
        }
        boolean gone = exitCode() != 0 || tree.running().isEmpty();
        if (!gone) {
            LockSupport.parkNanos(time.toNanos());
        }
        return gone;
    }

    /** Its exit code after its end; above 128 it encodes the signal, as in a shell. */
    public int exitCode() {
        return process.exitValue();
    }

    /** The kernel's reason why it could not be started. */
    public static String reason(IOException e) {
        String message = String.valueOf(e.getMessage());
        int at = message.lastIndexOf("error=");
        return at < 0 ? message : message.substring(message.indexOf(' ', at) + 1);
    }

    /**
     * Waits until its output was read.
     *
     * @throws BenchException if a file for it could not be written
     */
    public void drain() {
        try {
            out.close();
        } finally {
            err.close();
        }
    }

    @Override
    public void close() {
        drain();
    }
}
