package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads a file that the user names. Another user may have put anything in its place: a FIFO, a device, a file of a
 * terabyte, or a file of the kernel whose read never ends. The type is checked before the file is opened, and size and
 * time are bounded. An absent fact says what is wrong; its grant says what to do.
 *
 * <p>A pipe that the shell has opened, as {@code /dev/stdin} or {@code <(...)}, is read up to its end.
 */
public final class NamedFile {
    /** The largest size that is read of a file. */
    public static final Bytes LARGEST = Bytes.ofMiB(64);

    private static final Duration FILE_TIME = Duration.ofSeconds(10);

    /** Time limit for a pipe. The program at the other end may work before it writes. */
    private static final Duration PIPE_TIME = Duration.ofMinutes(2);

    private static final int GZIP_0 = 0x1f;
    private static final int GZIP_1 = 0x8b;
    private static final int CHUNK = 64 * 1024;

    private NamedFile() {}

    /** Returns the bytes of a file of at most {@link #LARGEST}. */
    public static Fact<byte[]> read(Path file) {
        return read(file, LARGEST);
    }

    /** Returns the bytes of a file of at most {@code limit}. */
    public static Fact<byte[]> read(Path file, Bytes limit) {
        return read(file, limit, isInherited(file) ? PIPE_TIME : FILE_TIME);
    }

    static Fact<byte[]> read(Path file, Bytes limit, Duration time) {
        return readPacked(file, limit, time)
                .flatMap(bytes -> isCompressed(bytes)
                        ? malformed(file, "it is compressed by gzip", "unpack it by gunzip, and name the unpacked file")
                        : Fact.known(bytes, Source.of(file)));
    }

    /** Returns the bytes of a file of at most {@code limit}, which may be compressed by gzip. */
    public static Fact<byte[]> readPacked(Path file, Bytes limit) {
        return readPacked(file, limit, isInherited(file) ? PIPE_TIME : FILE_TIME);
    }

    private static Fact<byte[]> readPacked(Path file, Bytes limit, Duration time) {
        try {
            boolean inherited = isInherited(file);
            Fact<BasicFileAttributes> seen = inherited ? inherited(file) : regular(file);
            if (seen instanceof Fact.Absent<BasicFileAttributes> absent) {
                return Fact.absent(absent.reason(), absent.source(), absent.grant());
            }
            BasicFileAttributes before = seen.known().orElseThrow();
            if (before.isRegularFile() && before.size() == 0) {
                return Fact.known(new byte[0], Source.of(file));
            }
            if (before.isRegularFile() && before.size() > limit.value()) {
                return tooLong(file, limit);
            }
            Path real = inherited ? file : file.toRealPath();
            byte[] bytes = within(time, file, () -> bytes(real, before, inherited, limit));
            if (bytes.length > limit.value()) {
                return tooLong(file, limit);
            }
            return Fact.known(bytes, Source.of(file));
        } catch (IOException e) {
            return absent(file, e);
        } catch (SecurityException e) {
            return Fact.absent(Reason.DENIED, Source.of(file, "permission denied"), "");
        }
    }

    /**
     * Checks that a file which another reader opens is a regular file, and not in procfs, sysfs or another kernel file system.
     *
     * @return its attributes
     */
    public static Fact<BasicFileAttributes> regular(Path file) {
        try {
            Path real = file.toRealPath();
            BasicFileAttributes seen = Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (seen.isDirectory()) {
                return malformed(file, "it is a folder", "name a file in it");
            }
            if (!seen.isRegularFile()) {
                return malformed(
                        file,
                        "it is not a regular file, but a FIFO, a socket or a device",
                        "copy its content to a file, and give that file");
            }
            // A read of such a file may wait for ever, or take data from another reader, as with /proc/kmsg.
            if (real.startsWith("/proc") || real.startsWith("/sys")) {
                return malformed(file, "it is a file of the kernel", "copy its content to a file, and give that file");
            }
            return Fact.known(seen, Source.of(file));
        } catch (IOException e) {
            return absent(file, e);
        } catch (SecurityException e) {
            return Fact.absent(Reason.DENIED, Source.of(file, "permission denied"), "");
        }
    }

    /** Returns whether the path names a descriptor that this process has. Its opener decided which file it is. */
    static boolean isInherited(Path file) {
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

    private static Fact<BasicFileAttributes> inherited(Path file) throws IOException {
        BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
        return seen.isDirectory()
                ? malformed(file, "it is a folder", "name a file in it")
                : Fact.known(seen, Source.of(file));
    }

    /** Returns the bytes. A file that was replaced after the check has another key; its bytes are not used. */
    private static byte[] bytes(Path file, BasicFileAttributes before, boolean inherited, Bytes limit)
            throws IOException {
        LinkOption[] links = inherited ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
        try (InputStream in = Files.newInputStream(file, links)) {
            BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class, links);
            if (!String.valueOf(after.fileKey()).equals(String.valueOf(before.fileKey()))) {
                throw new FileSystemException(file.toString(), null, "it was replaced while it was read");
            }
            return in.readNBytes((int) Math.min(limit.value() + 1, Integer.MAX_VALUE - CHUNK));
        }
    }

    private interface Reading {
        byte[] bytes() throws IOException;
    }

    /** Reads on another thread: opening or reading may wait for ever, and neither can be interrupted. */
    private static byte[] within(Duration time, Path file, Reading reading) throws IOException {
        FutureTask<byte[]> task = new FutureTask<>(reading::bytes);
        Thread thread = new Thread(task, "hp-advisor reads " + file.getFileName());
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(time.toMillis(), TimeUnit.MILLISECONDS);
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

    private static final class TooSlow extends FileSystemException {
        private static final long serialVersionUID = 1L;

        TooSlow(Path file, Duration time) {
            super(file.toString(), null, "reading it takes longer than " + time.toSeconds() + " s");
        }
    }

    private static boolean isCompressed(byte[] bytes) {
        return bytes.length > 1 && (bytes[0] & 0xff) == GZIP_0 && (bytes[1] & 0xff) == GZIP_1;
    }

    private static <T> Fact<T> tooLong(Path file, Bytes limit) {
        return malformed(file, "it is larger than " + limit, "name a smaller file");
    }

    private static <T> Fact<T> malformed(Path file, String why, String whatToDo) {
        return Fact.absent(Reason.MALFORMED, Source.of(file, why), whatToDo);
    }

    private static <T> Fact<T> absent(Path file, IOException e) {
        if (e instanceof TooSlow slow) {
            return Fact.absent(
                    Reason.TIMED_OUT, Source.of(file, slow.getReason()), "copy it to a local file, and name that file");
        }
        if (e instanceof NoSuchFileException) {
            return Fact.absent(Reason.NOT_PRESENT, Source.of(file, "there is no such file"), "check the name");
        }
        Optional<Errno> errno = e instanceof AccessDeniedException ? Optional.of(Errno.EACCES) : Errno.of(e);
        if (errno.filter(it -> it == Errno.EACCES || it == Errno.EPERM).isPresent()) {
            return Fact.absent(
                    Reason.DENIED, Source.of(file, "permission denied"), "run as the user who may read it, or as root");
        }
        if (e instanceof NotDirectoryException
                || errno.filter(Errno.ENOTDIR::equals).isPresent()) {
            return Fact.absent(Reason.NOT_PRESENT, Source.of(file, "there is no such file"), "check the name");
        }
        if (e instanceof FileSystemLoopException
                || errno.filter(Errno.ELOOP::equals).isPresent()) {
            return malformed(file, "its symbolic links form a loop", "name the file itself");
        }
        String reason = e instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(e.getMessage());
        return malformed(file, reason, "name another file");
    }
}
