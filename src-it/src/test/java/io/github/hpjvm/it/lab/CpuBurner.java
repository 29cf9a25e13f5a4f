package io.github.hpjvm.it.lab;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A process that uses one CPU, switched on and off in turns, like a cron job of another user. */
public final class CpuBurner implements AutoCloseable {
    /** Longest time until the thread sees that the burner was closed. */
    private static final long POLL_MILLIS = 50;

    private final Thread switcher;
    private volatile boolean closed;

    private CpuBurner(Duration turn) {
        switcher = new Thread(() -> turns(turn), "cpu burner");
        switcher.setDaemon(true);
        switcher.start();
    }

    /** Starts with a turn that uses the CPU. */
    public static CpuBurner every(Duration turn) {
        Needs.program("dd");
        return new CpuBurner(turn);
    }

    private void turns(Duration turn) {
        while (!closed) {
            Program.Running burning =
                    Program.of("dd", "if=/dev/zero", "of=/dev/null", "bs=64k").start();
            try {
                sleep(turn);
            } finally {
                burning.close();
            }
            sleep(turn);
        }
    }

    private void sleep(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try {
            while (!closed && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    /** Ends the process, if it runs, by its own handle. */
    @Override
    public void close() {
        closed = true;
        try {
            switcher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
