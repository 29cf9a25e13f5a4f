package io.github.hpjvm.it.lab;

import java.io.File;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An application server of one class. It deploys an application that checks its health 50 times, each time in a class
 * loader of its own, and prints how many class loaders and threads are left in the end.
 */
public final class Redeploys {
    private static final int DEPLOYMENTS = 50;

    /** Time limit. JNA ends its cleaning thread after 30 s. */
    private static final long DEADLINE_NANOS = Duration.ofSeconds(150).toNanos();

    private Redeploys() {}

    /** @param arguments the class path of the application, and how many class loaders the JDK itself keeps */
    public static void main(String[] arguments) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String name : arguments[0].split(File.pathSeparator)) {
            path.add(Path.of(name).toUri().toURL());
        }
        ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < DEPLOYMENTS; i++) {
            loaders.add(deploy(path.toArray(new URL[0]), i, gone));
        }
        int kept = Integer.parseInt(arguments[1]);
        int left = loaders.size();
        long start = System.nanoTime();
        while ((left > kept || threads().size() > kept) && System.nanoTime() - start < DEADLINE_NANOS) {
            System.gc();
            left -= gone.remove(200) == null ? 0 : 1;
            while (gone.poll() != null) {
                left--;
            }
        }
        System.out.println("class loaders left: " + Math.max(0, left - kept));
        // The thread of a check that was not closed lives as long as its class loader.
        System.out.println("threads left: " + (threads().size() > kept ? threads() : Set.of()));
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("hp-") || name.startsWith("ForkJoin") || name.startsWith("JNA"))
                .collect(Collectors.toSet());
    }

    private static WeakReference<ClassLoader> deploy(URL[] path, int number, ReferenceQueue<ClassLoader> gone)
            throws Exception {
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> application = loader.loadClass("io.github.hpjvm.it.lab.AsksHealth$Deployed");
            application.getMethod("run", int.class).invoke(null, number);
            return new WeakReference<>(loader, gone);
        } finally {
            Thread.currentThread().setContextClassLoader(null);
        }
    }
}
