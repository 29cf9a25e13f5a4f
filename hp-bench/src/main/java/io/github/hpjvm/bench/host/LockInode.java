package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.ShellQuote;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * An open lock file of a {@link PrivateFolder}.
 *
 * <p>The file is opened, or created, without following a link. It must be a regular file of this user without a second
 * hard link, and a descriptor of this process must refer to that inode. A FIFO cannot block the open: the type is read
 * first.
 */
record LockInode(Path file, Object key, FileChannel channel) {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /**
     * The file's inode; empty if the file is absent.
     *
     * @throws IOException in one line, if the file cannot be a lock file of this user
     */
    static Optional<Object> keyOf(Path file) throws IOException {
        UnixAttributes seen;
        try {
            seen = UnixAttributes.of(file, "isRegularFile,isSymbolicLink,nlink,uid,fileKey");
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
        if (!seen.is("isRegularFile")) {
            throw refused(file, seen.is("isSymbolicLink") ? "a symbolic link" : "not a regular file");
        }
        if (seen.number("nlink") != 1) {
            throw refused(file, "a file with a second name (hard link)");
        }
        if (!seen.value("uid").equals(PrivateFolder.ownUser())) {
            throw refused(file, "a file of user id " + seen.value("uid"));
        }
        return Optional.of(seen.value("fileKey"));
    }

    /**
     * Opens the file for reading and writing; creates it (mode 0600) if it is absent.
     *
     * @throws NoSuchFileException if the file or its folder was deleted after the caller saw it
     * @throws java.nio.file.FileAlreadyExistsException if another process created the file at the same time
     * @throws IOException in one line, if the file cannot be opened or is refused
     */
    static LockInode open(Path file) throws IOException {
        Set<OpenOption> options =
                new HashSet<>(Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        if (keyOf(file).isEmpty()) {
            options.add(StandardOpenOption.CREATE_NEW);
        }
        FileChannel channel = FileChannel.open(
                file, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Object key = keyOf(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
            if (!isOpen(key)) {
                throw new IOException("the lock file " + file + " was replaced while it was opened. Try again.");
            }
            return new LockInode(file, key, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns whether the path still names this inode. */
    boolean isStillThere() throws IOException {
        return keyOf(file).equals(Optional.of(key));
    }

    /** Returns whether a descriptor of this process refers to that inode. */
    private static boolean isOpen(Object key) throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                try {
                    if (key.equals(Files.getAttribute(descriptor, "unix:fileKey"))) {
                        return true;
                    }
                } catch (NoSuchFileException closed) {
                    continue;
                }
            }
        }
        return false;
    }

    private static IOException refused(Path file, String what) {
        return new IOException("the lock file " + file + " is " + what + ", which is refused. Find its owner (ls -ld "
                + ShellQuote.word(file.toString()) + ") and remove it.");
    }
}
