package io.github.hpjvm.advisor.health;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * A daemon thread that runs a body periodically and does not keep the body, its class or its class loader
 * reachable. The thread ends when the body returns false, when the body has been collected, and when it is interrupted.
 *
 * <p>A thread whose {@link Runnable} belongs to a web application keeps the class loader of that application alive, and
 * with it every static field. The thread therefore waits in {@link JdkLoop}, which consists of classes of the JDK, and
 * reaches the body by a weak reference.
 */
final class DetachedLoop {
    private static final String NAME = "hp-jvm health";

    private final WeakReference<BooleanSupplier> body;
    private final ReferenceQueue<Object> wakeUps = new ReferenceQueue<>();
    private final AtomicLong pauseMillis = new AtomicLong(1);
    private volatile Optional<Thread> thread = Optional.empty();

    /** @param body runs once, and returns true to run again */
    DetachedLoop(BooleanSupplier body) {
        this.body = new WeakReference<>(body, wakeUps);
    }

    /** Starts the thread, which runs the body at once. Calls must not overlap. */
    void start() {
        startDaemon(new Thread(null, this::begin, NAME, 0, false));
    }

    /** Returns whether a started thread has not ended yet. */
    boolean isAlive() {
        return thread.filter(Thread::isAlive).isPresent();
    }

    /** Ends the present pause. Calls by the body have no effect. */
    void wake() {
        if (thread.filter(t -> t != Thread.currentThread() && t.isAlive()).isPresent()) {
            new WeakReference<Object>(this, wakeUps).enqueue();
        }
    }

    /** Sets the time between two runs, at least 1 ms. */
    void pause(long nanos) {
        pauseMillis.set(Math.max(1, (nanos + 999_999) / 1_000_000));
    }

    /** Body of the first thread. It runs the body once and then starts a thread that does not reference our classes. */
    private void begin() {
        if (!run()) {
            return;
        }
        try {
            startDaemon(JdkLoop.thread(NAME, body, pauseMillis, wakeUps));
        } catch (SecurityException | ReflectiveOperationException | ExecutionException e) {
            loop();
        } catch (InterruptedException | RuntimeException | Error e) {
            // For example, an undeployment closed the class loader while it loaded JdkLoop. The errors are
            // NoClassDefFoundError, IllegalStateException ("zip file closed") and InternalError. loop() would keep the
            // class loader reachable. A later check starts another thread.
        }
    }

    private void startDaemon(Thread fresh) {
        fresh.setDaemon(true);
        try {
            fresh.setContextClassLoader(null);
        } catch (SecurityException e) {
            // The thread then keeps the context class loader of its creator.
        }
        thread = Optional.of(fresh);
        fresh.start();
    }

    /**
     * The same loop in our own code, for a runtime that refuses {@link JdkLoop}, for example because of a security
     * manager.
     */
    private void loop() {
        try {
            do {
                wakeUps.remove(pauseMillis.get());
            } while (run());
        } catch (InterruptedException e) {
            // A later check starts another thread.
        }
    }

    private boolean run() {
        BooleanSupplier live = body.get();
        return live != null && live.getAsBoolean();
    }
}
