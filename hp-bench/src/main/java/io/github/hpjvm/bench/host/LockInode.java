package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A lock file opened in a folder where everybody may put anything, {@code /tmp}: the channel and proof of what it is.
 *
 * <p>Opened, or created, without following a link. Before it is used, the path must be a regular file with one name - a
 * second hard link could be anybody's file - and one of our own descriptors must be that very inode, so that nobody can
 * have swapped the file between the look and the open. A FIFO cannot hang us: its type is seen before the open, and on
 * Linux an open for reading and writing does not wait (fifo(7)). An existing file is opened without {@code O_CREAT},
 * which {@code fs.protected_regular} forbids on the file of another user even to root
 * (Documentation/admin-guide/sysctl/fs.rst).
 */
record LockInode(Path file, Object key, FileChannel channel) {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int TRIES = 50;
    private static final long PAUSE_MILLIS = 10;

    /**
     * The file's inode, if there is a file.
     *
     * @throws IOException in one line, if what is there cannot be a lock file
     */
    static Optional<Object> keyOf(Path file) throws IOException {
        Map<String, Object> seen;
        try {
            seen = Files.readAttributes(
                    file, "unix:isRegularFile,isSymbolicLink,nlink,fileKey", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
        if (!(Boolean) seen.get("isRegularFile")) {
            String what = (Boolean) seen.get("isSymbolicLink") ? "a symbolic link" : "not a regular file";
            throw new IOException(
                    "the lock file " + file + " is " + what + ", which is refused. See who made it (ls -ld "
                            + PlainText.quoted(file.toString()) + ") and remove it.");
        }
        if (((Number) seen.get("nlink")).longValue() != 1) {
            throw new IOException(
                    "the lock file " + file + " has a second name (hard link), which is refused. See who made"
                            + " it (ls -l " + PlainText.quoted(file.toString()) + ") and remove it.");
        }
        return Optional.of(seen.get("fileKey"));
    }

    /**
     * Opens the file for reading and writing, and creates it for all users if it is absent.
     *
     * @throws IOException in one line, if it cannot be opened or is not what was looked at
     */
    static LockInode open(Path file) throws IOException {
        IOException last = null;
        for (int i = 0; i < TRIES; i++) {
            try {
                return keyOf(file).isPresent() ? openExisting(file) : create(file);
            } catch (FileAlreadyExistsException | NoSuchFileException changed) {
                // Made, or removed, by somebody else since we looked.
                last = changed;
            } catch (AccessDeniedException denied) {
                // Between its creation and its chmod another user's new lock file is closed to us for a moment.
                last = denied;
            }
            pause();
        }
        String why = last instanceof AccessDeniedException
                ? "permission denied"
                : "its folder is not there, or it comes and goes";
        throw new IOException(
                "cannot open the lock file " + file + ": " + why + ". See ls -l " + PlainText.quoted(file.toString())
                        + "; it must be readable and writable for all users (chmod 666), or be removed by its owner.",
                last);
    }

    /** Whether the path still names this inode. */
    boolean isStillThere() throws IOException {
        return keyOf(file).equals(Optional.of(key));
    }

    private static LockInode openExisting(Path file) throws IOException {
        return proven(
                file,
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                false);
    }

    private static LockInode create(Path file) throws IOException {
        return proven(
                file,
                FileChannel.open(
                        file,
                        Set.of(
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.CREATE_NEW,
                                LinkOption.NOFOLLOW_LINKS)),
                true);
    }

    private static LockInode proven(Path file, FileChannel channel, boolean created) throws IOException {
        try {
            Object key = keyOf(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
            Path descriptor = ownDescriptor(key)
                    .orElseThrow(() -> new IOException("the lock file " + file
                            + " was exchanged while it was being opened, which is refused. Try again."));
            if (created) {
                // Through the descriptor: the umask took bits away, and a path could name another file by now.
                Files.setPosixFilePermissions(descriptor, PosixFilePermissions.fromString("rw-rw-rw-"));
            }
            return new LockInode(file, key, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static Optional<Path> ownDescriptor(Object key) throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                try {
                    if (key.equals(Files.getAttribute(descriptor, "unix:fileKey"))) {
                        return Optional.of(descriptor);
                    }
                } catch (NoSuchFileException closed) {
                    continue;
                }
            }
        }
        return Optional.empty();
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the lock file", e);
        }
    }
}
