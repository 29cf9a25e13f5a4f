package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.os.libc.CFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Collapses of this process itself, and what undoes them. */
class CollapseRunTest extends OwnPages {
    /** A second collapse does not know the first one's blocks only: an undo splits those of both. */
    @Test
    void anUndoSplitsTheBlocksOfAllCollapses() throws Exception {
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        run.collapse(blocks(0, 2), () -> false);
        assertEquals(2, huge());
        run.collapse(blocks(1, COUNT), () -> false);
        assertEquals(COUNT, huge());
        Blocks saved = run.saved().orElseThrow();
        assertEquals(COUNT, saved.count());
        assertEquals(0, saved.hugeBefore());
        assertTrue(run.undo(saved, () -> false).isComplete());
        assertEquals(0, huge());
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.COLLAPSE).path()));
    }

    /** An undo of one region leaves the others, and the file keeps them. */
    @Test
    void anUndoOfAPartKeepsTheRest() throws Exception {
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        run.collapse(blocks(0, COUNT), () -> false);
        Blocks saved = run.saved().orElseThrow();
        long first = memory + BLOCK - 1 & -BLOCK;
        Blocks part = saved.within(List.of(new AddressRange(first, first + BLOCK)));
        assertEquals(COUNT, run.undoable(saved));
        assertTrue(run.undo(part, () -> false).isComplete());
        assertEquals(COUNT - 1, huge());
        assertEquals(COUNT - 1, run.undoable(saved), "one is on base pages again");
        Blocks rest = run.saved().orElseThrow();
        assertEquals(COUNT - 1, rest.count());
        assertTrue(run.undo(rest, () -> false).isComplete());
        assertEquals(0, huge());
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.COLLAPSE).path()));
    }

    /** A block that was huge before the collapse, and that the kernel has split since, costs memory if it is made huge again. */
    @Test
    void anUndoOnlySplits() throws Exception {
        new PageChange(target, blocks(0, 1), bound).to(PageState.THP, () -> false);
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        run.collapse(blocks(0, COUNT), () -> false);
        Blocks saved = run.saved().orElseThrow();
        assertEquals(1, saved.hugeBefore());
        new PageChange(target, blocks(0, 1), bound).to(PageState.BASE, () -> false);
        assertEquals(COUNT - 1, run.undoable(saved));
        CollapseRun.Undone undone = run.undo(saved, () -> false);
        assertTrue(undone.isComplete(), undone::toString);
        assertEquals(COUNT - 1, undone.blocks());
        assertEquals(0, huge());
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.COLLAPSE).path()));
    }

    /** All blocks were huge before the first collapse. The kernel split some, and the second one made these huge again. */
    @Test
    void anUndoSplitsWhatALaterCollapseMade() throws Exception {
        new PageChange(target, blocks(0, COUNT), bound).to(PageState.THP, () -> false);
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        run.collapse(blocks(0, COUNT), () -> false);
        new PageChange(target, blocks(0, 2), bound).to(PageState.BASE, () -> false);
        run.collapse(blocks(0, COUNT), () -> false);
        assertEquals(COUNT, huge());
        Blocks saved = run.saved().orElseThrow();
        assertEquals(COUNT - 2, saved.hugeBefore());
        assertEquals(2, run.undo(saved, () -> false).blocks());
        assertEquals(COUNT - 2, huge());
    }

    /** As a collapse does, an undo ends after three steps in a row that are too long. */
    @Test
    void anUndoEndsAtTheLimitOfItsSteps() throws Exception {
        new CollapseRun(target, bound, warnings::add).collapse(blocks(0, COUNT), () -> false);
        StallBound tight = new StallBound(Duration.ofNanos(1));
        CollapseRun run = new CollapseRun(target, tight, warnings::add);
        assertFalse(run.undo(run.saved().orElseThrow(), () -> false).isComplete());
        assertTrue(tight.isReached());
        assertEquals(1, huge());
        assertTrue(Files.exists(file(ProcessPagesFile.Kind.COLLAPSE).path()), "for the rest");
    }

    /** The pages are split already: the result counts, and the file that could not be written is a warning. */
    @Test
    void anUndoWhoseFileCannotBeWrittenHasAResult() throws Exception {
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        run.collapse(blocks(0, COUNT), () -> false);
        Blocks saved = run.saved().orElseThrow();
        long first = saved.start(0);
        Blocks part = saved.within(List.of(new AddressRange(first, first + BLOCK)));
        CollapseRun.Undone undone = run.undo(part, () -> {
            try {
                file(ProcessPagesFile.Kind.COLLAPSE).delete();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return false;
        });
        assertTrue(undone.isComplete(), undone::toString);
        assertEquals(COUNT - 1, huge());
        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(warnings.get(0).contains(" still lists the blocks that were split, because "), warnings::toString);
    }

    /** The first blocks are on huge pages then, and the file that can undo that is there. */
    @Test
    void aCollapseThatFailsHasBegun() throws Exception {
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        assertFalse(run.hasBegun());
        IllegalStateException failure = new IllegalStateException("of a test");
        int[] steps = {0};
        assertSame(
                failure,
                assertThrows(
                        IllegalStateException.class,
                        () -> run.collapse(blocks(0, COUNT), () -> {
                            if (++steps[0] > 2) {
                                throw failure;
                            }
                            return false;
                        })));
        assertEquals(2, huge());
        assertTrue(run.hasBegun());
        assertTrue(run.undo(run.saved().orElseThrow(), () -> false).isComplete());
    }

    /** Blocks that a stop left are not changed either. */
    @Test
    void aStoppedCollapseCountsWhatIsLeft() throws Exception {
        int[] steps = {0};
        Change change = new CollapseRun(target, bound, warnings::add).collapse(blocks(0, COUNT), () -> ++steps[0] > 1);
        assertEquals(1, change.changed());
        assertEquals(COUNT - 1, change.left());
        assertEquals(COUNT - 1, change.notChanged());
        Change none = new PageChange(target, blocks(0, COUNT), bound).to(PageState.THP, () -> true);
        assertEquals(COUNT - 1, none.left(), "one is huge already");
    }

    /** An undo that does not reach all blocks keeps what it needs for the rest. */
    @Test
    void anUndoThatIsNotCompleteCanGoOn() throws Exception {
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        run.collapse(blocks(0, COUNT), () -> false);
        int[] steps = {0};
        CollapseRun.Undone part = run.undo(run.saved().orElseThrow(), () -> ++steps[0] > 2);
        assertFalse(part.isComplete());
        assertEquals(new PagesSeen(COUNT - 2, COUNT, 2 * BLOCK / 4096), part.now());
        assertEquals(COUNT - 2, part.change().left());
        assertEquals(COUNT - 2, huge());
        assertEquals(COUNT, run.saved().orElseThrow().count());
        assertTrue(run.undo(run.saved().orElseThrow(), () -> false).isComplete());
        assertEquals(0, huge());
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.COLLAPSE).path()));
    }

    /** A trial refuses the process meanwhile: the file names this process as its owner, not the collapse that has ended. */
    @Test
    void anUndoOwnsItsFile() throws Exception {
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        run.collapse(blocks(0, COUNT), () -> false);
        ProcessPagesFile file = file(ProcessPagesFile.Kind.COLLAPSE);
        ProcessPages ended = file.read().orElseThrow();
        file.delete();
        file.create(new ProcessPages(
                ended.bootId(),
                ended.process(),
                new ProcessPages.Target(1, 0, "0 0 0"),
                BLOCK,
                ended.all(),
                ended.huge()));
        List<Boolean> owned = new ArrayList<>();
        run.undo(run.saved().orElseThrow(), () -> !owned.add(isOwned(file)));
        assertEquals(Set.of(true), Set.copyOf(owned));
        run.split(blocks(0, COUNT), () -> !owned.add(isOwned(file)));
        assertEquals(Set.of(true), Set.copyOf(owned));
        assertFalse(Files.exists(file.path()));
    }

    private static boolean isOwned(ProcessPagesFile file) {
        try {
            return file.read().orElseThrow().owner().equals(ProcessPages.Target.own());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The kernel collapses locked pages, and does not split them. */
    @Test
    void lockedMemoryIsRefused() throws Exception {
        Blocks blocks = blocks(0, COUNT);
        CFunction.call("mlock", memory, (COUNT + 1) * BLOCK);
        String message = target.locked(List.of(new AddressRange(memory, memory + (COUNT + 1) * BLOCK)))
                .orElseThrow();
        assertTrue(message.contains("has locked 10 MiB of its memory (mlock"), message);
        assertEquals(
                COUNT,
                new CollapseRun(target, bound, warnings::add)
                        .collapse(blocks, () -> false)
                        .changed());
        file(ProcessPagesFile.Kind.COLLAPSE).delete();
        assertEquals(
                "the kernel does not split these pages (EINVAL): the process has locked them with mlock",
                new CollapseRun(target, bound, warnings::add)
                        .split(Blocks.choose(BLOCK, List.of(target.at(blocks.start(0)))), () -> false)
                        .reason(PageState.BASE));
        CFunction.call("munlock", memory, (COUNT + 1) * BLOCK);
    }
}
