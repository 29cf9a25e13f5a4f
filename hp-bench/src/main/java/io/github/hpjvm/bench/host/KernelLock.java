package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Locks files of the kernel itself. They exclude campaigns that do not see the same {@code /run}: those of another
 * mount namespace, such as a service with PrivateTmp or a container.
 *
 * <p>A lock belongs to an inode, and each instance of a kernel file system has inodes of its own. So this class locks
 * two files:
 *
 * <ul>
 *   <li>{@link #SYSFS}: sysfs has one instance per network namespace ({@code sysfs_init_fs_context}). Every user can
 *       see in {@code /proc/locks} that it is locked.
 *   <li>{@code trace_marker_raw} of tracefs: the kernel has one instance of tracefs ({@code get_tree_single}). A
 *       private mount reaches it from every namespace, see {@link Tracefs}.
 * </ul>
 *
 * <p>Only root can open these files, and they have no readers: a shared lock, which needs a descriptor for reading,
 * would block this one too. hp-bench reads and writes neither of them; opening them has no effect. The files of the
 * huge pages themselves are not suitable: any user can open them for reading, and each close of such a file by this
 * process would release the lock. This class skips a file that cannot be opened here, or that another user may open.
 */
final class KernelLock implements AutoCloseable {
    /** Mode 0200, on every kernel ({@code drivers/base/bus.c}). */
    static final Path SYSFS = Path.of("/sys/bus/cpu/drivers_probe");

    private static final int OTHERS = 0007;
    private static final int OTHERS_AND_GROUP = 0077;

    /** Channels of files that this JVM locked through another class loader: closing one would release that lock. */
    private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

    private static boolean taken;

    private final List<FileChannel> channels = new ArrayList<>();
    private boolean open = true;

    private KernelLock() {}

    /**
     * Signals that another process, or this one, has locked one of the files; its id is unknown if it belongs to another PID
     * namespace.
     */
    static final class TakenException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient OptionalLong holder;

        private TakenException(OptionalLong holder) {
            this.holder = holder;
        }

        OptionalLong holder() {
            return holder;
        }
    }

    /** The process that runs a campaign as root; for processes that may not take the lock themselves. */
    static OptionalLong holder() {
        return LockTable.holder(SYSFS);
    }

    /**
     * Locks all files that can be opened here. Never waits: the caller holds the monitor of {@link HostLock}, whose await tries again.
     *
     * @throws TakenException if another process, or this one, has locked one of them
     */
    static KernelLock take() throws TakenException, IOException {
        synchronized (KernelLock.class) {
            if (taken) {
                throw new TakenException(OptionalLong.of(ProcessHandle.current().pid()));
            }
            KernelLock lock = new KernelLock();
            try {
                lock.add(SYSFS);
                try (Tracefs tracefs = Tracefs.open()) {
                    lock.add(tracefs.file("trace_marker_raw"));
                } catch (UnavailableException none) {
                    // The file of sysfs remains.
                }
            } catch (TakenException | IOException | RuntimeException e) {
                lock.closeAll();
                throw e;
            }
            taken = true;
            return lock;
        }
    }

    private void add(Path file) throws TakenException, IOException {
        Optional<FileChannel> opened = open(file);
        if (opened.isEmpty()) {
            return;
        }
        FileChannel channel = opened.get();
        try {
            if (channel.tryLock() == null) {
                channel.close();
                throw new TakenException(LockTable.holder(file));
            }
            channels.add(channel);
        } catch (OverlappingFileLockException e) {
            NEVER_CLOSED.add(channel);
            throw new TakenException(OptionalLong.of(ProcessHandle.current().pid()));
        } catch (IOException unsupported) {
            channel.close();
        }
    }

    private static Optional<FileChannel> open(Path file) {
        try {
            UnixAttributes seen = UnixAttributes.of(file, "uid,gid,mode");
            int closedTo = seen.value("gid").equals(0) ? OTHERS : OTHERS_AND_GROUP;
            if (!seen.value("uid").equals(0) || (seen.number("mode") & closedTo) != 0) {
                return Optional.empty();
            }
            return Optional.of(FileChannel.open(file, StandardOpenOption.WRITE));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Releases the files. A second call does nothing. */
    @Override
    public void close() throws IOException {
        synchronized (KernelLock.class) {
            if (open) {
                open = false;
                taken = false;
                closeAll();
            }
        }
    }

    private void closeAll() throws IOException {
        for (FileChannel channel : channels) {
            channel.close();
        }
    }
}
