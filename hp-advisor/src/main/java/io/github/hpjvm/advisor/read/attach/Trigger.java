package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.TargetFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * The empty file {@code .attach_pidN}. It tells a JVM that SIGQUIT is an attach and not a request for a thread dump. A
 * JVM may handle the signal long after it was sent: after a pause, or when its CPU is free. So the file stays until the
 * JVM listens or has ended. It also stays if this process is terminated before.
 */
final class Trigger implements AutoCloseable {

    private static final long POLL_MILLIS = 50;

    /** The files whose JVM has not answered yet. */
    private static final Set<Trigger> WAITING = ConcurrentHashMap.newKeySet();

    private final Target target;
    private final TargetFiles.OpenFolder folder;
    private final String name;
    private boolean left;

    private Trigger(Target target, TargetFiles.OpenFolder folder, String name) throws IOException {
        this.target = target;
        this.folder = folder;
        this.name = name;
        try {
            folder.create(name);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(
                    name, null, "another process attaches, or was ended while it attached");
        }
    }

    /**
     * Creates the file in the folder for temporary files, where every user may create files. Only if that fails, it is
     * created in the working directory of the JVM. If it is there already, no second one is made: it would go with a second
     * signal, which prints a thread dump.
     */
    static Trigger create(Target target, String name) throws IOException {
        try {
            return in(target, new TargetFiles(target.folder().resolve("root")).open(target.temp()), name);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            return in(target, new TargetFiles(target.folder().resolve("cwd")).open(List.of()), name);
        }
    }

    private static Trigger in(Target target, TargetFiles.OpenFolder folder, String name) throws IOException {
        try {
            return new Trigger(target, folder, name);
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    /**
     * Leaves the file to a thread that removes it when the JVM listens or has ended. The thread ends with this process.
     *
     * @param listens whether the JVM listens
     */
    void leave(BooleanSupplier listens) {
        left = true;
        WAITING.add(this);
        Thread thread = new Thread(() -> await(listens), "hp-advisor waits for JVM " + target.pid());
        thread.setDaemon(true);
        thread.start();
    }

    private void await(BooleanSupplier listens) {
        try {
            while (ProcessStat.isRunning(target.procRoot(), target.pid(), target.startTicks())
                    && !listens.getAsBoolean()) {
                Thread.sleep(POLL_MILLIS);
            }
            remove();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (WAITING) {
                WAITING.remove(this);
                WAITING.notifyAll();
            }
        }
    }

    /** Returns the number of JVMs that have not answered a signal yet. */
    static int waiting() {
        return WAITING.size();
    }

    /** Waits until each JVM has answered or ended. */
    static void awaitAll() throws InterruptedException {
        synchronized (WAITING) {
            while (!WAITING.isEmpty()) {
                WAITING.wait();
            }
        }
    }

    private void remove() {
        try (folder) {
            folder.delete(name);
        } catch (IOException e) {
            // The JVM or its user has removed it, or the folder is gone with the process.
            return;
        }
    }

    /** Removes the file, unless it was left to a thread. */
    @Override
    public void close() {
        if (!left) {
            remove();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
