package io.github.hpjvm.console.file;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.ThisProcess;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Writes a file that the user names. The text goes to a new file in the same folder, which then replaces the named one:
 * a reader never sees half of it, and a symbolic link or hard link of that name is replaced, not followed. Root writes
 * only where {@link OutputFolder} permits it.
 *
 * <p>A device, a FIFO and a descriptor such as {@code /dev/stdout} are written in place.
 */
public final class OutputFile {
    private static final int START = 4096;

    private static final int TRIES = 10;

    private OutputFile() {}

    /** Writes the content of a file, once. */
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Replaces the content of the file.
     *
     * @throws BenchException if it cannot be written, or if root must not write there; the old file is then unchanged
     */
    public static void write(Path file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Replaces the content of the file, as {@link #write(Path, String)}. */
    public static void write(Path file, byte[] bytes) {
        write(file, out -> out.write(bytes));
    }

    /**
     * Replaces a file that other users and programs read, with mode 0644. It is never written in place, so it keeps its
     * content if the disk is full.
     *
     * @throws BenchException if it cannot be replaced, or if root must not write there; the old file is then unchanged
     */
    public static void publish(Path file, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (isStream(file)) {
            write(file, bytes);
            return;
        }
        try {
            OutputFolder.requireSafe(file);
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            Path fresh = created(file);
            try {
                inPlace(fresh, out -> out.write(bytes), LinkOption.NOFOLLOW_LINKS);
                Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
                Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            throw BenchException.cannotWrite(file, e);
        }
    }

    /**
     * Fails if there is a file of that name. A device or a FIFO can be written again.
     *
     * @throws UsageException if the file exists
     */
    public static void requireAbsent(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !isStream(file)) {
            throw new UsageException(file + " exists; to replace it add --force");
        }
    }

    /**
     * Checks that a file could be written now, before the work whose result it shall contain. Tries a new file in its
     * folder, or in the nearest folder above that exists, and deletes it.
     *
     * @throws UsageException if the path is a folder
     * @throws BenchException if the file could not be written, or if root must not write there
     */
    public static void requireWritable(Path file) {
        if (isStream(file)) {
            return;
        }
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UsageException(file + " is a folder; name a file");
        }
        Path near = file.toAbsolutePath().normalize();
        while (near.getParent() != null && !Files.exists(near.getParent(), LinkOption.NOFOLLOW_LINKS)) {
            near = near.getParent();
        }
        try {
            OutputFolder.requireSafe(file);
            Files.delete(created(near));
        } catch (IOException e) {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(file)) {
                throw BenchException.cannotWrite(file, e);
            }
        }
    }

    /**
     * Fails if there is a file of that name, unless it is a regular one whose start permits to replace it.
     *
     * @param replaceable judges the first 4096 bytes of the file, or all of a shorter one
     * @throws UsageException if another file exists
     */
    public static void requireAbsentUnless(Path file, Predicate<byte[]> replaceable) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            requireAbsent(file);
            return;
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            if (replaceable.test(in.readNBytes(START))) {
                return;
            }
        } catch (IOException e) {
            // A file that cannot be read is kept.
        }
        requireAbsent(file);
    }

    /**
     * Replaces the content of the file by one that is written in parts, as {@link #write(Path, String)}. The named file has
     * the old content until all is written.
     */
    public static void write(Path file, Content content) {
        try {
            if (isDescriptor(file)) {
                toDescriptor(file, content);
                return;
            }
            OutputFolder.requireSafe(file);
            if (isStream(file)) {
                inPlace(file, content);
            } else {
                replace(file, content);
            }
        } catch (IOException e) {
            throw BenchException.cannotWrite(file, e);
        }
    }

    /**
     * Replaces the content of several files, as {@link #write(Path, String)}. All new files are complete before the first one
     * gets its name, so that a full disk or a name that is a folder leaves every file as it is. Files that can only be written in
     * place have no such protection.
     */
    public static void writeAll(Map<Path, String> texts) {
        try (Replacements all = new Replacements()) {
            texts.forEach((file, text) -> {
                if (!isStream(file)) {
                    all.prepare(file, text);
                }
            });
            texts.forEach((file, text) -> {
                if (!all.move(file)) {
                    write(file, text);
                }
            });
        }
    }

    private static void replace(Path file, Content content) throws IOException {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        boolean regular = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        Path fresh;
        try {
            fresh = created(file);
        } catch (IOException e) {
            // The folder may be read-only, and the file writable. On a full disk the old content stays.
            boolean acceptsFiles = Files.isWritable(file.toAbsolutePath().getParent());
            if (regular && !acceptsFiles && Files.isWritable(file)) {
                inPlace(file, content, LinkOption.NOFOLLOW_LINKS);
                return;
            }
            throw e;
        }
        try {
            fill(fresh, file, content);
            move(fresh, file);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Writes the new file, which gets the permissions of the one that it replaces. */
    static void fill(Path fresh, Path file, Content content) throws IOException {
        // For a signal that ends the process.
        fresh.toFile().deleteOnExit();
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
        }
        inPlace(fresh, content, LinkOption.NOFOLLOW_LINKS);
    }

    /** Moves the new file, or writes in place: a single file mounted into a container cannot be replaced. */
    static void move(Path fresh, Path file) throws IOException {
        boolean regular = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        try {
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!regular || !Files.isWritable(file)) {
                throw e;
            }
            inPlace(file, out -> Files.copy(fresh, out), LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Creates an empty file with a new name. CREATE_NEW does not follow links. */
    static Path created(Path file) throws IOException {
        for (int i = 0; ; i++) {
            String name = ".hp-" + ThisProcess.pid() + "-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
            try {
                Path fresh = file.toAbsolutePath().resolveSibling(name);
                Files.newOutputStream(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                        .close();
                return fresh;
            } catch (FileAlreadyExistsException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    private static void inPlace(Path file, Content content, LinkOption... links) throws IOException {
        OpenOption[] options = new OpenOption[links.length + 2];
        options[0] = StandardOpenOption.WRITE;
        options[1] = StandardOpenOption.TRUNCATE_EXISTING;
        System.arraycopy(links, 0, options, 2, links.length);
        try (OutputStream out = Files.newOutputStream(file, options)) {
            content.writeTo(out);
        }
    }

    /** Writes to a descriptor as it was opened: a file to which the shell appends is not truncated. */
    private static void toDescriptor(Path file, Content content) throws IOException {
        FileDescriptor descriptor = switch (file.toString()) {
            case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1" -> FileDescriptor.out;
            case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2" -> FileDescriptor.err;
            default -> null;
        };
        if (descriptor == null) {
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
                content.writeTo(out);
            }
        } else {
            // The stream belongs to the process and stays open.
            content.writeTo(new FileOutputStream(descriptor));
        }
    }

    /** Returns whether the path names a descriptor of this process, whose target its opener chose. */
    private static boolean isDescriptor(Path file) {
        String name = file.toString();
        if (name.equals("/dev/stdout") || name.equals("/dev/stderr")) {
            return true;
        }
        Path folder = file.getParent();
        boolean descriptors =
                Path.of("/dev/fd").equals(folder) || Path.of("/proc/self/fd").equals(folder);
        return descriptors && file.getFileName().toString().chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns whether the path names a device, a FIFO, a socket or a descriptor. */
    public static boolean isStream(Path file) {
        try {
            return isDescriptor(file)
                    || Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isOther();
        } catch (IOException e) {
            return false;
        }
    }
}
