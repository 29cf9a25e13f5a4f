package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.Draws;
import io.github.hpjvm.advisor.HugePages;
import io.github.hpjvm.os.text.Visible;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An application server replaces an application: the class loader of the old one and its threads have to go. The server
 * has JNA in a class loader of its own. {@code HealthRuntimeIT} has it in the application.
 */
@Timeout(180)
class RedeploymentTest {
    /** Each use some times; one class loader that stays is enough to see. */
    private static final int DEPLOYMENTS = 52;

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private static Set<Thread> threads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread ->
                !thread.getName().startsWith("hp-jvm") && !thread.getName().startsWith("ForkJoinPool-"));
        return threads;
    }

    private static URL of(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    private static WeakReference<ClassLoader> deploy(
            Deployed.Use use, ClassLoader server, ReferenceQueue<ClassLoader> gone)
            throws ReflectiveOperationException, IOException {
        URL[] path = {of(HugePages.class), of(Visible.class), of(Deployed.class)};
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(path, server)) {
            caller.setContextClassLoader(loader);
            Class<?> application = loader.loadClass(Deployed.class.getName());
            application.getMethod("run", String.class).invoke(null, use.name());
            return new WeakReference<>(loader, gone);
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    /** Waits until all but {@code kept} have been collected; returns how many have not by the deadline. */
    private static int left(List<? extends Reference<?>> loaders, ReferenceQueue<?> gone, int kept)
            throws InterruptedException {
        int left = loaders.size();
        long start = System.nanoTime();
        while (left > kept && System.nanoTime() - start < DEADLINE.toNanos()) {
            System.gc();
            if (gone.remove(100) != null) {
                left--;
            }
            while (gone.poll() != null) {
                left--;
            }
        }
        return left;
    }

    /**
     * Java 17 keeps the class loader of the last compared record: a static method handle of
     * java.lang.runtime.ObjectMethods refers to it (JDK-8078641, fixed in 18). The next deployment replaces it. Runs in the
     * lab: a thread of JNA ends after 30 s. HealthRuntimeIT makes the same deployments in CI.
     */
    @Test
    void leavesNoClassLoaderAndNoThread() throws Exception {
        assumeTrue(Draws.LAB, "runs under -Plab only");
        assumeTrue(Files.exists(Path.of("/proc/self/smaps")), "no procfs");
        Set<Thread> before = threads();
        ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        Deployed.Use[] uses = Deployed.Use.values();
        URL[] libraries = {of(com.sun.jna.Native.class)};
        try (URLClassLoader server = new URLClassLoader(libraries, ClassLoader.getPlatformClassLoader())) {
            for (int i = 0; i < DEPLOYMENTS; i++) {
                loaders.add(deploy(uses[i % uses.length], server, gone));
            }
        }
        int kept = Runtime.version().feature() < 18 ? 1 : 0;
        int still = left(loaders, gone, kept);
        assertTrue(still <= kept, () -> still + " class loaders left");
        Set<Thread> left = afterCollections(before, still);
        assertTrue(left.size() <= still, left::toString);
    }

    /**
     * Returns the threads that {@code before} lacks, after garbage collections until at most {@code kept} are left or the
     * deadline passes. A thread ends when its check has been collected, and the check of a kept class loader lives on.
     */
    private static Set<Thread> afterCollections(Set<Thread> before, int kept) throws InterruptedException {
        long start = System.nanoTime();
        Set<Thread> left = threads();
        left.removeAll(before);
        while (left.size() > kept && System.nanoTime() - start < DEADLINE.toNanos()) {
            System.gc();
            left.iterator().next().join(100);
            left = threads();
            left.removeAll(before);
        }
        return left;
    }

    /** Class loader of an application. An undeployment closes its files while it loads {@link JdkLoop}. */
    private static final class Closing extends URLClassLoader {
        private final Supplier<Throwable> failure;

        Closing(URL[] path, ClassLoader server, Supplier<Throwable> failure) {
            super(path, server);
            this.failure = failure;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(JdkLoop.class.getName())) {
                Closing.<RuntimeException>sneakyThrow(failure.get());
            }
            return super.findClass(name);
        }

        @SuppressWarnings("unchecked") // only RuntimeException, Error and ClassNotFoundException are passed
        private static <T extends Throwable> void sneakyThrow(Throwable failure) throws T {
            throw (T) failure;
        }
    }

    static Stream<Supplier<Throwable>> failuresOfAClosedClassLoader() {
        return Stream.of(
                () -> new ClassNotFoundException("closed"),
                () -> new IllegalStateException("zip file closed"),
                () -> new InternalError(new IOException("closed")));
    }

    @ParameterizedTest
    @MethodSource("failuresOfAClosedClassLoader")
    void endsTheThreadOfAClassLoaderThatClosesMeanwhile(Supplier<Throwable> failure) throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/smaps")), "no procfs");
        Set<Thread> before = threads();
        URL[] path = {of(HugePages.class), of(Visible.class), of(Deployed.class)};
        ClassLoader server =
                new URLClassLoader(new URL[] {of(com.sun.jna.Native.class)}, ClassLoader.getPlatformClassLoader());
        try (URLClassLoader loader = new Closing(path, server, failure)) {
            Class<?> application = loader.loadClass(Deployed.class.getName());
            application.getMethod("run", String.class).invoke(null, Deployed.Use.KEPT.name());
            Set<Thread> started = threads();
            started.removeAll(before);
            for (Thread thread : started) {
                thread.join(DEADLINE.toMillis());
            }
            started.removeIf(thread -> !thread.isAlive());
            assertTrue(started.isEmpty(), started::toString);
        }
    }

    /**
     * Waits for the second thread of a check, which pauses in {@link JdkLoop}. One call of
     * {@link Thread#getAllStackTraces} is not enough: it lists neither thread if the first one starts the second one and
     * ends during the call.
     */
    private static Thread awaitPausing(Set<Thread> before) throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < DEADLINE.toNanos()) {
            for (Map.Entry<Thread, StackTraceElement[]> entry :
                    Thread.getAllStackTraces().entrySet()) {
                boolean pauses = Stream.of(entry.getValue())
                        .anyMatch(frame -> frame.getClassName().equals(ReferenceQueue.class.getName()));
                Thread thread = entry.getKey();
                if (pauses && thread.getName().equals("hp-jvm health") && !before.contains(thread)) {
                    return thread;
                }
            }
            Thread.sleep(1);
        }
        return fail("no thread of the check pauses after " + DEADLINE);
    }

    /** A referenced check is watched, even if it is not called. */
    @Test
    void watchesAReferencedCheck() throws Exception {
        Set<Thread> before = threads();
        HugePagesHealth health =
                HugePagesHealth.builder().interval(Duration.ofMillis(10)).build();
        health.check();
        Thread thread = awaitPausing(before);
        Set<Thread> others = threads();
        others.removeAll(before);
        others.remove(thread);
        for (Thread other : others) {
            other.join(DEADLINE.toMillis());
        }
        assertTrue(others.stream().noneMatch(Thread::isAlive), () -> "more than one thread: " + others);
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        thread.join(100);
        assertTrue(thread.isAlive(), "the thread ended before close()");
        health.close();
        thread.join(DEADLINE.toMillis());
        assertFalse(thread.isAlive(), "the thread did not end after close()");
    }

    @Test
    void endsTheThreadsOfDroppedChecks() throws Exception {
        Set<Thread> before = threads();
        for (int i = 0; i < 200; i++) {
            HugePagesHealth.builder().interval(Duration.ofDays(1)).build().check();
        }
        Set<Thread> left = afterCollections(before, 0);
        assertTrue(left.isEmpty(), left::toString);
    }
}
