package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.read.file.TargetFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The empty file {@code .attach_pidN}. It tells a JVM that SIGQUIT is an attach and not a request for a thread dump. It
 * is created in the folder for temporary files, where every user may create files. Only if that fails, it is created in
 * the working directory of the JVM, which the JVM's user chooses. It is removed on close, and also if this process is
 * terminated meanwhile.
 */
final class Trigger implements AutoCloseable {

    private final TargetFiles.Folder folder;
    private final String name;
    private final AtomicBoolean there = new AtomicBoolean(true);
    private final Thread hook = new Thread(this::remove, "hp-advisor removes a trigger");

    private Trigger(AttachAccess access, TargetFiles.Folder folder, String name) throws IOException {
        this.folder = folder;
        this.name = name;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw new IOException("this JVM is shutting down", e);
        }
        try {
            access.create(folder, name);
        } catch (FileAlreadyExistsException e) {
            there.set(false);
            unhook();
            throw new IOException(name + " exists: another process attaches", e);
        } catch (IOException e) {
            there.set(false);
            unhook();
            throw e;
        }
    }

    static Trigger create(AttachAccess access, Path process, List<String> temp, String name) throws IOException {
        try {
            return in(access, new TargetFiles(process.resolve("root")).open(temp), name);
        } catch (IOException e) {
            return in(access, new TargetFiles(process.resolve("cwd")).open(List.of()), name);
        }
    }

    private static Trigger in(AttachAccess access, TargetFiles.Folder folder, String name) throws IOException {
        try {
            return new Trigger(access, folder, name);
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private void remove() {
        if (there.compareAndSet(true, false)) {
            try {
                folder.delete(name);
            } catch (IOException e) {
                // The JVM may remove it itself, and a folder that is deleted holds no file.
                there.set(false);
            }
        }
    }

    private void unhook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The shutdown hooks run already, so this one has no effect.
            there.get();
        }
    }

    @Override
    public void close() throws IOException {
        remove();
        unhook();
        folder.close();
    }

    @Override
    public String toString() {
        return name;
    }
}
