package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.BootId;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.os.text.ShellQuote;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Saves the pages of a process before they change, and restores them. */
public final class Saved {
    private Saved() {}

    /**
     * Saves the pages; nothing may be changed before.
     *
     * @throws BenchException if it cannot be written, or another command changes this process
     */
    static void save(ProcessPagesFile file, TargetProcess target, Blocks blocks) {
        try {
            file.create(pages(target, blocks));
        } catch (FileAlreadyExistsException e) {
            throw new BenchException(left(target.process().pid(), file), e);
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String left(long pid, ProcessPagesFile file) {
        return "another command changes process " + pid
                + " now, or an earlier trial could not restore its pages: hp-cli trial " + pid
                + " --restore. To keep the pages as they are: rm "
                + ShellQuote.word(file.path().toString());
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
                    .filter(pages ->
                            pages.owner().pid() != ProcessHandle.current().pid());
            if (other.filter(ProcessPages::isOwned).isPresent()) {
                long owner = other.get().owner().pid();
                throw new BenchException("process " + owner + " changes the pages of process " + pid
                        + " now. Wait for its end, or end it: kill " + owner);
            }
            // A later restore of these pages would undo what the own command is about to change.
            if (kind == ProcessPagesFile.Kind.TRIAL
                    && other.filter(ProcessPages::isPending).isPresent()) {
                throw new BenchException(left(pid, file));
            }
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Restores what a change left in a process.
     *
     * @param bound which permits a restore
     * @param ends asked before each step; the restore ends when it is true
     */
    static RestoredPages restore(TargetProcess target, Blocks blocks, StallBound bound, BooleanSupplier ends)
            throws TargetProcess.EndedException {
        Change change = new PageChange(target, blocks, bound).back(ends);
        target.requireAlive();
        int other = 0;
        for (int i = 0; i < blocks.count(); i++) {
            Blocks.Found found = target.at(blocks.start(i));
            other += found.isResident() && Blocks.isHuge(found, blocks.size()) != blocks.wasHuge(i) ? 1 : 0;
        }
        return new RestoredPages(target.process().pid(), change.changed(), other, blocks.count());
    }

    /**
     * Restores what trials left that were killed or could not restore all, and deletes the files of processes that have ended.
     *
     * @param bound limit of the steps, which are noted
     * @return the processes that were restored
     * @throws BenchException if a file is refused
     */
    public static List<RestoredPages> restoreLeft(StallBound bound) {
        List<RestoredPages> restored = new ArrayList<>();
        bound.permitRestore(() -> false);
        try {
            for (ProcessPagesFile file : ProcessPagesFile.all(ProcessPagesFile.Kind.COLLAPSE)) {
                Optional<ProcessPages> pages = file.read();
                if (pages.isPresent() && !pages.get().isPending()) {
                    file.delete(pages.get());
                }
            }
            for (ProcessPagesFile file : ProcessPagesFile.all(ProcessPagesFile.Kind.TRIAL)) {
                restoreLeft(file, bound).ifPresent(restored::add);
            }
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
        return restored;
    }

    private static Optional<RestoredPages> restoreLeft(ProcessPagesFile file, StallBound bound) throws IOException {
        Optional<ProcessPages> pages = file.read();
        if (pages.isEmpty() || pages.get().isOwned()) {
            return Optional.empty();
        }
        try (Closeable lock = file.lock(pages.get()).orElse(null)) {
            if (lock == null) {
                return Optional.empty();
            }
            if (!pages.get().isPending()) {
                file.delete();
                return Optional.empty();
            }
            return restore(file, pages.get(), bound);
        }
    }

    /** Restores the pages of a file, and deletes it if that is complete; empty if the process has ended. */
    static Optional<RestoredPages> restore(ProcessPagesFile file, ProcessPages pages, StallBound bound)
            throws IOException {
        Blocks blocks = Blocks.saved(pages.blockSize(), pages.all(), pages.huge());
        try (TargetProcess target =
                TargetProcess.open(pages.process().pid(), pages.process().startTicks(), Bytes.of(pages.blockSize()))) {
            RestoredPages restored = restore(target, blocks, bound, () -> false);
            if (restored.isComplete()) {
                file.delete();
            }
            return Optional.of(restored);
        } catch (TargetProcess.EndedException e) {
            file.delete();
            return Optional.empty();
        }
    }
}
