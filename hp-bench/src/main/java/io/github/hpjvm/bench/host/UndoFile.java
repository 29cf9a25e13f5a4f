package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.ShellQuote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The record of the values to restore: {@code undo.txt} in a private folder, and beside it a {@code kept-*.txt} for
 * every set of changes that was reported and not restored.
 *
 * <p>The text is written to a new file, which is synced and then renamed over the old one, so that a crash leaves the
 * old text or the new one. Reading never creates anything. The folder is refused if it is a link, not a folder, not
 * owned by this user, or writable for others. This class does not lock: the caller holds the {@link HostLock}.
 */
public final class UndoFile {
    private static final String NAME = "undo.txt";
    private static final String FRESH_NAME = "undo.txt.new";
    private static final int LONGEST = 1 << 20;
    private static final int OTHERS_MAY_WRITE = 0022;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final PrivateFolder folder;

    /** Uses this folder, which is created (mode 0700) at the first {@link #write}; its parent must exist. */
    public UndoFile(Path folder) {
        this.folder = new PrivateFolder(folder);
    }

    /** {@code /run/hp-jvm}: a reboot empties that file system, and it resets the kernel files too. */
    public static Path defaultFolder() {
        return Path.of("/run/hp-jvm");
    }

    /** The path of the file, which may be absent. */
    public Path path() {
        return folder.path().resolve(NAME);
    }

    /**
     * The values to restore; empty if there is no file or no folder.
     *
     * @throws DamagedUndoException if the file is damaged; it is left unchanged
     * @throws IOException if the folder is refused or the file cannot be read
     */
    public Optional<Undo> read() throws IOException {
        return folder.exists() ? read(path()) : Optional.empty();
    }

    /**
     * Reads one of the files that {@link #keptFiles()} lists, or the undo file itself; empty if it is absent.
     *
     * @throws DamagedUndoException if the file is damaged; it is left unchanged
     * @throws IOException if it cannot be read
     */
    public Optional<Undo> read(Path file) throws IOException {
        byte[] bytes;
        try {
            requireOwn(file);
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                bytes = in.readNBytes(LONGEST + 1);
            }
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
        try {
            if (bytes.length > LONGEST) {
                throw new IllegalArgumentException("it is longer than " + LONGEST + " bytes");
            }
            return Optional.of(UndoText.parse(bytes));
        } catch (IllegalArgumentException e) {
            throw damaged(file, e);
        }
    }

    /** Reads the type first, as opening a FIFO would wait for a writer. Only this user can replace the file. */
    static void requireOwn(Path file) throws IOException {
        UnixAttributes seen = UnixAttributes.of(file, "isRegularFile,isSymbolicLink,uid,mode,size");
        if (seen.is("isSymbolicLink")) {
            throw refused(file, "it is a symbolic link");
        }
        if (!seen.is("isRegularFile")) {
            throw refused(file, "it is not a regular file");
        }
        if (!seen.value("uid").equals(PrivateFolder.ownUser())) {
            throw refused(file, "it belongs to user id " + seen.value("uid"));
        }
        if ((seen.number("mode") & OTHERS_MAY_WRITE) != 0) {
            throw refused(file, "other users may write it");
        }
        if (seen.number("size") > LONGEST) {
            throw refused(file, "it is longer than " + LONGEST + " bytes");
        }
    }

    private static DamagedUndoException refused(Path file, String why) {
        return new DamagedUndoException("the undo file " + file + " is refused: " + why
                + ". Nothing was restored from it. Find its owner (ls -l " + ShellQuote.word(file.toString())
                + "), and remove it if hp-bench did not write it.");
    }

    /**
     * Replaces the file and syncs it to the disk.
     *
     * @throws UndoWriteException if the file cannot be written; the old text, if any, remains
     * @throws IOException if the folder is refused
     */
    public void write(Undo undo) throws IOException {
        try {
            folder.prepare();
        } catch (UnusableFolderException e) {
            String text = String.valueOf(e.getMessage());
            throw new UndoWriteException(text.substring(0, text.length() - 1), e);
        }
        Path fresh = folder.path().resolve(FRESH_NAME);
        try {
            Files.deleteIfExists(fresh);
            writeNew(fresh, undo);
            Files.move(fresh, path(), StandardCopyOption.ATOMIC_MOVE);
            syncFolder();
        } catch (IOException e) {
            throw new UndoWriteException("cannot write the undo file " + path() + ": " + WriteFailure.why(e), e);
        }
    }

    /**
     * Returns whether there may be values to restore on this host: the folder is deleted with its last file. For users
     * who may not read the folder.
     */
    public static boolean maybePending() {
        return Files.isDirectory(defaultFolder(), LinkOption.NOFOLLOW_LINKS);
    }

    /** Deletes the file, and the folder if it holds no kept file. */
    public void delete() throws IOException {
        if (folder.exists()) {
            Files.deleteIfExists(folder.path().resolve(FRESH_NAME));
            Files.deleteIfExists(path());
            syncFolder();
            try {
                Files.delete(folder.path());
            } catch (DirectoryNotEmptyException kept) {
                // Kept files were reported, and stay until a user deletes them.
            }
        }
    }

    /**
     * Writes a {@code kept-<time>.txt} beside the undo file. No program applies it.
     *
     * @return the new file
     */
    public Path keep(Undo undo) throws IOException {
        folder.prepare();
        String stem = "kept-" + STAMP.format(Instant.now());
        for (int i = 1; ; i++) {
            // Files of the same millisecond sort by their number.
            Path file = folder.path().resolve(String.format(Locale.ROOT, "%s-%03d.txt", stem, i));
            try {
                writeNew(file, undo);
                syncFolder();
                return file;
            } catch (FileAlreadyExistsException taken) {
                continue;
            }
        }
    }

    /** The kept files, oldest first; none if there is no folder. */
    public List<Path> keptFiles() throws IOException {
        if (!folder.exists()) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> kept = Files.newDirectoryStream(folder.path(), "kept-*.txt")) {
            kept.forEach(files::add);
        }
        files.sort(null);
        return files;
    }

    private static void writeNew(Path file, Undo undo) throws IOException {
        writeNew(file, UndoText.print(undo));
    }

    /** Writes a file that only this user can read, and syncs it. */
    static void writeNew(Path file, byte[] text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text);
        try (FileChannel out = FileChannel.open(
                file,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
    }

    private void syncFolder() throws IOException {
        sync(folder.path());
    }

    static void sync(Path folder) throws IOException {
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private static DamagedUndoException damaged(Path file, IllegalArgumentException what) {
        DamagedUndoException damaged =
                new DamagedUndoException("the undo file " + file + " is damaged: " + what.getMessage()
                        + ". Nothing was restored from it. Read it, write back the correct values by hand,"
                        + " and then delete it: rm " + ShellQuote.word(file.toString()));
        damaged.initCause(what);
        return damaged;
    }
}
