package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.ShellQuote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file with the pages of a process before they were changed: {@code trial-PID.txt} or {@code collapse-PID.txt} beside the
 * undo file of campaigns, in a folder that only root can write.
 */
public final class ProcessPagesFile {
    private static final int LONGEST = 1 << 20;

    private final PrivateFolder folder;
    private final String name;

    private ProcessPagesFile(PrivateFolder folder, String name) {
        this.folder = folder;
        this.name = name;
    }

    /** What changes the pages. */
    public enum Kind {
        /** Restores them when it ends. */
        TRIAL("trial"),
        /** Leaves them; the file is for a later undo. */
        COLLAPSE("collapse");

        private final String stem;

        Kind(String stem) {
            this.stem = stem;
        }
    }

    /** The file of a process on this host. */
    public static ProcessPagesFile of(Kind kind, long pid) {
        return in(UndoFile.defaultFolder(), kind, pid);
    }

    /** The file of a process in another folder, whose parent exists. */
    static ProcessPagesFile in(Path folder, Kind kind, long pid) {
        return new ProcessPagesFile(new PrivateFolder(folder), kind.stem + "-" + pid + ".txt");
    }

    /** All files of a kind on this host. */
    public static List<ProcessPagesFile> all(Kind kind) throws IOException {
        return all(UndoFile.defaultFolder(), kind);
    }

    static List<ProcessPagesFile> all(Path path, Kind kind) throws IOException {
        PrivateFolder folder = new PrivateFolder(path);
        List<ProcessPagesFile> files = new ArrayList<>();
        if (folder.exists()) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder.path(), kind.stem + "-*.txt")) {
                found.forEach(file -> files.add(
                        new ProcessPagesFile(folder, file.getFileName().toString())));
            }
        }
        return files;
    }

    /** The path of the file, which may be absent. */
    public Path path() {
        return folder.path().resolve(name);
    }

    /**
     * Returns the saved pages; empty without a file.
     *
     * @throws IOException in one line, if the folder or the file is refused, or the file is damaged
     */
    public Optional<ProcessPages> read() throws IOException {
        if (!folder.exists()) {
            return Optional.empty();
        }
        try {
            UndoFile.requireOwn(path());
            try (InputStream in = Files.newInputStream(path(), LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(ProcessPages.parse(in.readNBytes(LONGEST)));
            }
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "the file " + path() + " is damaged: " + e.getMessage()
                            + ". Nothing was restored from it. Remove it: rm " + ShellQuote.word(path().toString()),
                    e);
        }
    }

    /**
     * Creates the file; nothing of the process may be changed before.
     *
     * @throws FileAlreadyExistsException if it exists
     */
    public void create(ProcessPages pages) throws IOException {
        byte[] text = pages.text();
        if (text.length > LONGEST) {
            throw new IOException("huge pages and base pages alternate too often in process "
                    + pages.process().pid() + ": " + path() + " would be longer than 1 MiB");
        }
        folder.prepare();
        UndoFile.writeNew(path(), text);
        UndoFile.sync(folder.path());
    }

    /** Deletes the file, and the folder if nothing else is in it. */
    public void delete() throws IOException {
        if (folder.exists()) {
            Files.deleteIfExists(path());
            try {
                Files.delete(folder.path());
            } catch (DirectoryNotEmptyException others) {
                UndoFile.sync(folder.path());
            }
        }
    }
}
