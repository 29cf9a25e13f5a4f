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
 * The lock of a host: only its holder measures there, and only a holder with root changes the host.
 *
 * <p>A campaign of root locks a file in {@code /run/hp-jvm}, which only root can open, and files of the kernel
 * ({@link KernelLock}), which also exclude campaigns in other mount namespaces. Another user can delay neither. A
 * campaign of another user only measures. It locks a file of that user, and yields to a campaign of root. Campaigns of
 * two unprivileged users do not exclude each other: neither could trust the other's lock, and each reports its busy
 * rounds.
 *
 * <p>The lock is an fcntl(2) lock: it ends with its process. The holder deletes the file when it releases the lock; a
 * process that has opened the file meanwhile notices that and opens the next one. The folder is deleted with its last
 * file.
 *
 * <p>A holder can hand the lock to a child process: it adds {@link #handOver()} to the child's environment, and
 * {@link #acquire} in the child then succeeds while the holder holds it. {@link #close()} in the child releases
 * nothing.
 *
 * <p>A process loses an fcntl lock as soon as it closes <em>any</em> descriptor of the file. This class never opens the
 * file while this JVM holds its lock; no other code in the JVM may open it.
 */
public final class HostLock implements AutoCloseable {
    /** Environment variable that names the holder to its child, {@code <pid>:<start ticks since boot>}. */
    public static final String HAND_OVER = "HP_JVM_LOCK";

    private static final int LONGEST_NOTE = 4096;
    private static final int TRIES = 100;
    private static final Duration PAUSE = Duration.ofMillis(200);

    /**
     * The locks of this JVM by inode; also the monitor for all access to lock files. The map keeps the channels
     * reachable: garbage collection of a channel would close it and release the lock.
     */
    private static final Map<Object, Held> HELD = new HashMap<>();

    /** Channels of files that this JVM locked through another class loader: closing one would release that lock. */
    private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

    private final ProcessIdentity holder;
    private final Optional<LockInode> own;
    private final Optional<KernelLock> kernel;
    private boolean open = true;

    private record Held(LockInode inode, HolderNote note) {}

    private HostLock(ProcessIdentity holder, Optional<LockInode> own, Optional<KernelLock> kernel) {
        this.holder = holder;
        this.own = own;
        this.kernel = kernel;
    }

    /** Purpose of the lock. */
    public enum Use {
        /** Change or repair the host: takes root and a folder under {@code /run}. */
        CHANGE,
        /** Only measure. */
        MEASURE
    }

    /**
     * Takes the lock of this host, or accepts it from the ancestor that handed it over. Never waits for another holder.
     *
     * @param purpose shown to a second campaign; shortened to 200 characters, without control characters
     * @throws HostBusyException if another process, or another part of this one, holds the lock
     * @throws IOException in one line, if the folder or the file cannot be created or is refused
     */
    public static HostLock acquire(Use use, String purpose) throws IOException {
        return acquire(LockPlaces.ofThisHost(), use, purpose, System.getenv());
    }

    /**
     * As {@link #acquire(Use, String)}, but waits until the holder releases the lock.
     *
     * @param say gets one line for each holder
     * @param stop read several times a second; the wait ends when it is true
     * @throws HostBusyException if the wait was stopped
     */
    public static HostLock await(Use use, String purpose, Consumer<String> say, BooleanSupplier stop)
            throws IOException {
        return await(LockPlaces.ofThisHost(), use, purpose, say, stop);
    }

    static HostLock await(LockPlaces places, Use use, String purpose, Consumer<String> say, BooleanSupplier stop)
            throws IOException {
        String announced = "";
        while (true) {
            try {
                return acquire(places, use, purpose, System.getenv());
            } catch (HostBusyException busy) {
                if (stop.getAsBoolean()) {
                    throw busy;
                }
                if (!busy.holder().equals(announced)) {
                    announced = busy.holder();
                    say.accept("waiting   for the campaign of " + announced + " to end; press Ctrl-C to stop waiting");
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
                    + " disappears while it is locked. Find the process that deletes it.");
        }
    }

    /** Tries once to take the lock. Empty if another holder released it, and removed its file, during this call. */
    private static Optional<HostLock> tryAcquire(
            LockPlaces places, Path file, String purpose, Map<String, String> environment) throws IOException {
        Held held = LockInode.keyOf(file).map(HELD::get).orElse(null);
        if (held != null) {
            throw new HostBusyException(OptionalLong.of(ProcessHandle.current().pid()), Optional.of(held.note()));
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
            ProcessIdentity self = ProcessIdentity.own();
            HolderNote note = HolderNote.of(self, purpose);
            // The last step that can fail: no failure leaves the files of the kernel locked.
            Optional<KernelLock> kernel = kernelLock(places, environment);
            writeNote(inode.channel(), note.text());
            HELD.put(inode.key(), new Held(inode, note));
            return Optional.of(new HostLock(self, Optional.of(inode), kernel));
        } catch (IOException | RuntimeException e) {
            release(inode);
            throw e;
        }
    }

    /** Excludes campaigns of root that see another {@code /run}; an unprivileged process only checks for them. */
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
     * Accepts the lock of another process if that process is an ancestor that handed it over. The variable alone proves
     * nothing, as it outlives the holder.
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
     * The variable to add to the environment of a child that may work under this lock, and of its children. It is valid
     * while the process that took the lock lives and holds it.
     *
     * @throws IllegalStateException if this lock was closed
     */
    public synchronized Map<String, String> handOver() {
        if (!open) {
            throw new IllegalStateException("the host lock was already released");
        }
        return Map.of(HAND_OVER, holder.text());
    }

    /** Returns whether an ancestor of this process holds the lock and handed it over. */
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

    /** Deletes the file while the lock is still held, so that the next holder never shares a deleted file. */
    private static void release(LockInode inode) throws IOException {
        synchronized (HELD) {
            try (FileChannel channel = inode.channel()) {
                if (inode.isStillThere()) {
                    Files.deleteIfExists(inode.file());
                    removeEmpty(Objects.requireNonNull(inode.file().getParent()));
                }
                channel.truncate(0); // A process that has opened the deleted file reads no old note.
            } finally {
                HELD.remove(inode.key());
            }
        }
    }

    private static void removeEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException undo) {
            // It holds an undo file, or the lock of the next holder.
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

    /** Ignores a full disk, which must not stop a repair: {@link LockTable} names the holder without the note. */
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
