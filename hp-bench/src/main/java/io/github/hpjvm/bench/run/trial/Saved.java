package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.BootId;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.os.text.ShellQuote;
import io.github.hpjvm.os.time.Patience;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Saves the pages of a process before they change, and restores them. */
public final class Saved {
    /** One of so many blocks may have changed by itself between two readings. */
    private static final int USUAL_CHANGE = 100;

    /** The number of no process. */
    private static final long NONE = -1;

    private static final Duration FREES_MEMORY = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private Saved() {}

    /**
     * Saves the pages; nothing may be changed before.
     *
     * @return the saved pages
     * @throws BenchException if it cannot be written, or another command changes this process
     */
    static ProcessPages save(ProcessPagesFile file, TargetProcess target, Blocks blocks) {
        try {
            ProcessPages pages = pages(target, blocks);
            file.create(pages);
            return pages;
        } catch (FileAlreadyExistsException e) {
            throw refused(target.process().pid(), file);
        } catch (IOException e) {
            throw unchanged(e);
        }
    }

    /** The error of a file that is written before the first change. */
    static BenchException unchanged(IOException e) {
        return new BenchException("nothing was changed: " + e.getMessage(), e);
    }

    private static BenchException refused(long pid, ProcessPagesFile file) {
        try {
            Optional<ProcessPages> pages = file.read();
            pages.ifPresent(it -> requireOwnNamespace(file, it));
            if (pages.isEmpty()) {
                return restoring(pid);
            }
            return pages.get().isOwned() ? new BenchException(owned(pid, pages.get())) : left(pid, file, pages.get());
        } catch (IOException e) {
            return new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String owned(long pid, ProcessPages pages) {
        long owner = pages.owner().pid();
        if (pages.owner().life() == ProcessPages.Life.UNKNOWN) {
            return "process " + owner + " may change the pages of process " + pid
                    + " now, and its state is hidden from this user. Run hp-cli outside of the container, or with"
                    + " CAP_SYS_PTRACE";
        }
        return "process " + owner + " changes the pages of process " + pid + " now. Wait for its end, or end it: kill "
                + owner;
    }

    /** The file of a trial that has ended: another command restores from it now, or none could. */
    private static BenchException left(long pid, ProcessPagesFile file, ProcessPages pages) throws IOException {
        try (Closeable lock = file.lock(pages).orElse(null)) {
            return lock == null
                    ? restoring(pid)
                    : new BenchException(
                            "an earlier trial could not restore the pages of process " + pid + ": hp-cli trial " + pid
                                    + " --restore. To keep the pages as they are: rm "
                                    + ShellQuote.word(file.path().toString()));
        }
    }

    private static BenchException restoring(long pid) {
        return new BenchException(
                "another command restores the pages of process " + pid + " now. Wait for its end, then try again");
    }

    /** Refuses a file whose process numbers mean other processes here. */
    static void requireOwnNamespace(ProcessPagesFile file, ProcessPages pages) {
        if (pages.isForeign()) {
            throw new BenchException(
                    "the file " + file.path() + " is from another PID namespace, in which hp-cli may restore"
                            + " the pages that it lists. Run hp-cli there, or in the container with --pid=host. If that"
                            + " container was restarted or has ended: rm "
                            + ShellQuote.word(file.path().toString()));
        }
    }

    /** The pages of a process that this process is about to change. */
    static ProcessPages pages(TargetProcess target, Blocks blocks) throws IOException {
        return new ProcessPages(
                BootId.ofThisHost(),
                target.process(),
                ProcessPages.Target.own(),
                blocks.size(),
                blocks.ranges(),
                blocks.hugeRanges());
    }

    /** Refuses a process that another command changes now, or that a trial has left changed. */
    public static void requireAlone(TargetProcess target) {
        for (ProcessPagesFile.Kind kind : ProcessPagesFile.Kind.values()) {
            requireAlone(target, kind);
        }
    }

    /** Returns whether the pages of a process are saved. */
    public static boolean exists(long pid) {
        for (ProcessPagesFile.Kind kind : ProcessPagesFile.Kind.values()) {
            if (Files.exists(ProcessPagesFile.of(kind, pid).path(), LinkOption.NOFOLLOW_LINKS)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Refuses a process that another command changes now, or that a trial has left changed. To be called with the own file in place, so that of two commands
     * that begin at the same time one at least sees the other.
     *
     * @param kind of the other command
     * @throws BenchException with what to type
     */
    static void requireAlone(TargetProcess target, ProcessPagesFile.Kind kind) {
        long pid = target.process().pid();
        try {
            ProcessPagesFile file = ProcessPagesFile.of(kind, pid);
            Optional<ProcessPages> other = file.read()
                    .filter(pages -> !pages.isForeign()
                            && pages.owner().pid() != ProcessHandle.current().pid());
            if (other.filter(ProcessPages::isOwned).isPresent()) {
                throw new BenchException(owned(pid, other.get()));
            }
            // A later restore of these pages would undo what the own command is about to change.
            if (kind == ProcessPagesFile.Kind.TRIAL
                    && other.filter(ProcessPages::isPending).isPresent()) {
                throw left(pid, file, other.get());
            }
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Refuses blocks whose pages another command changed after they were read: what it left then are not the pages of before.
     * To be called with the own file in place, which keeps further commands away.
     *
     * @throws BenchException also if the process has ended
     */
    static void requireSame(TargetProcess target, Blocks blocks) {
        int other = 0;
        try {
            for (int i = 0; i < blocks.count(); i++) {
                Blocks.Found found = target.at(blocks.start(i));
                other += found.isResident() && Blocks.isHuge(found, blocks.size()) != blocks.wasHuge(i) ? 1 : 0;
            }
        } catch (TargetProcess.EndedException e) {
            throw new BenchException(e.getMessage(), e);
        }
        // khugepaged and the process change pages, too.
        if (other > Math.max(1, blocks.count() / USUAL_CHANGE)) {
            throw new BenchException("another command changed the pages of process "
                    + target.process().pid() + " meanwhile. Try again");
        }
    }

    /**
     * Restores the pages that killed or incomplete trials left changed, and deletes the files of processes that have ended.
     *
     * @param pid the process that the user named: a fault of its files ends the command
     * @param bound limit of the steps, which are noted
     * @param progress of each restore
     * @param restored gets each process that was restored
     * @param warnings gets the faults of the files of other processes
     * @throws BenchException if the folder, or a file of the named process, is refused; the other files have been used then
     */
    public static void restoreLeft(
            long pid,
            StallBound bound,
            RestoreProgress progress,
            Consumer<RestoredPages> restored,
            Consumer<String> warnings) {
        bound.permitRestore(() -> false);
        List<ProcessPagesFile> trials = all(ProcessPagesFile.Kind.TRIAL);
        tolerantly(trials, pid, warnings, file -> limited(file, bound, progress).ifPresent(restored));
        tolerantly(all(ProcessPagesFile.Kind.COLLAPSE), pid, warnings, Saved::deleteEnded);
    }

    /**
     * Deletes the files of processes that have ended.
     *
     * @param warnings gets the faults of the files
     */
    public static void deleteEnded(Consumer<String> warnings) {
        for (ProcessPagesFile.Kind kind : ProcessPagesFile.Kind.values()) {
            tolerantly(all(kind), NONE, warnings, Saved::deleteEnded);
        }
    }

    private static void deleteEnded(ProcessPagesFile file) throws IOException {
        Optional<ProcessPages> pages = file.read();
        pages.ifPresent(it -> requireOwnNamespace(file, it));
        // A trial whose process has ended deletes its file itself.
        if (pages.filter(it -> !it.isPending() && !it.isOwned()).isPresent()) {
            file.delete(pages.get());
        }
    }

    /**
     * Restores the pages that a trial left changed in one process; the files of others are not read.
     *
     * @param bound limit of the steps, which are noted
     * @return empty if nothing is left, or the process has ended
     * @throws BenchException if another command changes the process now, or its file is refused
     */
    public static Optional<RestoredPages> restoreLeft(long pid, StallBound bound, RestoreProgress progress) {
        bound.permitRestore(() -> false);
        ProcessPagesFile file = ProcessPagesFile.of(ProcessPagesFile.Kind.TRIAL, pid);
        try {
            file.read().filter(ProcessPages::isOwned).ifPresent(pages -> {
                requireOwnNamespace(file, pages);
                throw new BenchException(owned(pid, pages));
            });
            Optional<RestoredPages> restored = limited(file, bound, progress);
            if (restored.isEmpty() && file.read().isPresent()) {
                throw restoring(pid);
            }
            return restored;
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    private static List<ProcessPagesFile> all(ProcessPagesFile.Kind kind) {
        try {
            return ProcessPagesFile.all(kind);
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    private interface OfFile {
        void run(ProcessPagesFile file) throws IOException;
    }

    /** Works on all files before a fault of a file of the named process ends the command. */
    private static void tolerantly(List<ProcessPagesFile> files, long pid, Consumer<String> warnings, OfFile work) {
        Optional<BenchException> refused = Optional.empty();
        for (ProcessPagesFile file : files) {
            try {
                work.run(file);
            } catch (IOException | BenchException e) {
                String why = String.valueOf(e.getMessage());
                if (file.isOf(pid)) {
                    // Its type has the exit code.
                    refused = Optional.of(e instanceof BenchException typed ? typed : new BenchException(why, e));
                } else {
                    warnings.accept(why);
                }
            }
        }
        if (refused.isPresent()) {
            throw refused.get();
        }
    }

    private static Optional<RestoredPages> limited(ProcessPagesFile file, StallBound bound, RestoreProgress progress)
            throws IOException {
        return LimitedRestore.run(
                "the pages that " + file.path() + " lists", ends -> restoreLeft(file, bound, progress, ends));
    }

    private static Optional<RestoredPages> restoreLeft(
            ProcessPagesFile file, StallBound bound, RestoreProgress progress, BooleanSupplier ends)
            throws IOException {
        Optional<ProcessPages> pages = file.read();
        pages.ifPresent(it -> requireOwnNamespace(file, it));
        if (pages.isEmpty() || pages.get().isOwned()) {
            return Optional.empty();
        }
        try (ProcessPagesFile.Held lock = file.lock(pages.get()).orElse(null)) {
            if (lock == null) {
                return Optional.empty();
            }
            if (!pages.get().isPending()) {
                lock.delete();
                return Optional.empty();
            }
            return restore(lock, pages.get(), bound, progress, ends);
        }
    }

    /** Restores the pages of a file, and deletes it if that is complete; empty if the process has ended. */
    static Optional<RestoredPages> restore(
            ProcessPagesFile.Held file,
            ProcessPages pages,
            StallBound bound,
            RestoreProgress progress,
            BooleanSupplier ends)
            throws IOException {
        Blocks blocks = Blocks.saved(pages.blockSize(), pages.all(), pages.huge());
        ProcessPages.Target process = pages.process();
        Runnable done = progress.begins(process.pid(), blocks);
        try (TargetProcess target = TargetProcess.openUnread(process, Bytes.of(pages.blockSize()))) {
            RestoredPages restored = PageRestore.run(target, blocks, bound, OptionalLong.empty(), ends, done);
            if (restored.isComplete()) {
                file.delete();
            }
            return Optional.of(restored);
        } catch (TargetProcess.EndedException e) {
            Optional<RestoredPages> restored = ended(pages, blocks.count(), ends);
            if (restored.isEmpty()) {
                file.delete();
            }
            return restored;
        }
    }

    /**
     * What is known of the pages of a process that seems to have ended: nothing if its state cannot be read, as this process may
     * lack memory or a file for a moment. The saved pages are then still needed.
     *
     * @param ends asked between looks, which shows that the wait goes on; the wait ends when it is true
     * @return empty if it has certainly ended
     */
    static Optional<RestoredPages> ended(ProcessPages pages, int blocks, BooleanSupplier ends) {
        // The kernel frees the memory of a large process for seconds, and its state cannot be read meanwhile.
        long deadline = System.nanoTime() + Patience.with(FREES_MEMORY).toNanos();
        while (pages.isPending()
                && pages.process().life() == ProcessPages.Life.UNKNOWN
                && System.nanoTime() < deadline
                && !ends.getAsBoolean()) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        return pages.isPending()
                ? Optional.of(RestoredPages.unknown(pages.process().pid(), blocks))
                : Optional.empty();
    }
}
