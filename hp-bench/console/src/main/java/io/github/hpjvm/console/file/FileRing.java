package io.github.hpjvm.console.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of data in the files of a folder, of which the oldest files are deleted: the files together never exceed a size,
 * a number and an age. A file is named {@code NAME-TIME.ENDING} after the time of its first piece. A piece is written by one
 * call at the end of a file, and a file that an earlier process began is never continued: a process that is killed while it
 * writes loses this piece alone. Other files of the folder are left alone.
 */
public final class FileRing implements AutoCloseable {
    /** A file takes whole blocks of the disk. */
    private static final long BLOCK = 4096;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path folder;
    private final String name;
    private final String ending;
    private final Limits limits;
    private final Deque<Kept> files = new ArrayDeque<>();
    private @Nullable FileChannel open;
    private long length;
    private Instant begun = Instant.MIN;

    /**
     * The limits of a ring.
     *
     * @param bytes size of all files on the disk
     * @param files number of files
     * @param age time after which a file is deleted, from the first piece of the next file on
     * @param fileBytes size from which a new file is begun
     * @param fileAge age from which a new file is begun; zero for one piece in each file
     */
    public record Limits(long bytes, int files, Duration age, long fileBytes, Duration fileAge) {}

    /**
     * A file on the disk.
     *
     * @param time the time in its name
     */
    private record Kept(Path file, Instant time, long bytes) {
        long onDisk() {
            return (bytes + BLOCK - 1) / BLOCK * BLOCK;
        }
    }

    /**
     * A ring in a folder that exists. Its present files count.
     *
     * @param name the start of the names of its files, such as {@code fine}
     * @param ending the end of these names, such as {@code .json.gz}
     */
    public FileRing(Path folder, String name, String ending, Limits limits) throws IOException {
        this.folder = folder;
        this.name = name;
        this.ending = ending;
        this.limits = limits;
        files.addAll(present());
    }

    /** Returns the files with data. A process that was killed may have left an empty file, which is deleted. */
    private List<Kept> present() throws IOException {
        List<Kept> found = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path file : stream) {
                Optional<Instant> time = time(file, name, ending);
                if (time.isPresent() && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    long size = Files.size(file);
                    if (size > 0) {
                        found.add(new Kept(file, time.get(), size));
                    } else {
                        Files.deleteIfExists(file);
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        found.sort(Comparator.comparing(Kept::time));
        return found;
    }

    /** Returns the time in the name of a file of a ring; empty if it belongs to another ring, or to none. */
    public static Optional<Instant> time(Path file, String name, String ending) {
        String text = file.getFileName().toString();
        String start = name + "-";
        if (!text.startsWith(start) || !text.endsWith(ending) || text.length() < start.length() + ending.length()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    TIME.parse(text.substring(start.length(), text.length() - ending.length()), Instant::from));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Returns the time in the name of the newest file. */
    public Optional<Instant> newest() {
        return files.isEmpty() ? Optional.empty() : Optional.of(files.getLast().time());
    }

    /**
     * Appends a piece. If that fails, the file is as before, and the next call begins a new one.
     *
     * @throws IOException if it cannot be written, as on a full disk, or is larger than a quarter of the ring
     */
    public void append(Instant now, byte[] piece) throws IOException {
        if (!permits(piece.length)) {
            throw new IOException("a piece of " + piece.length + " bytes is too large");
        }
        boolean old = Duration.between(begun, now).compareTo(limits.fileAge()) >= 0 || now.isBefore(begun);
        if (open != null && (old || length + piece.length > limits.fileBytes())) {
            close();
        }
        prune(now, piece.length);
        FileChannel file = open != null ? open : begin(now);
        try {
            ByteBuffer bytes = ByteBuffer.wrap(piece);
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            undo(file, e);
            throw e;
        }
        length += piece.length;
        Kept last = files.removeLast();
        files.addLast(new Kept(last.file(), last.time(), length));
    }

    /** Returns whether a piece of that length is at most a quarter of the ring. */
    public boolean permits(int length) {
        return length <= limits.bytes() / 4;
    }

    /**
     * Takes back the part of a piece that was written before an error. A file without a piece is deleted: on a full disk such
     * files would count, and the files with data would be deleted for them.
     */
    private void undo(FileChannel file, IOException error) {
        try {
            file.truncate(length);
            close();
            if (length == 0) {
                Files.deleteIfExists(files.removeLast().file());
            }
        } catch (IOException e) {
            error.addSuppressed(e);
        }
        open = null;
    }

    /** Writes what was appended through to the disk, so that it survives a loss of power. */
    public void force() throws IOException {
        if (open != null) {
            open.force(false);
        }
    }

    private FileChannel begin(Instant now) throws IOException {
        // A clock that was set back must not make the newest file the oldest.
        Instant time = files.isEmpty() || now.isAfter(files.getLast().time())
                ? now
                : files.getLast().time().plusMillis(1);
        Path file = folder.resolve(name + "-" + TIME.format(time) + ending);
        FileChannel begins;
        try {
            begins = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            throw new IOException(file.getFileName() + " exists already; move it to another folder", e);
        }
        open = begins;
        begun = now;
        length = 0;
        files.addLast(new Kept(file, time, 0));
        return begins;
    }

    /**
     * Deletes the oldest files until the piece fits, and one file whose data are too old. A clock that is wrong for a moment
     * thus does not delete all files.
     */
    private void prune(Instant now, long more) throws IOException {
        long all = files.stream().mapToLong(Kept::onDisk).sum();
        boolean old = isOld(now);
        while (!files.isEmpty()) {
            int added = open == null ? 1 : 0;
            boolean full = all + more + BLOCK > limits.bytes() || files.size() + added > limits.files();
            boolean isOpen = open != null && files.size() == 1;
            if (isOpen || !full && !old) {
                return;
            }
            old = false;
            Kept oldest = files.getFirst();
            Files.deleteIfExists(oldest.file());
            files.removeFirst();
            all -= oldest.onDisk();
        }
    }

    /** Returns whether all data of the oldest file is too old: that of the next file is. */
    private boolean isOld(Instant now) {
        if (files.isEmpty()) {
            return false;
        }
        var ages = files.iterator();
        ages.next();
        Instant end =
                ages.hasNext() ? ages.next().time() : files.getFirst().time().plus(limits.fileAge());
        return Duration.between(end, now).compareTo(limits.age()) > 0;
    }

    @Override
    public void close() throws IOException {
        FileChannel closing = open;
        open = null;
        if (closing != null) {
            closing.close();
        }
    }
}
