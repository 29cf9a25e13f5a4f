package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.console.error.BenchException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Puts a running process onto huge pages, and off them again. */
public final class CollapseRun {
    private final TargetProcess target;
    private final StallBound bound;
    private final ProcessPagesFile file;

    /** Creates it for a process. */
    public CollapseRun(TargetProcess target, StallBound bound) {
        this.target = target;
        this.bound = bound;
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
        requireAlone();
        try {
            Optional<ProcessPages> read = file.read();
            Optional<ProcessPages> earlier = read.filter(this::isOfTarget);
            if (read.isPresent() && earlier.isEmpty()) {
                file.delete(read.get());
            }
            ProcessPages changed = Saved.pages(
                    target, earlier.map(pages -> blocks(pages).with(blocks)).orElse(blocks));
            if (earlier.isEmpty()) {
                Saved.save(file, target, blocks);
            } else if (!file.replace(earlier.get(), changed)) {
                throw changed();
            }
            try {
                requireAlone();
            } catch (BenchException e) {
                if (earlier.isEmpty()) {
                    file.delete(changed);
                }
                throw e;
            }
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
        return new PageChange(target, blocks, bound).to(PageState.THP, ends);
    }

    private boolean isOfTarget(ProcessPages pages) {
        return pages.isPending() && pages.process().equals(target.process());
    }

    private BenchException changed() {
        return new BenchException("another command changes the pages of process "
                + target.process().pid() + " now. Wait for its end, then try again");
    }

    private void requireAlone() {
        Saved.requireAlone(target, ProcessPagesFile.Kind.COLLAPSE);
        Saved.requireAlone(target, ProcessPagesFile.Kind.TRIAL);
    }

    /** Splits the huge pages that an earlier collapse made. */
    public RestoredPages undo(Blocks saved) throws TargetProcess.EndedException {
        requireAlone();
        try {
            Optional<ProcessPages> read = file.read();
            try (Closeable lock = (read.isEmpty() ? Optional.<Closeable>empty() : file.lock(read.get())).orElse(null)) {
                if (lock == null) {
                    throw changed();
                }
                RestoredPages restored = Saved.restore(target, saved, bound);
                file.delete();
                return restored;
            }
        } catch (IOException e) {
            throw new BenchException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Splits all huge pages of these blocks, where no earlier collapse is known. */
    public Change split(Blocks blocks, BooleanSupplier ends) throws TargetProcess.EndedException {
        requireAlone();
        return new PageChange(target, blocks, bound).to(PageState.BASE, ends);
    }
}
