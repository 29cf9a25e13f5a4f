package io.github.hpjvm.advisor.health;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether 1000 served checks a second are noticed by a program that allocates: rounds with and without, in turn, in one
 * JVM. The last column is how late a sleeping thread wakes up, which is what a pause does to it. CONTRIBUTING.md has the
 * command.
 */
public final class ServedBesideWork {
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static volatile Object sink;
    private static volatile boolean running = true;
    private static volatile boolean checking;
    private static volatile long operations;
    private static volatile long checks;

    private ServedBesideWork() {}

    /** @param arguments rounds of each kind, and the seconds of one */
    public static void main(String[] arguments) throws InterruptedException {
        int rounds = Integer.parseInt(arguments[0]);
        int seconds = Integer.parseInt(arguments[1]);
        daemon(ServedBesideWork::work);
        HugePagesHealth health = HugePagesHealth.create();
        daemon(() -> check(health));
        round(seconds);
        System.out.println("checks    ops/s     GC ms   99 % woken late by us");
        for (int i = 0; i < 2 * rounds; i++) {
            checking = i % 4 == 0 || i % 4 == 3;
            long before = operations;
            long checked = checks;
            long collected = collected();
            long late = round(seconds);
            System.out.printf(
                    "%6d %10d %8d %8d%n",
                    (checks - checked) / seconds,
                    (operations - before) / seconds,
                    collected() - collected,
                    late / 1000);
        }
        running = false;
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private static void work() {
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            kept.add(null);
        }
        long done = 0;
        while (running) {
            byte[] piece = new byte[512];
            piece[(int) (done % 512)] = 1;
            kept.set((int) (done % kept.size()), piece);
            sink = piece;
            done++;
            if (done % 1024 == 0) {
                operations = done;
            }
        }
    }

    private static void check(HugePagesHealth health) {
        long next = System.nanoTime();
        while (running) {
            next += CHECK_NANOS;
            LockSupport.parkNanos(Math.max(1, next - System.nanoTime()));
            if (checking) {
                sink = health.check();
                checks = checks + 1;
            }
        }
    }

    /** The 99th percentile of how late it woke up, in nanoseconds. */
    private static long round(int seconds) throws InterruptedException {
        List<Long> late = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            Thread.sleep(1);
            late.add(System.nanoTime() - start - CHECK_NANOS);
        }
        late.sort(null);
        return late.get(late.size() * 99 / 100);
    }

    private static long collected() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }
}
