package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Changes kernel files for a campaign and puts back what was there. The caller holds the {@link HostLock}. There is one
 * undo per host: who restores puts back all of it, so under a lock that was handed over only the holder restores.
 *
 * <p>For every change the undo file is written and synced with the value found and the value wanted; then the kernel
 * file is written and read back; then the undo file gets the value read back. So wherever a {@code kill -9} strikes,
 * the next {@link #restore()} knows enough:
 *
 * <ul>
 *   <li>before the undo file was renamed into place: nothing was changed, and nothing is noted;
 *   <li>after it, before the write: the file still holds the found value, so it is already back;
 *   <li>after the write, before the value read back was noted: the file holds the wanted value, so it is ours and is
 *       put back. If the kernel gave another value than the wanted one, it cannot be told from one that an
 *       administrator set, so it is not touched and reported with the command to type, see {@link UndoEntry};
 *   <li>in the middle of a restore: what was put back already is found to be so, the rest follows.
 * </ul>
 *
 * <p>All methods may be called from several threads, such as a shutdown hook; one runs at a time.
 */
public final class Provisioner {
    private final UndoFile undoFile;
    private final HostFiles files;
    private final Supplier<String> bootId;
    private boolean down;

    /**
     * A provisioner of the kernel files below a root folder.
     *
     * @param undoFolder where the undo file lives; made at the first change
     * @param root {@code /} for this host; a folder that looks like one in tests
     * @param bootId the id of the current boot; may throw {@link UncheckedIOException}
     */
    public Provisioner(Path undoFolder, Path root, Supplier<String> bootId) {
        this(new UndoFile(undoFolder), HostFiles.under(root), bootId);
    }

    Provisioner(UndoFile undoFile, HostFiles files, Supplier<String> bootId) {
        this.undoFile = Objects.requireNonNull(undoFile, "undoFile");
        this.files = Objects.requireNonNull(files, "files");
        this.bootId = Objects.requireNonNull(bootId, "bootId");
    }

    /** The provisioner of this host, with its undo in {@link UndoFile#defaultFolder()}. Changes nothing by itself. */
    public static Provisioner ofThisHost() {
        return new Provisioner(UndoFile.defaultFolder(), Path.of("/"), BootId::ofThisHost);
    }

    /**
     * Makes these changes in this order; a file that holds the wanted value is not written. Further calls add to the
     * same undo: the value that the first one found is the one to put back.
     *
     * @return what the kernel made of each
     * @throws ProvisionException in one line, if a change could not be made; those that this call had made are undone
     * @throws DamagedUndoException if there is an undo file which cannot be read; nothing was changed
     * @throws IOException if the undo folder is refused or cannot be written; nothing is left changed
     */
    public synchronized Provision apply(List<HostChange> changes) throws IOException {
        if (down) {
            throw new ProvisionException("the host is not changed any more: this run is ending", null);
        }
        Undo before = currentUndo();
        Map<Path, String> touched = new LinkedHashMap<>();
        List<AppliedChange> applied = new ArrayList<>();
        for (HostChange change : changes) {
            try {
                applied.add(applyOne(change, touched));
            } catch (IOException e) {
                throw failed(change, e, rollBack(before, touched));
            }
        }
        return new Provision(applied);
    }

    /**
     * Puts back everything that an undo file of this or an earlier run notes, latest change first. A value is put back
     * only in the boot it was changed in, and only where the file still holds what we left there; any other entry is
     * reported and moved to a {@code kept-<time>.txt}, which is never applied. An entry whose file cannot be written
     * stays in the undo file. A second call finds nothing to do.
     *
     * <p>Call it when the JVMs that used the pages have ended.
     *
     * @throws DamagedUndoException if the undo file cannot be read; nothing was changed, and it is left as it is
     * @throws IOException if the undo folder is refused or cannot be read or written
     */
    public synchronized RestoreReport restore() throws IOException {
        Optional<Undo> pending = undoFile.read();
        if (pending.isEmpty()) {
            return RestoreReport.nothing();
        }
        Undo undo = pending.get();
        boolean sameBoot = undo.bootId().equals(currentBootId());
        List<UndoEntry> latestFirst = new ArrayList<>(undo.entries());
        Collections.reverse(latestFirst);
        List<Restored> restored = new ArrayList<>();
        for (UndoEntry entry : latestFirst) {
            restored.add(sameBoot ? putBack(entry) : new Restored.OtherBoot(entry));
        }
        return settle(undo, restored);
    }

    /**
     * The end: {@link #restore()}, and every later {@link #apply} is refused. For the shutdown hook, which runs while
     * the main thread may be about to provision the next step.
     *
     * @throws IOException as {@link #restore()} does
     */
    public synchronized RestoreReport shutDown() throws IOException {
        down = true;
        return restore();
    }

    /** The undo file, to see what is pending and what was kept. */
    public UndoFile undoFile() {
        return undoFile;
    }

    private AppliedChange applyOne(HostChange change, Map<Path, String> touched) throws IOException {
        Undo undo = currentUndo();
        String found = files.value(change.file());
        Optional<UndoEntry> earlier = undo.entryOf(change.file());
        if (earlier.isPresent() && !earlier.get().isOurs(found)) {
            throw new IOException(new Restored.Foreign(earlier.get(), found).line());
        }
        if (found.equals(change.value())) {
            return new AppliedChange(change.file(), found, change.value(), found);
        }
        UndoEntry announced = noted(() -> earlier.map(entry -> entry.again(found, change.value()))
                .orElseGet(() -> UndoEntry.first(found, change)));
        undoFile.write(undo.with(announced));
        touched.putIfAbsent(change.file(), found);
        files.write(change);
        String readBack = files.value(change.file());
        undoFile.write(undo.with(noted(() -> announced.done(readBack))));
        return new AppliedChange(change.file(), found, change.value(), readBack);
    }

    private static UndoEntry noted(Supplier<UndoEntry> entry) throws IOException {
        try {
            return entry.get();
        } catch (IllegalArgumentException e) {
            throw new IOException("a value that cannot be noted for the undo: " + e.getMessage(), e);
        }
    }

    /**
     * Puts back what a failed call had changed, each file by the same steps as any change, so that it is as safe; what
     * it cannot put back stays in the undo file.
     *
     * @return the files that could not be put back, with the reason
     */
    private List<String> rollBack(Undo before, Map<Path, String> touched) {
        List<Path> latestFirst = new ArrayList<>(touched.keySet());
        Collections.reverse(latestFirst);
        List<String> left = new ArrayList<>();
        Set<Path> settled = new HashSet<>();
        for (Path file : latestFirst) {
            String value = touched.get(file);
            try {
                AppliedChange back = applyOne(new HostChange(file, value), new LinkedHashMap<>());
                if (back.took()) {
                    settled.add(file);
                } else {
                    left.add(file + " reads " + PlainText.clean(back.readBack()) + " instead of " + value);
                }
            } catch (IOException e) {
                left.add(file + ": " + WriteFailure.why(e));
            }
        }
        try {
            forget(before, settled);
        } catch (IOException e) {
            left.add(undoFile.path() + ": " + WriteFailure.why(e));
        }
        return left;
    }

    /** Leaves the undo file as it was before, plus what could not be settled. */
    private void forget(Undo before, Set<Path> settled) throws IOException {
        Undo left = before;
        for (UndoEntry entry : currentUndo().entries()) {
            if (!settled.contains(entry.file())) {
                left = left.with(entry);
            }
        }
        writeOrDelete(left);
    }

    private ProvisionException failed(HostChange change, IOException cause, List<String> left) {
        String host = left.isEmpty()
                ? "Nothing was left changed."
                : "Not all could be put back (" + String.join("; ", left) + "); it is noted in " + undoFile.path()
                        + ".";
        return new ProvisionException(
                "cannot write " + change.value() + " to " + change.file() + ": " + WriteFailure.why(cause) + ". "
                        + host,
                cause);
    }

    private Restored putBack(UndoEntry entry) {
        try {
            String current = files.value(entry.file());
            if (current.equals(entry.found())) {
                return new Restored.AlreadyBack(entry);
            }
            if (!entry.isOurs(current)) {
                return new Restored.Foreign(entry, current);
            }
            files.write(entry.inverse());
            String readBack = files.value(entry.file());
            return readBack.equals(entry.found())
                    ? new Restored.PutBack(entry)
                    : new Restored.NotTaken(entry, readBack);
        } catch (IOException e) {
            return new Restored.Failed(entry, WriteFailure.why(e));
        }
    }

    /** Moves what is kept, keeps what failed, forgets the rest - in this order, so that a crash loses nothing. */
    private RestoreReport settle(Undo undo, List<Restored> restored) throws IOException {
        Set<UndoEntry> kept = new HashSet<>();
        Set<UndoEntry> failed = new HashSet<>();
        for (Restored one : restored) {
            if (one instanceof Restored.Foreign || one instanceof Restored.OtherBoot) {
                kept.add(one.entry());
            } else if (one instanceof Restored.Failed) {
                failed.add(one.entry());
            }
        }
        Optional<Path> keptIn = kept.isEmpty() ? Optional.empty() : Optional.of(undoFile.keep(undo.only(kept)));
        writeOrDelete(undo.only(failed));
        return new RestoreReport(restored, keptIn);
    }

    private void writeOrDelete(Undo undo) throws IOException {
        if (undo.entries().isEmpty()) {
            undoFile.delete();
        } else {
            undoFile.write(undo);
        }
    }

    private Undo currentUndo() throws IOException {
        String boot = currentBootId();
        Undo undo = undoFile.read().orElseGet(() -> Undo.empty(boot));
        if (!undo.bootId().equals(boot)) {
            throw new ProvisionException(
                    undoFile.path() + " is from before the last reboot. Let it be restored first: hp-cli bench restore",
                    null);
        }
        return undo;
    }

    private String currentBootId() throws IOException {
        try {
            return bootId.get();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
