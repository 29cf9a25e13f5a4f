package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.ShellQuote;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The file with the pages of a process before they were changed: {@code trial-PID.txt} or {@code collapse-PID.txt} in a
 * folder that only root can write. It is not the folder of campaigns: that one means that host settings are changed.
 */
public final class ProcessPagesFile {
    private static final int LONGEST = 1 << 20;
    private static final Path FOLDER = Path.of("/run/hp-jvm-pages");
    private static final String FRESH = "new-";
    private static final int TRIES = 3;

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
        return in(FOLDER, kind, pid);
    }

    /** The file of a process in another folder, whose parent exists. */
    static ProcessPagesFile in(Path folder, Kind kind, long pid) {
        return new ProcessPagesFile(new PrivateFolder(folder), kind.stem + "-" + pid + ".txt");
    }

    /** All files of a kind on this host. */
    public static List<ProcessPagesFile> all(Kind kind) throws IOException {
        return all(FOLDER, kind);
    }

    static List<ProcessPagesFile> all(Path path, Kind kind) throws IOException {
        PrivateFolder folder = new PrivateFolder(path);
        List<ProcessPagesFile> files = new ArrayList<>();
        if (folder.exists()) {
            try {
                deleteUnfinished(folder);
                try (DirectoryStream<Path> found = Files.newDirectoryStream(folder.path(), kind.stem + "-*.txt")) {
                    found.forEach(file -> files.add(
                            new ProcessPagesFile(folder, file.getFileName().toString())));
                }
            } catch (NoSuchFileException e) {
                // Another process has deleted the empty folder.
                return files;
            }
        }
        return files;
    }

    /** Deletes what processes left that were killed while they wrote a file: they had changed nothing. */
    private static void deleteUnfinished(PrivateFolder folder) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder.path(), FRESH + "*")) {
            for (Path file : found) {
                String pid = file.getFileName().toString().substring(FRESH.length());
                if (pid.matches("\\d{1,10}")
                        && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Returns whether it is of the process with this number. */
    public boolean isOf(long pid) {
        return name.endsWith("-" + pid + ".txt");
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
     * Creates the file; nothing of the process may be changed before. The file has its whole text as soon as it exists, also
     * if this process is killed meanwhile or the file system is full.
     *
     * @throws FileAlreadyExistsException if it exists
     */
    public void create(ProcessPages pages) throws IOException {
        write(pages, fresh -> Files.createLink(path(), fresh));
    }

    /**
     * Replaces the text at once.
     *
     * @param read the pages that were read from it
     * @return false if another process restores from it, or has changed it meanwhile
     */
    public boolean replace(ProcessPages read, ProcessPages pages) throws IOException {
        try (Closeable lock = lock(read).orElse(null)) {
            if (lock != null) {
                write(pages, fresh -> Files.move(fresh, path(), StandardCopyOption.ATOMIC_MOVE));
            }
            return lock != null;
        }
    }

    /**
     * Deletes the file unless another process has replaced it since.
     *
     * @param read the pages that were read from it
     */
    public void delete(ProcessPages read) throws IOException {
        try (Held lock = lock(read).orElse(null)) {
            if (lock != null) {
                lock.delete();
            }
        }
    }

    /** The lock of a file whose text is the one that was read. */
    public final class Held implements Closeable {
        private final FileChannel channel;
        private final Object key;

        private Held(FileChannel channel, Object key) {
            this.channel = channel;
            this.key = key;
        }

        /** Deletes the file. A user may have removed it meanwhile, and another process may have written the next one: that stays. */
        public void delete() throws IOException {
            try {
                if (key().equals(key)) {
                    ProcessPagesFile.this.delete();
                }
            } catch (NoSuchFileException gone) {
                return;
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private interface Naming {
        void give(Path fresh) throws IOException;
    }

    private void write(ProcessPages pages, Naming name) throws IOException {
        byte[] text = pages.text();
        if (text.length > LONGEST) {
            throw new IOException("huge pages and base pages alternate too often in process "
                    + pages.process().pid() + ": " + path() + " would be longer than 1 MiB");
        }
        Path fresh = folder.path().resolve(FRESH + ProcessHandle.current().pid());
        try {
            for (int i = 0; ; i++) {
                try {
                    folder.prepare();
                    Files.deleteIfExists(fresh);
                    UndoFile.writeNew(fresh, text);
                    name.give(fresh);
                    UndoFile.sync(folder.path());
                    return;
                } catch (NoSuchFileException e) {
                    // Another process has deleted the empty folder.
                    if (i == TRIES) {
                        throw e;
                    }
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "cannot write " + path() + ": " + WriteFailure.why(e) + ". Free space there: df "
                            + ShellQuote.word(folder.path().toString()),
                    e);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /**
     * Locks the file, so that of two processes that restore from it only one does.
     *
     * @param pages that were read from it
     * @return empty if another process restores from it, has deleted it, or has written another one
     */
    public Optional<Held> lock(ProcessPages pages) throws IOException {
        try {
            Object key = key();
            FileChannel channel = FileChannel.open(
                    path(), StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            boolean ours = false;
            try {
                // A second descriptor of this process would release the lock when it is closed.
                byte[] text = new byte[(int) channel.size()];
                ours = channel.tryLock() != null
                        && channel.read(ByteBuffer.wrap(text)) == text.length
                        && Arrays.equals(text, pages.text())
                        && key().equals(key);
            } finally {
                if (!ours) {
                    channel.close();
                }
            }
            return ours ? Optional.of(new Held(channel, key)) : Optional.empty();
        } catch (NoSuchFileException | OverlappingFileLockException gone) {
            return Optional.empty();
        }
    }

    private Object key() throws IOException {
        return UnixAttributes.of(path(), "fileKey").value("fileKey");
    }

    /** Another process may delete the folder meanwhile. */
    private void sync() throws IOException {
        try {
            UndoFile.sync(folder.path());
        } catch (NoSuchFileException gone) {
            return;
        }
    }

    /** Deletes the file, and the folder if nothing else is in it. */
    public void delete() throws IOException {
        if (folder.exists()) {
            Files.deleteIfExists(path());
            try {
                Files.deleteIfExists(folder.path());
            } catch (DirectoryNotEmptyException others) {
                sync();
            }
        }
    }
}
