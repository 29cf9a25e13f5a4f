package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One benchmark campaign per host. The lock is the operating system's lock on a file that all users can open, so it
 * ends with its process, however that ends. The file stays: removing it would let two processes lock two inodes.
 *
 * <p>A holder can hand the lock to a child process: it adds {@link #handOver()} to the child's environment, and
 * {@link #acquire} in the child then succeeds while the holder holds it. {@link #close()} in the child releases
 * nothing.
 *
 * <p>On Linux this is an fcntl(2) record lock: it belongs to the process, and is lost as soon as the process closes
 * <em>any</em> descriptor of the file. This class never opens the file while this JVM holds its lock; nothing else in
 * the JVM may open it either.
 */
public final class HostLock implements AutoCloseable {
    /** Environment variable by which a holder names itself to its child, {@code <pid>:<start ticks since boot>}. */
    public static final String HAND_OVER = "HP_JVM_LOCK";

    private static final int LONGEST_NOTE = 4096;
    private static final int TRIES = 20;

    /**
     * The locks of this JVM by inode; also the monitor of all that touches lock files. It keeps them reachable: a
     * channel that is collected is closed, and the lock would be gone.
     */
    private static final Map<Object, Held> HELD = new HashMap<>();

    /** Channels of files that this JVM holds through another class loader: closing one would release that lock. */
    private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

    private final ProcessIdentity holder;
    private final Optional<LockInode> own;
    private boolean open = true;

    private HostLock(ProcessIdentity holder, Optional<LockInode> own) {
        this.holder = holder;
        this.own = own;
    }

    private record Held(LockInode inode, HolderNote note) {}

    /**
     * {@code /tmp/hp-jvm.lock}, whatever {@code java.io.tmpdir} says: all users and JVMs of a host must agree on it.
     */
    public static Path defaultFile() {
        return Path.of("/tmp/hp-jvm.lock");
    }

    /**
     * Takes the lock, or accepts it from the ancestor that handed it over. Never waits for another holder.
     *
     * @param lockFile created readable and writable for all if it is absent
     * @param purpose told to whoever comes second; shortened to 200 characters, control characters left out
     * @throws HostBusyException if another process, or another part of this one, holds it
     * @throws IOException in one line, if the file is a link, a FIFO, a folder, has a second hard link, or cannot be
     *     opened
     */
    public static HostLock acquire(Path lockFile, String purpose) throws IOException {
        return acquire(lockFile, purpose, System.getenv());
    }

    static HostLock acquire(Path lockFile, String purpose, Map<String, String> environment) throws IOException {
        Objects.requireNonNull(purpose, "purpose");
        Path file = lockFile.toAbsolutePath();
        synchronized (HELD) {
            for (int i = 0; i < TRIES; i++) {
                Optional<HostLock> lock = tryAcquire(file, purpose, environment);
                if (lock.isPresent()) {
                    return lock.get();
                }
            }
        }
        throw new IOException("the lock file " + file + " is removed as fast as it is made. See who does that.");
    }

    /** Empty if the file was removed by somebody else between our open and our lock. */
    private static Optional<HostLock> tryAcquire(Path file, String purpose, Map<String, String> environment)
            throws IOException {
        Held held = LockInode.keyOf(file).map(HELD::get).orElse(null);
        if (held != null) {
            throw new HostBusyException(file.toString(), held.note());
        }
        LockInode inode = LockInode.open(file);
        boolean keep = false;
        try {
            FileLock lock = inode.channel().tryLock();
            if (lock == null) {
                return Optional.of(accept(file, readNote(inode.channel()), environment));
            }
            if (!inode.isStillThere()) {
                return Optional.empty();
            }
            ProcessIdentity self = ProcessIdentity.own();
            HolderNote note = HolderNote.of(self, purpose);
            writeNote(inode.channel(), note.text());
            HELD.put(inode.key(), new Held(inode, note));
            keep = true;
            return Optional.of(new HostLock(self, Optional.of(inode)));
        } catch (OverlappingFileLockException e) {
            keep = true;
            NEVER_CLOSED.add(inode.channel());
            throw new HostBusyException(file.toString(), readNote(inode.channel()));
        } finally {
            if (!keep) {
                inode.channel().close();
            }
        }
    }

    /**
     * The lock is taken by somebody else: is it an ancestor who handed it to us? The variable alone proves nothing (it
     * outlives the holder), nor does the note (all may write it), nor both without the lock being taken.
     */
    private static HostLock accept(Path file, HolderNote note, Map<String, String> environment)
            throws HostBusyException {
        return Optional.ofNullable(environment.get(HAND_OVER))
                .flatMap(ProcessIdentity::parse)
                .filter(note::names)
                .filter(ProcessIdentity::isAncestorOfCurrent)
                .map(ancestor -> new HostLock(ancestor, Optional.empty()))
                .orElseThrow(() -> new HostBusyException(file.toString(), note));
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
        if (own.isPresent()) {
            release(own.get());
        }
    }

    private static void release(LockInode inode) throws IOException {
        synchronized (HELD) {
            // The note goes first: while the next holder has not yet written its own, nobody may be taken for it.
            try (FileChannel channel = inode.channel()) {
                channel.truncate(0);
            } finally {
                HELD.remove(inode.key());
            }
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

    private static void writeNote(FileChannel channel, String text) throws IOException {
        channel.truncate(0);
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
    }
}
