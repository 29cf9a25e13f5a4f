package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.console.error.BenchException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Puts a running process onto huge pages, and off them again. */
public final class CollapseRun {
    private final TargetProcess target;
    private final StallBound bound;
    private final Consumer<String> warnings;
    private final ProcessPagesFile file;
    private boolean begun;

    /**
     * Creates it for a process.
     *
     * @param warnings gets what fails after the pages were changed, and what is left then
     */
    public CollapseRun(TargetProcess target, StallBound bound, Consumer<String> warnings) {
        this.target = target;
        this.bound = bound;
        this.warnings = warnings;
        this.file = ProcessPagesFile.of(
                ProcessPagesFile.Kind.COLLAPSE, target.process().pid());
    }

    /** Returns the pages before an earlier collapse of this process; empty if there was none. */
    public Optional<Blocks> saved() {
        try {
            return file.read().filter(this::isOfTarget).map(CollapseRun::blocks);
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Blocks blocks(ProcessPages pages) {
        return Blocks.saved(pages.blockSize(), pages.all(), pages.huge());
    }

    /** Collapses all blocks; the pages of those that no earlier collapse saved are saved first. */
    public Change collapse(Blocks blocks, BooleanSupplier ends) throws TargetProcess.EndedException {
        own(
                Optional.of(blocks),
                earlier ->
                        Optional.of(earlier.map(before -> before.with(blocks)).orElse(blocks)));
        begun = true;
        return new PageChange(target, blocks, bound).to(PageState.THP, ends);
    }

    /** Returns whether a collapse has saved the pages and begun to change them: one that was refused has not. */
    public boolean hasBegun() {
        return begun;
    }

    /**
     * Writes the file with this process as its owner, so that other commands refuse the process meanwhile.
     *
     * @param seen blocks whose pages were read just before; empty if those of an earlier file are meant
     * @param change from the blocks of an earlier file to those to be saved
     */
    private ProcessPages own(Optional<Blocks> seen, UnaryOperator<Optional<Blocks>> change) {
        Saved.requireAlone(target);
        try {
            Optional<ProcessPages> read = file.read();
            Optional<ProcessPages> earlier = read.filter(this::isOfTarget);
            if (read.isPresent() && earlier.isEmpty()) {
                Saved.requireOwnNamespace(file, read.get());
                file.delete(read.get());
            }
            Blocks all = change.apply(earlier.map(CollapseRun::blocks)).orElseThrow(this::changed);
            ProcessPages own = Saved.pages(target, all);
            if (earlier.isEmpty()) {
                Saved.save(file, target, all);
            } else if (!file.replace(earlier.get(), own)) {
                throw changed();
            }
            try {
                Saved.requireAlone(target);
                seen.ifPresent(blocks -> Saved.requireSame(target, blocks));
            } catch (BenchException e) {
                putBack(earlier, own);
                throw e;
            }
            return own;
        } catch (IOException e) {
            throw Saved.unchanged(e);
        }
    }

    private void putBack(Optional<ProcessPages> earlier, ProcessPages own) throws IOException {
        if (earlier.isPresent()) {
            file.replace(own, earlier.get());
        } else {
            file.delete(own);
        }
    }

    private boolean isOfTarget(ProcessPages pages) {
        return !pages.isForeign() && pages.isPending() && pages.process().equals(target.process());
    }

    private BenchException changed() {
        return new BenchException("another command changes the pages of process "
                + target.process().pid() + " now. Wait for its end, then try again");
    }

    /**
     * What an undo did.
     *
     * @param now the pages of the blocks after it, and before the file is deleted
     * @param blocks number of the blocks that it was to split
     */
    public record Undone(Change change, PagesSeen now, int blocks) {

        /** Returns whether the blocks are on base pages again, within 1 %. */
        public boolean isComplete() {
            return RestoredPages.isComplete(now.without(PageState.BASE), blocks);
        }
    }

    /**
     * Splits huge pages that an earlier collapse made. It makes none: a block that was huge before the collapse stays as it is. The
     * file keeps the other blocks, and stays as it is if the undo is not complete.
     *
     * @param part of the blocks of {@link #saved}
     * @param ends asked before each step; the undo ends when it is true
     */
    public Undone undo(Blocks part, BooleanSupplier ends) throws TargetProcess.EndedException {
        ProcessPages own = own(Optional.empty(), earlier -> earlier);
        Blocks made = part.onBase();
        Change change = new PageChange(target, made, bound).split(ends);
        target.requireAlive();
        Undone undone = new Undone(change, target.look(made), made.count());
        if (undone.isComplete()) {
            Blocks rest = blocks(own).without(part);
            if (rest.count() == 0) {
                delete(own);
            } else {
                keep(own, rest);
            }
        }
        return undone;
    }

    private void keep(ProcessPages own, Blocks rest) {
        try {
            if (!file.replace(own, Saved.pages(target, rest))) {
                warnings.accept(stillListed("another command has changed it"));
            }
        } catch (IOException e) {
            warnings.accept(stillListed(String.valueOf(e.getMessage())));
        }
    }

    private String stillListed(String why) {
        return "the file " + file.path() + " still lists the blocks that were split, because " + why
                + ". A later undo splits them again if they are huge then";
    }

    /** The number of blocks that were on base pages before an earlier collapse, and are on huge pages now. */
    public int undoable(Blocks saved) throws TargetProcess.EndedException {
        int count = 0;
        for (int i = 0; i < saved.count(); i++) {
            count += !saved.wasHuge(i) && target.isHuge(saved.start(i)) ? 1 : 0;
        }
        return count;
    }

    /** Splits all huge pages of these blocks, where no earlier collapse is known. */
    public Change split(Blocks blocks, BooleanSupplier ends) throws TargetProcess.EndedException {
        // If this process is killed, a later undo goes on with the rest.
        Blocks base = Blocks.saved(blocks.size(), blocks.ranges(), List.of());
        ProcessPages own =
                own(Optional.of(blocks), earlier -> earlier.isPresent() ? Optional.empty() : Optional.of(base));
        try {
            return new PageChange(target, blocks, bound).to(PageState.BASE, ends);
        } finally {
            delete(own);
        }
    }

    private void delete(ProcessPages own) {
        try {
            file.delete(own);
        } catch (IOException e) {
            warnings.accept(stillListed(String.valueOf(e.getMessage())));
        }
    }
}
