package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The right to measure on this host, and for root to change it.
 *
 * <p>A campaign of root locks a file in {@code /run/hp-jvm}, which only root can open, and files of the kernel
 * ({@link KernelLock}), which also exclude campaigns in other mount namespaces. Another user can delay neither. A
 * campaign of another user, which only measures, locks a file of that user, and gives way to a campaign of root.
 * Campaigns of two unprivileged users do not exclude one another: neither could trust the other's lock, and each
 * reports rounds that others disturbed.
 *
 * <p>The lock is an fcntl(2) lock: it ends with its process. The file goes when the lock is released; a process that
 * has opened it meanwhile sees that and opens the next one. The folder goes with the last file in it.
 *
 * <p>A holder can hand the lock to a child process: it adds {@link #handOver()} to the child's environment, and
 * {@link #acquire} in the child then succeeds while the holder holds it. {@link #close()} in the child releases
 * nothing.
 *
 * <p>A process loses an fcntl lock as soon as it closes <em>any</em> descriptor of the file. This class never opens the
 * file while this JVM holds its lock; no other code in the JVM may open it.
 */
public final class HostLock implements AutoCloseable {
    /** Environment variable by which a holder names itself to its child, {@code <pid>:<start ticks since boot>}. */
    public static final String HAND_OVER = "HP_JVM_LOCK";

    private static final int LONGEST_NOTE = 4096;
    private static final int TRIES = 100;
    private static final Duration PAUSE = Duration.ofMillis(200);

    /**
     * The locks of this JVM by inode; also the monitor of all that touches lock files. It keeps them reachable: a
     * channel that is collected is closed, and the lock would be gone.
     */
    private static final Map<Object, HolderNote> HELD = new HashMap<>();

    /** Channels of files that this JVM holds through another class loader: closing one would release that lock. */
    private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

    private final ProcessIdentity holder;
    private final Optional<LockInode> own;
    private final Optional<KernelLock> kernel;
    private boolean open = true;

    private HostLock(ProcessIdentity holder, Optional<LockInode> own, Optional<KernelLock> kernel) {
        this.holder = holder;
        this.own = own;
        this.kernel = kernel;
    }

    /** What the lock is for. */
    public enum Use {
        /** Changing the host, or repairing it: takes root and a folder under {@code /run}. */
        CHANGE,
        /** Measuring alone. */
        MEASURE
    }

    /**
     * Takes the lock of this host, or accepts it from the ancestor that handed it over. Never waits for another holder.
     *
     * @param purpose told to a second campaign; shortened to 200 characters, control characters left out
     * @throws HostBusyException if another process, or another part of this one, holds it
     * @throws IOException in one line, if the folder or the file cannot be made or is refused
     */
    public static HostLock acquire(Use use, String purpose) throws IOException {
        return acquire(LockPlaces.ofThisHost(), use, purpose, System.getenv());
    }

    /**
     * As {@link #acquire(Use, String)}, but waits until the holder releases the lock.
     *
     * @param say told once for each holder
     * @param stop asked several times a second; waiting ends when it is true
     * @throws HostBusyException if the wait was stopped
     */
    public static HostLock await(Use use, String purpose, Consumer<String> say, BooleanSupplier stop)
            throws IOException {
        return await(LockPlaces.ofThisHost(), use, purpose, say, stop);
    }

    static HostLock await(LockPlaces places, Use use, String purpose, Consumer<String> say, BooleanSupplier stop)
            throws IOException {
        String told = "";
        while (true) {
            try {
                return acquire(places, use, purpose, System.getenv());
            } catch (HostBusyException busy) {
                if (stop.getAsBoolean()) {
                    throw busy;
                }
                if (!busy.holder().equals(told)) {
                    told = busy.holder();
                    say.accept("waiting   for the campaign of " + told + " to end; Ctrl-C stops waiting");
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    static HostLock acquire(LockPlaces places, Use use, String purpose, Map<String, String> environment)
            throws IOException {
        Objects.requireNonNull(purpose, "purpose");
        synchronized (HELD) {
            for (int i = 0; i < TRIES; i++) {
                Path file = places.prepare(use);
                Optional<HostLock> lock = tryAcquire(places, file, purpose, environment);
                if (lock.isPresent()) {
                    return lock.get();
                }
            }
            throw new IOException("the lock file in " + places.prepare(use).getParent()
                    + " is removed as fast as it is made. Find the process that does that.");
        }
    }

    /** Empty if another holder released the lock, and removed its file, during this call. */
    private static Optional<HostLock> tryAcquire(
            LockPlaces places, Path file, String purpose, Map<String, String> environment) throws IOException {
        HolderNote held = LockInode.keyOf(file).map(HELD::get).orElse(null);
        if (held != null) {
            throw new HostBusyException(OptionalLong.of(ProcessHandle.current().pid()), Optional.of(held));
        }
        LockInode inode;
        try {
            inode = LockInode.open(file);
        } catch (NoSuchFileException | FileAlreadyExistsException changed) {
            return Optional.empty();
        }
        FileLock lock;
        try {
            lock = inode.channel().tryLock();
        } catch (OverlappingFileLockException e) {
            NEVER_CLOSED.add(inode.channel());
            throw new HostBusyException(
                    OptionalLong.of(ProcessHandle.current().pid()), Optional.of(readNote(inode.channel())));
        }
        if (lock == null) {
            try (FileChannel channel = inode.channel()) {
                return Optional.of(accept(file, readNote(channel), environment));
            }
        }
        if (!inode.isStillThere()) {
            inode.channel().close();
            return Optional.empty();
        }
        try {
            Optional<KernelLock> kernel = kernelLock(places, environment);
            ProcessIdentity self = ProcessIdentity.own();
            HolderNote note = HolderNote.of(self, purpose);
            writeNote(inode.channel(), note.text());
            HELD.put(inode.key(), note);
            return Optional.of(new HostLock(self, Optional.of(inode), kernel));
        } catch (IOException | RuntimeException e) {
            release(inode);
            throw e;
        }
    }

    /** Excludes campaigns of root that see another {@code /run}; an unprivileged process only looks for them. */
    private static Optional<KernelLock> kernelLock(LockPlaces places, Map<String, String> environment)
            throws IOException {
        if (!places.kernel()) {
            return Optional.empty();
        }
        OptionalLong taken;
        if (places.root()) {
            try {
                return Optional.of(KernelLock.take());
            } catch (KernelLock.TakenException e) {
                taken = e.holder();
            }
        } else {
            taken = KernelLock.holder();
            if (taken.isEmpty()) {
                return Optional.empty();
            }
        }
        if (taken.isPresent() && ancestor(environment, taken.getAsLong()).isPresent()) {
            return Optional.empty();
        }
        throw new HostBusyException(taken, Optional.empty());
    }

    /**
     * Another process has the lock: is it an ancestor that handed it over? The variable alone proves nothing, as it
     * outlives the holder.
     */
    private static HostLock accept(Path file, HolderNote note, Map<String, String> environment)
            throws HostBusyException {
        OptionalLong inTable = LockTable.holder(file);
        OptionalLong pid = inTable.isPresent() ? inTable : note.process();
        Optional<ProcessIdentity> ancestor =
                pid.isPresent() ? ancestor(environment, pid.getAsLong()) : Optional.empty();
        if (ancestor.isPresent()) {
            return new HostLock(ancestor.get(), Optional.empty(), Optional.empty());
        }
        throw new HostBusyException(pid, Optional.of(note).filter(it -> pid.equals(it.process())));
    }

    /** The ancestor that the environment names, if it has that process id. */
    private static Optional<ProcessIdentity> ancestor(Map<String, String> environment, long pid) {
        return Optional.ofNullable(environment.get(HAND_OVER))
                .flatMap(ProcessIdentity::parse)
                .filter(named -> named.pid() == pid)
                .filter(ProcessIdentity::isAncestorOfCurrent);
    }

    /**
     * What to add to the environment of a child that may work under this lock, and its children after it. Good for as
     * long as the process that took the lock holds it and lives.
     *
     * @throws IllegalStateException if this lock was closed
     */
    public synchronized Map<String, String> handOver() {
        if (!open) {
            throw new IllegalStateException("the host lock was already released");
        }
        return Map.of(HAND_OVER, holder.text());
    }

    /** Whether the lock belongs to an ancestor of this process, which handed it over. */
    public boolean isHandedOver() {
        return own.isEmpty();
    }

    /**
     * Releases the lock, unless it was handed over to this process. A second call does nothing.
     *
     * @throws IOException if the file cannot be closed; the lock then ends with this process
     */
    @Override
    public synchronized void close() throws IOException {
        if (!open) {
            return;
        }
        open = false;
        if (kernel.isPresent()) {
            kernel.get().close();
        }
        if (own.isPresent()) {
            release(own.get());
        }
    }

    /** Removes the file while the lock is still held, so that the next holder never shares a removed one. */
    private static void release(LockInode inode) throws IOException {
        synchronized (HELD) {
            try (FileChannel channel = inode.channel()) {
                if (inode.isStillThere()) {
                    Files.deleteIfExists(inode.file());
                    removeEmpty(inode.file().getParent());
                }
                channel.truncate(0);
            } finally {
                HELD.remove(inode.key());
            }
        }
    }

    private static void removeEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException undo) {
            // An undo file, or the lock of the next holder.
        }
    }

    private static HolderNote readNote(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_NOTE);
        int read;
        do {
            read = channel.read(bytes, bytes.position());
        } while (read > 0);
        return HolderNote.parse(new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8));
    }

    /** A full disk must not stop a repair: without the note the holder is still known by {@link LockTable}. */
    private static void writeNote(FileChannel channel, String text) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try {
            channel.truncate(0);
            while (bytes.hasRemaining()) {
                channel.write(bytes, bytes.position());
            }
        } catch (IOException full) {
            return;
        }
    }
}
