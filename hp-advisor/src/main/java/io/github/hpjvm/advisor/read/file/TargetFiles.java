package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.file.BytePath;
import io.github.hpjvm.os.libc.Errno;
import io.github.hpjvm.os.time.LimitedWait;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/**
 * The files that a process sees, through {@code /proc/PID/root}. They belong to another user: no link is followed on
 * the whole way, only a regular file is opened, and it is read up to a limit. So a symbolic link to a file of ours, a
 * FIFO and a sparse file of a terabyte give an absent fact, without delay.
 */
public final class TargetFiles {

    /**
     * Time limit for opening. Between the check of a file and its opening, it may be replaced by a FIFO, and opening
     * that one waits.
     */
    private static final Duration OPENING = Duration.ofMillis(500);

    private static final LinkOption[] NOFOLLOW = {LinkOption.NOFOLLOW_LINKS};

    private final Path root;

    /**
     * Creates the reader.
     *
     * @param root {@code /proc/PID/root}, itself a link which the kernel resolves
     */
    public TargetFiles(Path root) {
        this.root = root;
    }

    /** Returns the path of these names. A name with NUL, which no file has, is shown without it. */
    public Path path(List<String> names) {
        Path path = root;
        for (String name : names) {
            path = path.resolve(BytePath.of(name.replace('\0', '?')));
        }
        return path;
    }

    /**
     * Returns the names on the way from the target's root to an absolute path, with dots resolved; empty if it has
     * none.
     */
    public static List<String> names(String absolutePath) {
        List<String> names = new ArrayList<>();
        for (String name : absolutePath.split("/")) {
            if (name.equals("..")) {
                names.subList(Math.max(0, names.size() - 1), names.size()).clear();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return names;
    }

    /**
     * Returns the bytes of a file.
     *
     * @param owner the required owner; if empty, any owner is accepted
     * @param limit a longer file is MALFORMED
     */
    public Fact<byte[]> read(List<String> names, Optional<UserPrincipal> owner, Bytes limit) {
        return read(names, owner, 0, limit, false);
    }

    /** Returns at most {@code most} bytes from an offset on; fewer if the file ends. */
    public Fact<byte[]> part(List<String> names, long offset, Bytes most) {
        return read(names, Optional.empty(), offset, most, true);
    }

    private Fact<byte[]> read(
            List<String> names, Optional<UserPrincipal> owner, long offset, Bytes limit, boolean part) {
        Path path = path(names);
        if (names.isEmpty()) {
            return Fact.absent(Reason.MALFORMED, Source.of(path, "not a regular file"));
        }
        String last = names.get(names.size() - 1);
        try (OpenFolder folder = open(names.subList(0, names.size() - 1))) {
            PosixFileAttributes before = folder.attributes(last);
            if (!before.isRegularFile()) {
                return Fact.absent(Reason.MALFORMED, Source.of(path, "not a regular file"));
            }
            if (owner.isPresent() && !owner.get().equals(before.owner())) {
                String whose = "owned by " + before.owner().getName() + ", not by the process";
                return Fact.absent(Reason.MALFORMED, Source.of(path, whose));
            }
            if (!part && before.size() > limit.value()) {
                return Fact.absent(Reason.MALFORMED, Source.of(path, "longer than " + limit));
            }
            try (SeekableByteChannel channel = folder.open(last)) {
                PosixFileAttributes after = folder.attributes(last);
                boolean same = after.isRegularFile()
                        && after.owner().equals(before.owner())
                        && String.valueOf(after.fileKey()).equals(String.valueOf(before.fileKey()));
                if (!same) {
                    return Fact.absent(Reason.MALFORMED, Source.of(path, "replaced while it was read"));
                }
                byte[] bytes = bytes(channel.position(offset), (int) limit.value() + (part ? 0 : 1));
                return bytes.length > limit.value()
                        ? Fact.absent(Reason.MALFORMED, Source.of(path, "longer than " + limit))
                        : Fact.known(bytes, Source.of(path));
            }
        } catch (IOException e) {
            return absent(path, e);
        } catch (SecurityException e) {
            return Fact.absent(Reason.DENIED, Source.of(path, e.toString()), grant(path));
        }
    }

    /** Returns the names in a folder, in alphabetical order; a folder with more is MALFORMED. */
    public Fact<List<String>> list(List<String> names, int most) {
        Path path = path(names);
        try (OpenFolder folder = open(names)) {
            return Folder.names(path, folder.stream, most);
        } catch (DirectoryIteratorException e) {
            return absent(path, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            return absent(path, e);
        }
    }

    /** Returns the attributes of the file at a path, without following a link anywhere on the way. */
    public Fact<PosixFileAttributes> attributes(List<String> names) {
        Path path = path(names);
        try (OpenFolder folder = open(names.subList(0, names.size() - 1))) {
            return Fact.known(folder.attributes(names.get(names.size() - 1)), Source.of(path));
        } catch (IOException e) {
            return absent(path, e);
        }
    }

    /**
     * Returns the principal of a user id, to compare with the owner of a file. The kernel makes the effective user of a
     * process the owner of {@code /proc/PID} (task_dump_owner in {@code fs/proc/base.c}). For another id this method
     * uses the database of users: the JDK looks the number up as a name first (lookupName in {@code UnixUserPrincipals}). That
     * may fail without the database, and fails for a number above {@link Integer#MAX_VALUE}.
     */
    public Optional<UserPrincipal> user(long uid) {
        return ownerOfProcess(uid).or(() -> lookedUp(uid));
    }

    private Optional<UserPrincipal> ownerOfProcess(long uid) {
        try {
            Map<String, Object> owner = Files.readAttributes(root.resolveSibling(""), "unix:uid,owner", NOFOLLOW);
            return Objects.equals(owner.get("uid"), (int) uid)
                    ? Optional.ofNullable((UserPrincipal) owner.get("owner"))
                    : Optional.empty();
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return Optional.empty();
        }
    }

    private Optional<UserPrincipal> lookedUp(long uid) {
        try {
            return Optional.of(
                    root.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(Long.toString(uid)));
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("StreamResourceLeak") // secure() closes the stream that it refuses, OpenFolder the other one
    public OpenFolder open(List<String> names) throws IOException {
        SecureDirectoryStream<Path> stream = secure(Files.newDirectoryStream(root), root);
        for (String name : names) {
            try (SecureDirectoryStream<Path> parent = stream) {
                stream = parent.newDirectoryStream(name(name), LinkOption.NOFOLLOW_LINKS);
            }
        }
        return new OpenFolder(stream, path(names));
    }

    /**
     * Returns one name. The process may give a file any name, and its arguments may contain names that no file can
     * have.
     */
    private static Path name(String name) throws IOException {
        try {
            return BytePath.of(name);
        } catch (InvalidPathException e) {
            throw new FileSystemException(name, null, "no file has such a name: " + e.getReason());
        }
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream, Path path) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new FileSystemException(path.toString(), null, "Operation not supported");
    }

    private static byte[] bytes(SeekableByteChannel channel, int most) throws IOException {
        byte[] bytes = new byte[Math.min(most, 64 * 1024)];
        int length = 0;
        while (length < most) {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(most, 2L * bytes.length));
            }
            int count = channel.read(ByteBuffer.wrap(bytes, length, bytes.length - length));
            if (count <= 0) {
                break;
            }
            length += count;
        }
        return Arrays.copyOf(bytes, length);
    }

    private static <T> Fact<T> absent(Path path, IOException e) {
        if (e instanceof NoSuchFileException) {
            return Fact.absent(Reason.NOT_PRESENT, Source.of(path));
        }
        Optional<Errno> errno = e instanceof AccessDeniedException ? Optional.of(Errno.EACCES) : Errno.of(e);
        String message = errno.map(Errno::words).orElseGet(() -> String.valueOf(e.getMessage()));
        if (errno.filter(it -> it == Errno.EACCES || it == Errno.EPERM).isPresent()) {
            return Fact.absent(Reason.DENIED, Source.of(path, message), grant(path));
        }
        if (errno.filter(Errno.ESRCH::equals).isPresent()) {
            return Fact.absent(Reason.VANISHED, Source.of(path, message));
        }
        boolean link = e instanceof NotDirectoryException
                || errno.filter(it -> it == Errno.ELOOP || it == Errno.ENOTDIR).isPresent();
        return Fact.absent(
                Reason.MALFORMED,
                Source.of(path, link ? "a link, or a file where a folder should be" : "cannot be read: " + message));
    }

    private static String grant(Path path) {
        return OwnRights.here().toReadProcess("the user of that process") + ", to read " + path;
    }

    /** An open folder. An operation acts on this folder even if its name changes meanwhile. */
    public static final class OpenFolder implements AutoCloseable {

        private final SecureDirectoryStream<Path> stream;
        private final Path path;

        private OpenFolder(SecureDirectoryStream<Path> stream, Path path) {
            this.stream = stream;
            this.path = path;
        }

        PosixFileAttributes attributes(String name) throws IOException {
            return stream.getFileAttributeView(name(name), PosixFileAttributeView.class, NOFOLLOW)
                    .readAttributes();
        }

        /** Creates an empty file that did not exist; a link of that name is not followed. */
        public void create(String name) throws IOException {
            Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            stream.newByteChannel(name(name), options).close();
        }

        public void delete(String name) throws IOException {
            stream.deleteFile(name(name));
        }

        private SeekableByteChannel open(String name) throws IOException {
            FutureTask<SeekableByteChannel> task = new FutureTask<>(() ->
                    stream.newByteChannel(name(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
            Thread thread = new Thread(task, "hp-advisor opens " + name);
            thread.setDaemon(true);
            thread.start();
            try {
                return new LimitedWait(Patience.with(OPENING)).on(task);
            } catch (ExecutionException e) {
                if (Objects.requireNonNull(e.getCause()) instanceof IOException io) {
                    throw io;
                }
                throw new IOException(Objects.requireNonNull(e.getCause()));
            } catch (TimeoutException e) {
                throw new FileSystemException(path + "/" + name, null, "opening it takes too long");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
