package io.github.hpjvm.os.file;

import io.github.hpjvm.os.file.UnreadableException.Kind;
import io.github.hpjvm.os.libc.Errno;
import io.github.hpjvm.os.text.BinarySize;
import io.github.hpjvm.os.time.LimitedWait;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * Reads a file that the user names. Another user may have put anything in its place: a FIFO, a device, a file of a
 * terabyte, or a file of the kernel whose read never ends. The type is checked before the file is opened, and size and
 * time are bounded.
 *
 * <p>A pipe that the shell has opened, as {@code /dev/stdin} or {@code <(...)}, is read up to its end.
 */
public final class BoundedFile {
    /** The largest size that is read of a file, in bytes. */
    public static final long LARGEST = 64L << 20;

    private static final Duration FILE_TIME = Duration.ofSeconds(10);

    /** Time limit for a pipe. The program at the other end may work before it writes. */
    private static final Duration PIPE_TIME = Duration.ofMinutes(2);

    private static final int GZIP_0 = 0x1f;
    private static final int GZIP_1 = 0x8b;
    private static final int CHUNK = 64 * 1024;

    private BoundedFile() {}

    /** Returns the time that reading the file may take. */
    public static Duration time(Path file) {
        return isInherited(file) ? Patience.with(PIPE_TIME) : Patience.with(FILE_TIME);
    }

    /** Returns the bytes of a file of at most {@code limit} bytes, which is not compressed. */
    public static byte[] read(Path file, long limit, Duration time) throws UnreadableException {
        byte[] bytes = readPacked(file, limit, time);
        if (isCompressed(bytes)) {
            throw unusable(file, "it is compressed by gzip", "unpack it by gunzip, and name the unpacked file");
        }
        return bytes;
    }

    /** Returns the bytes of a file of at most {@code limit} bytes, which may be compressed by gzip. */
    public static byte[] readPacked(Path file, long limit, Duration time) throws UnreadableException {
        try {
            boolean inherited = isInherited(file);
            Regular checked = inherited ? new Regular(file, inherited(file)) : check(file);
            BasicFileAttributes before = checked.attributes();
            // A file of the kernel, which only its opener may name, has the size 0 too.
            if (!inherited && before.isRegularFile() && before.size() == 0) {
                return new byte[0];
            }
            if (before.isRegularFile() && before.size() > limit) {
                throw tooLong(file, limit);
            }
            byte[] bytes = within(time, file, () -> bytes(checked.path(), before, inherited, limit));
            if (bytes.length > limit) {
                throw tooLong(file, limit);
            }
            return bytes;
        } catch (IOException e) {
            throw unreadable(file, e);
        } catch (SecurityException e) {
            throw denied(file);
        }
    }

    /**
     * Checks that a file which another reader opens is a regular file, and not in procfs, sysfs or another kernel file system.
     *
     * @return its attributes
     */
    public static BasicFileAttributes regular(Path file) throws UnreadableException {
        return check(file).attributes();
    }

    /**
     * A file that was checked.
     *
     * @param path without symbolic links
     * @param attributes which the check has seen
     */
    public record Regular(Path path, BasicFileAttributes attributes) {

        /**
         * Opens it for reading. The name that the user gave is not read again: a link there may lead to a device by now. A file that
         * has taken the place of this one is not used.
         */
        public FileChannel open() throws IOException {
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            try {
                requireSame(path, attributes, LinkOption.NOFOLLOW_LINKS);
                return channel;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
    }

    /** Checks a file as {@link #regular} does, for a reader that opens it afterwards. */
    public static Regular check(Path file) throws UnreadableException {
        try {
            Path real = real(file);
            BasicFileAttributes seen = Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (seen.isDirectory()) {
                throw unusable(file, "it is a folder", "name a file in it");
            }
            if (!seen.isRegularFile()) {
                throw unusable(
                        file,
                        "it is not a regular file, but a FIFO, a socket or a device",
                        "copy its content to a file, and give that file");
            }
            // A read of such a file may wait for ever, or take data from another reader, as with /proc/kmsg.
            if (real.startsWith("/proc") || real.startsWith("/sys")) {
                throw unusable(file, "it is a file of the kernel", "copy its content to a file, and give that file");
            }
            return new Regular(real, seen);
        } catch (IOException e) {
            throw unreadable(file, e);
        } catch (SecurityException e) {
            throw denied(file);
        }
    }

    /** Rejects a file that was replaced after the check: it has another key. */
    private static void requireSame(Path file, BasicFileAttributes before, LinkOption... links) throws IOException {
        BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class, links);
        if (!String.valueOf(after.fileKey()).equals(String.valueOf(before.fileKey()))) {
            throw new FileSystemException(file.toString(), null, "it was replaced while it was read");
        }
    }

    /**
     * Returns the path without symbolic links. The links of procfs to the root or a folder of a process lead into its mount namespace,
     * and their text names a path of this one: that is another file, or none.
     */
    private static Path real(Path file) throws IOException {
        Optional<Object> key = key(file);
        try {
            Path real = file.toRealPath();
            if (key.isEmpty() || key.equals(key(real))) {
                return real;
            }
        } catch (NoSuchFileException e) {
            if (key.isEmpty()) {
                throw e;
            }
        }
        if (!key.equals(key(file))) {
            throw new FileSystemException(file.toString(), null, "it was replaced while it was read");
        }
        throw unusable(
                file,
                "its path on this host is another file, or none: it is in the mount namespace of another process, or deleted",
                "copy it to a file of this host, and name that file");
    }

    /** Returns what identifies a file; empty if it is absent, or its file system has no such thing. */
    private static Optional<Object> key(Path file) throws IOException {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the path names a descriptor that this process has. Its opener decided which file it is. */
    public static boolean isInherited(Path file) {
        String name = file.toString();
        return name.equals("/dev/stdin") || isNumber(name, "/dev/fd/") || isNumber(name, "/proc/self/fd/");
    }

    private static boolean isNumber(String name, String folder) {
        if (!name.startsWith(folder) || name.length() == folder.length()) {
            return false;
        }
        for (int i = folder.length(); i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    private static BasicFileAttributes inherited(Path file) throws IOException {
        BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
        if (seen.isDirectory()) {
            throw unusable(file, "it is a folder", "name a file in it");
        }
        return seen;
    }

    /** Returns the bytes. */
    private static byte[] bytes(Path file, BasicFileAttributes before, boolean inherited, long limit)
            throws IOException {
        LinkOption[] links = inherited ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
        try (InputStream in = Files.newInputStream(file, links)) {
            requireSame(file, before, links);
            int most = (int) Math.min(limit + 1, Integer.MAX_VALUE - CHUNK);
            byte[] bytes = new byte[(int) Math.min(before.size(), most)];
            int read = 0;
            boolean ended = false;
            while (read < bytes.length && !ended) {
                // A channel takes a buffer of this size outside of the heap for each thread.
                int count = in.read(bytes, read, Math.min(CHUNK, bytes.length - read));
                ended = count < 0;
                read += Math.max(0, count);
            }
            return ended ? Arrays.copyOf(bytes, read) : joined(bytes, in.readNBytes(most - read));
        }
    }

    /** A file may have grown, and a pipe has no size. */
    private static byte[] joined(byte[] bytes, byte[] more) {
        if (more.length == 0) {
            return bytes;
        }
        byte[] all = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, all, bytes.length, more.length);
        return all;
    }

    private interface Reading {
        byte[] bytes() throws IOException;
    }

    /** Reads on another thread: opening or reading may wait for ever, and neither can be interrupted. */
    private static byte[] within(Duration time, Path file, Reading reading) throws IOException {
        Future<byte[]> task = Readers.THREADS.submit(reading::bytes);
        try {
            return new LimitedWait(time).on(task);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            if (e.getCause() instanceof OutOfMemoryError memory) {
                throw memory;
            }
            throw new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new TooSlow(file, time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The threads that read, which are used again. One that waits for ever is lost, and the next file gets another one. */
    private static final class Readers {
        static final ExecutorService THREADS = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "hp-advisor reads files");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static final class TooSlow extends FileSystemException {
        private static final long serialVersionUID = 1L;

        TooSlow(Path file, Duration time) {
            super(file.toString(), null, "reading it takes longer than " + time.toSeconds() + " s");
        }
    }

    private static boolean isCompressed(byte[] bytes) {
        return bytes.length > 1 && (bytes[0] & 0xff) == GZIP_0 && (bytes[1] & 0xff) == GZIP_1;
    }

    private static UnreadableException tooLong(Path file, long limit) {
        return unusable(file, "it is larger than " + BinarySize.of(limit), "name a smaller file");
    }

    private static UnreadableException unusable(Path file, String why, String whatToDo) {
        return new UnreadableException(Kind.UNUSABLE, file, why, whatToDo);
    }

    private static UnreadableException denied(Path file) {
        return new UnreadableException(Kind.DENIED, file, "permission denied", "");
    }

    private static UnreadableException unreadable(Path file, IOException e) {
        if (e instanceof UnreadableException known) {
            return known;
        }
        if (e instanceof TooSlow slow) {
            return new UnreadableException(
                    Kind.TIMED_OUT, file, slow.getReason(), "copy it to a local file, and name that file");
        }
        if (e instanceof NoSuchFileException) {
            return absent(file);
        }
        Optional<Errno> errno = e instanceof AccessDeniedException ? Optional.of(Errno.EACCES) : Errno.of(e);
        if (errno.filter(it -> it == Errno.EACCES || it == Errno.EPERM).isPresent()) {
            return new UnreadableException(
                    Kind.DENIED, file, "permission denied", "run as the user who may read it, or as root");
        }
        if (e instanceof NotDirectoryException
                || errno.filter(Errno.ENOTDIR::equals).isPresent()) {
            return absent(file);
        }
        if (e instanceof FileSystemLoopException
                || errno.filter(Errno.ELOOP::equals).isPresent()) {
            return unusable(file, "its symbolic links form a loop", "name the file itself");
        }
        String reason = e instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(e.getMessage());
        return unusable(file, reason, "name another file");
    }

    private static UnreadableException absent(Path file) {
        return new UnreadableException(Kind.NOT_PRESENT, file, "there is no such file", "check the name");
    }
}
