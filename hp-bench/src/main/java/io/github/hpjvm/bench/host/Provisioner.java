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
 * Changes kernel files for a campaign and restores their values. The caller holds the {@link HostLock}. There is one
 * undo file per host, and a restore covers all of it. Under a lock that was handed over only the holder restores.
 *
 * <p>Each change has three steps. The undo file is written and synced with the found and the wanted value. Then the
 * kernel file is written and read back. Then the undo file gets the value that was read back. So the next
 * {@link #restore()} has enough information after a {@code kill -9} at any point:
 *
 * <ul>
 *   <li>before the undo file was renamed into place: nothing was changed, and nothing is noted;
 *   <li>after it, before the write: the file still holds the found value, so nothing is to be restored;
 *   <li>after the write, before the value read back was noted: the file holds the wanted value, so hp-bench wrote it,
 *       and it is restored. A pool may hold fewer pages, as the kernel stops adding pages when the writer is killed: it
 *       is restored if its size lies between both values and no process uses the pages. Any other value is reported
 *       with the command to type;
 *   <li>during a restore: files that already hold the found value are skipped, and the rest follows.
 * </ul>
 *
 * <p>hp-bench changes only the files of {@link KernelSetting} and writes only their values, whatever the undo file
 * contains.
 *
 * <p>All methods may be called from several threads, such as a shutdown hook; one runs at a time.
 */
public final class Provisioner {
    private final UndoFile undoFile;
    private final HostFiles files;
    private final Supplier<String> bootId;
    private boolean down;

    /**
     * Creates a provisioner of the kernel files below a root folder.
     *
     * @param undoFolder folder of the undo file; created at the first change
     * @param root {@code /} for this host; a copy of its tree in tests
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

    /**
     * The provisioner of this host, with its undo file in {@link UndoFile#defaultFolder()}. Creating it changes
     * nothing.
     */
    public static Provisioner ofThisHost() {
        return new Provisioner(UndoFile.defaultFolder(), Path.of("/"), BootId::ofThisHost);
    }

    /**
     * Makes these changes in this order; a file that holds the wanted value is not written. Further calls add to the
     * same undo file: restore uses the value that the first call found.
     *
     * @return the result of each change
     * @throws ProvisionException in one line, if a change failed; the changes of this call are undone
     * @throws DamagedUndoException if there is an undo file which cannot be read; nothing was changed
     * @throws IOException if the undo folder is refused or cannot be written; nothing is left changed
     */
    public synchronized Provision apply(List<HostChange> changes) throws IOException {
        if (down) {
            throw new ProvisionException("this run is ending: it does not change the host any more", null);
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
     * Restores all values that an undo file of this or an earlier run notes, latest change first. A value is restored
     * only in the boot in which it was changed, only into a file that hp-bench changes, and only if the file still
     * holds the value that hp-bench left there. Any other entry is reported and moved to a {@code kept-<time>.txt},
     * which is never applied. An entry whose file cannot be written stays in the undo file. A second call does nothing.
     *
     * <p>Call it after the JVMs that used the pages have ended.
     *
     * @throws DamagedUndoException if the undo file cannot be read; nothing was changed, and the file is left unchanged
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
            restored.add(restoreEntry(entry, sameBoot));
        }
        return settle(undo, restored);
    }

    /**
     * Calls {@link #restore()} and refuses every later {@link #apply}. For the shutdown hook, which runs while the main
     * thread may be about to provision the next step.
     *
     * @throws IOException as {@link #restore()} does
     */
    public synchronized RestoreReport shutDown() throws IOException {
        down = true;
        return restore();
    }

    /** The undo file, for its pending and kept entries. */
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
        requireUndoable(change, found);
        UndoEntry announced = noted(() -> earlier.map(entry -> entry.again(found, change.value()))
                .orElseGet(() -> UndoEntry.first(found, change)));
        undoFile.write(undo.with(announced));
        touched.putIfAbsent(change.file(), found);
        files.write(change);
        String readBack = files.value(change.file());
        undoFile.write(undo.with(noted(() -> announced.done(readBack))));
        return new AppliedChange(change.file(), found, change.value(), readBack);
    }

    /** Refuses a change that {@link #restore()} would not undo. */
    private void requireUndoable(HostChange change, String found) throws IOException {
        KernelSetting setting = KernelSetting.of(change.file())
                .orElseThrow(
                        () -> new IllegalArgumentException("hp-bench does not change this file: " + change.file()));
        Optional<String> refusal = setting.refusal(found, files);
        if (refusal.isPresent()) {
            throw new IOException("its value could not be restored later: " + refusal.get());
        }
    }

    private static UndoEntry noted(Supplier<UndoEntry> entry) throws IOException {
        try {
            return entry.get();
        } catch (IllegalArgumentException e) {
            throw new IOException("the undo file cannot hold the value: " + e.getMessage(), e);
        }
    }

    /**
     * Restores the values that a failed call had changed; values that cannot be restored stay in the undo file. The
     * write of a found value needs no new entry, so it also works on a full disk.
     *
     * @return the files that could not be restored, with the reason
     */
    private List<String> rollBack(Undo before, Map<Path, String> touched) {
        List<Map.Entry<Path, String>> latestFirst = new ArrayList<>(touched.entrySet());
        Collections.reverse(latestFirst);
        List<String> left = new ArrayList<>();
        Set<Path> settled = new HashSet<>();
        for (Map.Entry<Path, String> found : latestFirst) {
            Path file = found.getKey();
            String value = found.getValue();
            try {
                String readBack = rollBack(new HostChange(file, value));
                if (readBack.equals(value)) {
                    settled.add(file);
                } else {
                    left.add(file + " reads " + PlainText.clean(readBack) + " instead of " + value);
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

    /** Writes the value and returns the value read back. */
    private String rollBack(HostChange change) throws IOException {
        boolean toFound =
                currentUndo().entryOf(change.file()).map(UndoEntry::found).equals(Optional.of(change.value()));
        if (!toFound) {
            return applyOne(change, new LinkedHashMap<>()).readBack();
        }
        if (!files.value(change.file()).equals(change.value())) {
            files.write(change);
        }
        return files.value(change.file());
    }

    /** Resets the undo file to its state before the call, plus the entries that could not be restored. */
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
                ? "All changes of this call were undone."
                : "Some values could not be restored (" + String.join("; ", left) + "); see " + undoFile.path() + ".";
        String what = cause instanceof UndoWriteException
                ? cause.getMessage()
                : "cannot write " + change.value() + " to " + change.file() + ": " + WriteFailure.why(cause);
        return new ProvisionException(what + ". " + host, cause);
    }

    private Restored restoreEntry(UndoEntry entry, boolean sameBoot) {
        Optional<KernelSetting> setting = KernelSetting.of(entry.file());
        if (setting.isEmpty()) {
            return new Restored.Refused(entry, "hp-bench does not change this file");
        }
        try {
            Optional<String> refusal = setting.get().refusal(entry.found(), files);
            if (refusal.isPresent()) {
                return new Restored.Refused(entry, refusal.get());
            }
            return sameBoot ? restoreEntry(entry, setting.get()) : new Restored.OtherBoot(entry);
        } catch (IOException e) {
            return new Restored.Failed(entry, WriteFailure.why(e));
        }
    }

    private Restored restoreEntry(UndoEntry entry, KernelSetting setting) throws IOException {
        String current = files.value(entry.file());
        if (current.equals(entry.found())) {
            return new Restored.AlreadyRestored(entry);
        }
        if (!isOurs(entry, current, setting)) {
            return new Restored.Foreign(entry, current);
        }
        files.write(entry.inverse());
        String readBack = files.value(entry.file());
        return readBack.equals(entry.found()) ? new Restored.Written(entry) : new Restored.Differs(entry, readBack);
    }

    private boolean isOurs(UndoEntry entry, String current, KernelSetting setting) throws IOException {
        if (entry.readBack().isPresent()) {
            return entry.isOurs(current);
        }
        return setting.isHarmless(current, entry.found())
                && (entry.isOurs(current) || setting.isUnfinished(entry, current, files));
    }

    /** Moves kept entries, keeps failed ones and deletes the rest - in this order, so that a crash loses nothing. */
    private RestoreReport settle(Undo undo, List<Restored> restored) throws IOException {
        Set<UndoEntry> kept = new HashSet<>();
        Set<UndoEntry> failed = new HashSet<>();
        for (Restored one : restored) {
            if (one instanceof Restored.Foreign
                    || one instanceof Restored.OtherBoot
                    || one instanceof Restored.Refused) {
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
                    undoFile.path() + " is older than the last reboot. Type first: hp-cli bench restore", null);
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
