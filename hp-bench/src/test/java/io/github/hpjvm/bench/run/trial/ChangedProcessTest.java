package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.BootId;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.bench.trial.TrialEnd;
import io.github.hpjvm.bench.trial.TrialResult;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.os.libc.CFunction;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Changes of pages of this process itself: its state file, and its pages after each end. */
@Timeout(120)
class ChangedProcessTest {
    private static final long BLOCK = 2 << 20;
    private static final int COUNT = 4;
    private static final Path PROC = Path.of("/proc");

    @TempDir
    private Path folder;

    private final StallBound bound = new StallBound(Duration.ofSeconds(10));
    private final List<String> warnings = new ArrayList<>();
    private long memory;
    private TargetProcess target;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(ThisProcess.isRoot(), "needs root");
        Optional<Kernel> kernel = KernelFiles.read(PROC).known();
        assumeTrue(kernel.flatMap(it -> it.isAtLeast(6, 1)).orElse(false), "needs Linux 6.1");
        memory = CFunction.callForLong("mmap", 0L, (COUNT + 1) * BLOCK, 3, 0x22, -1, 0L);
        CFunction.touch(memory, (COUNT + 1) * BLOCK, 4096);
        ProcessPages.Target own = ProcessPages.Target.own();
        target = TargetProcess.open(own.pid(), own.startTicks(), Bytes.of(BLOCK));
        // The tests begin on base pages.
        new CollapseRun(target, bound, warnings::add).split(blocks(0, COUNT), () -> false);
        assumeTrue(huge() == 0, "the kernel splits pages");
    }

    @AfterEach
    void close() throws Exception {
        if (target != null) {
            file(ProcessPagesFile.Kind.TRIAL).delete();
            file(ProcessPagesFile.Kind.COLLAPSE).delete();
            target.close();
            CFunction.call("munmap", memory, (COUNT + 1) * BLOCK);
        }
    }

    private ProcessPagesFile file(ProcessPagesFile.Kind kind) {
        return ProcessPagesFile.of(kind, target.process().pid());
    }

    private AddressRange region() {
        return new AddressRange(memory, memory + (COUNT + 1) * BLOCK);
    }

    private Blocks blocks(int from, int to) throws Exception {
        long first = memory + BLOCK - 1 & -BLOCK;
        return target.blocks(List.of(new AddressRange(first + from * BLOCK, first + to * BLOCK)));
    }

    private int huge() throws Exception {
        int huge = 0;
        Blocks all = blocks(0, COUNT);
        for (int i = 0; i < all.count(); i++) {
            huge += target.isHuge(all.start(i)) ? 1 : 0;
        }
        return huge;
    }

    private TrialRun trial(WorkMeter meter) throws Exception {
        return trial(blocks(0, COUNT), meter);
    }

    private TrialRun trial(Blocks blocks, WorkMeter meter) {
        return new TrialRun(
                target,
                blocks,
                List.of(region()),
                bound,
                meter,
                new TurnCounters("perf", Optional.empty(), 0),
                () -> false,
                line -> {});
    }

    /** Whatever ends a trial, the pages are those of before, and no file is left. */
    @Test
    void anErrorRestoresThePages() throws Exception {
        Error error = new OutOfMemoryError("of a test");
        int[] readings = {0};
        TrialRun run = trial(() -> {
            if (++readings[0] == 2) {
                assertTrue(Files.exists(file(ProcessPagesFile.Kind.TRIAL).path()));
                throw error;
            }
            return OptionalDouble.of(1);
        });
        assertSame(error, assertThrows(OutOfMemoryError.class, () -> run.run(Duration.ofMinutes(5), 1)));
        assertEquals(2, readings[0]);
        assertEquals(0, huge());
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.TRIAL).path()));
    }

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
        RestoredPages undone = run.undo(saved, () -> false);
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
        RestoredPages undone = run.undo(part, () -> {
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

    /** A restore makes no huge pages for which memory lacks, and still splits the others. */
    @Test
    void aCopyNeedsMemoryInEachPart() throws Exception {
        Blocks all = blocks(0, COUNT);
        Blocks firstWasHuge =
                Blocks.saved(BLOCK, all.ranges(), List.of(new AddressRange(all.start(0), all.start(0) + BLOCK)));
        new PageChange(target, blocks(1, COUNT), bound).to(PageState.THP, () -> false);
        assertEquals(COUNT - 1, huge());
        List<Long> asked = new ArrayList<>();
        Change change = new PageChange(target, firstWasHuge, bound, starts -> {
                    for (long start : starts) {
                        asked.add(start);
                    }
                    return Optional.of("memory lacks");
                })
                .back(() -> false);
        assertEquals(0, huge());
        assertEquals(COUNT - 1, change.changed());
        assertEquals(1, change.notChanged());
        assertEquals("memory lacks", change.reason(PageState.THP));
        assertEquals(Set.of(all.start(0)), Set.copyOf(asked), "only a copy needs memory");
        assertTrue(new PageChange(target, firstWasHuge, bound)
                .back(() -> false)
                .lacking()
                .isEmpty());
        assertEquals(1, huge());
    }

    /** A file that a container wrote whose processes have other numbers: it may hold the only copy of what a restore needs. */
    @Test
    void aFileOfAnotherNamespaceIsKept() throws Exception {
        long own = target.process().pid();
        for (ProcessPagesFile.Kind kind : ProcessPagesFile.Kind.values()) {
            file(kind)
                    .create(new ProcessPages(
                            BootId.ofThisHost(),
                            "pid:[1]",
                            new ProcessPages.Target(own, 0, "1 2 3"),
                            new ProcessPages.Target(1, 0, "1 2 3"),
                            BLOCK,
                            blocks(0, COUNT).ranges(),
                            List.of()));
        }
        assertThrows(BenchException.class, () -> restored(own, warnings));
        assertEquals(List.of(), restored(1, warnings));
        assertEquals(2, warnings.size(), warnings::toString);
        assertTrue(warnings.get(0).contains("from another PID namespace"), warnings::toString);
        Saved.deleteEnded(1, warnings::add);
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        for (BenchException refused : List.of(
                assertThrows(BenchException.class, () -> Saved.restoreLeft(own, bound, this::begins)),
                assertThrows(BenchException.class, () -> run.collapse(blocks(0, COUNT), () -> false)),
                assertThrows(
                        BenchException.class, () -> trial(OptionalDouble::empty).run(Duration.ofSeconds(30), 1)))) {
            assertTrue(refused.getMessage().contains("from another PID namespace"), refused.getMessage());
        }
        for (ProcessPagesFile.Kind kind : ProcessPagesFile.Kind.values()) {
            assertTrue(Files.exists(file(kind).path()), kind.name());
        }
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

    /** The counter ends in the first round; the trial of six rounds then has no answer. Its turns have no perf beside them. */
    @Test
    void aTrialWithoutAnAnswerEnds() throws Exception {
        Path perf = Files.writeString(folder.resolve("perf"), "#!/bin/sh\ntouch '" + folder + "/started'\n");
        Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwx------"));
        TurnCounters counters = new TurnCounters(
                perf.toString(),
                Optional.of(TurnCountersTest.skylake()),
                target.process().pid());
        int[] readings = {0};
        List<String> lines = new ArrayList<>();
        TrialRun run = new TrialRun(
                target,
                blocks(0, COUNT),
                List.of(region()),
                bound,
                () -> {
                    if (++readings[0] > 2) {
                        throw new WorkMeter.UnreadableWorkException("the endpoint has ended");
                    }
                    return OptionalDouble.of(readings[0]);
                },
                counters,
                () -> false,
                lines::add);
        TrialResult result = run.run(Duration.ofSeconds(20), 1);
        assertEquals(TrialEnd.NO_WORK, result.end(), result.reason());
        assertEquals(1, result.turns().size(), lines::toString);
        assertEquals(
                "no answer is possible any more: 1 of 6 rounds do not count, and an interval needs 6; the last"
                        + " reason: the endpoint has ended",
                result.reason());
        assertFalse(Files.exists(folder.resolve("started")));
        assertEquals(0, huge());
    }

    /** The file of another process does not hold up a command for this one. */
    @Test
    void aDamagedFileOfAnotherProcessIsAWarning() throws Exception {
        ProcessPagesFile other = ProcessPagesFile.of(ProcessPagesFile.Kind.TRIAL, 1);
        assumeTrue(!Files.exists(other.path()), "no trial of process 1");
        owned(ProcessPagesFile.Kind.TRIAL, new ProcessPages.Target(1, 0, "0 0 0"));
        Files.writeString(other.path(), "x");
        Files.setPosixFilePermissions(other.path(), PosixFilePermissions.fromString("rw-------"));
        long own = target.process().pid();
        try {
            assertEquals(List.of(own), restored(own, warnings));
            assertEquals(1, warnings.size(), warnings::toString);
            assertTrue(warnings.get(0).contains("trial-1.txt is damaged"), warnings::toString);
            assertThrows(BenchException.class, () -> restored(1, new ArrayList<>()));
            assertEquals(Optional.empty(), Saved.restoreLeft(own, bound, this::begins));
            assertThrows(BenchException.class, () -> Saved.restoreLeft(1, bound, this::begins));
        } finally {
            other.delete();
        }
    }

    private Runnable begins(long pid, Blocks blocks) {
        return () -> {};
    }

    private List<Long> restored(long pid, List<String> warnings) {
        List<Long> restored = new ArrayList<>();
        Saved.restoreLeft(pid, bound, this::begins, one -> restored.add(one.pid()), warnings::add);
        return restored;
    }

    /** A damaged file for an undo does not hold up the restore, of which the user hears before the refusal. */
    @Test
    void aDamagedFileOfACollapseIsReportedAfterTheRestore() throws Exception {
        owned(ProcessPagesFile.Kind.TRIAL, new ProcessPages.Target(1, 0, "0 0 0"));
        owned(ProcessPagesFile.Kind.COLLAPSE);
        Files.writeString(file(ProcessPagesFile.Kind.COLLAPSE).path(), "x");
        new PageChange(target, blocks(0, COUNT), bound).to(PageState.THP, () -> false);
        assertEquals(COUNT, huge());
        long own = target.process().pid();
        List<RestoredPages> restored = new ArrayList<>();
        String message = assertThrows(
                        BenchException.class,
                        () -> Saved.restoreLeft(own, bound, this::begins, restored::add, line -> {}))
                .getMessage();
        assertTrue(message.contains("collapse-" + own + ".txt is damaged"), message);
        assertEquals(1, restored.size());
        assertEquals(0, huge());
    }

    /** A process that was killed left the file, and another command holds its lock. */
    @Test
    void aRestoreBesideAnotherOneIsRefused() throws Exception {
        owned(ProcessPagesFile.Kind.TRIAL, new ProcessPages.Target(1, 0, "0 0 0"));
        ProcessPagesFile file = file(ProcessPagesFile.Kind.TRIAL);
        long own = target.process().pid();
        try (Closeable lock = file.lock(file.read().orElseThrow()).orElseThrow()) {
            assertEquals(
                    "another command restores the pages of process " + own + " now. Wait for its end, then try again",
                    assertThrows(BenchException.class, () -> Saved.restoreLeft(own, bound, this::begins))
                            .getMessage(),
                    lock::toString);
        }
        assertTrue(Saved.restoreLeft(own, bound, this::begins).orElseThrow().isComplete());
    }

    /** A restore of a process names the command that changes it. */
    @Test
    void aRestoreWaitsForTheOtherCommand() throws Exception {
        owned(ProcessPagesFile.Kind.TRIAL);
        long own = target.process().pid();
        assertEquals(
                "process 1 changes the pages of process " + own + " now. Wait for its end, or end it: kill 1",
                assertThrows(BenchException.class, () -> Saved.restoreLeft(own, bound, this::begins))
                        .getMessage());
    }

    /** An undo that does not reach all blocks keeps what it needs for the rest. */
    @Test
    void anUndoThatIsNotCompleteCanGoOn() throws Exception {
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        run.collapse(blocks(0, COUNT), () -> false);
        int[] steps = {0};
        assertFalse(run.undo(run.saved().orElseThrow(), () -> ++steps[0] > 2).isComplete());
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

    /** The pages that a trial left are those that a later restore changes, so a collapse would be lost. */
    @Test
    void whatATrialLeftIsRestoredFirst() throws Exception {
        owned(ProcessPagesFile.Kind.TRIAL, new ProcessPages.Target(1, 0, "0 0 0"));
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        String message = assertThrows(BenchException.class, () -> run.collapse(blocks(0, COUNT), () -> false))
                .getMessage();
        assertTrue(message.contains("could not restore the pages of process "), message);
        assertEquals(0, huge());
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

    /** A split frees pages full of zeros (Linux 6.12), and a copy makes them memory again. */
    @Test
    void zeroPagesNeedRoom() throws Exception {
        long zeros = CFunction.callForLong("mmap", 0L, 2 * BLOCK, 3, 0x22, -1, 0L);
        long start = zeros + BLOCK - 1 & -BLOCK;
        try {
            // Reads of memory that was never written map the shared zero page.
            CFunction.call("madvise", start, BLOCK, 15);
            CFunction.callForLong("memchr", start, 1, BLOCK);
            Blocks.Found found = target.at(start);
            assertEquals(BLOCK, found.zero());
            assertEquals(0, found.base() + found.huge());
            assertEquals(BLOCK, found.growth(BLOCK));
        } finally {
            CFunction.call("munmap", zeros, 2 * BLOCK);
        }
    }

    /** The restore says what it cannot give back: pages of zeros, such as those of -XX:+AlwaysPreTouch. */
    @Test
    void memoryThatASplitFreedIsReported() throws Exception {
        assumeTrue(
                KernelFiles.read(PROC)
                        .known()
                        .flatMap(it -> it.isAtLeast(6, 12))
                        .orElse(false),
                "a split frees pages of zeros since Linux 6.12");
        CFunction.callForLong("memset", memory, 0, 2 * BLOCK);
        Blocks blocks = blocks(0, COUNT);
        long before = blocks.resident();
        assertEquals(COUNT * BLOCK, before);
        new PageChange(target, blocks, bound).to(PageState.THP, () -> false);
        RestoredPages restored = Saved.restore(target, blocks, bound, OptionalLong.of(before), () -> false);
        assertTrue(restored.isComplete(), restored::toString);
        long freed = restored.freed().orElseThrow();
        assertTrue(freed >= BLOCK && freed <= 2 * BLOCK, restored::toString);
        assertTrue(
                restored.text()
                        .matches("restored: 4 of 4 blocks have the pages of before; [234](\\.\\d)? MiB less is resident"
                                + " than before: a split frees pages full of zeros, and the JVM may return memory"),
                restored::text);
        RestoredPages unknown = Saved.restore(target, blocks, bound, OptionalLong.empty(), () -> false);
        assertEquals("restored: 4 of 4 blocks have the pages of before", unknown.text());
    }

    /** The owner is another process that runs: process 1. */
    private void owned(ProcessPagesFile.Kind kind) throws Exception {
        owned(kind, ProcessPages.Target.of(1));
    }

    private void owned(ProcessPagesFile.Kind kind, ProcessPages.Target owner) throws Exception {
        file(kind)
                .create(new ProcessPages(
                        BootId.ofThisHost(),
                        target.process(),
                        owner,
                        BLOCK,
                        blocks(0, COUNT).ranges(),
                        List.of()));
    }

    @Test
    void twoCommandsDoNotChangeOneProcess() throws Exception {
        String expected = "process 1 changes the pages of process "
                + target.process().pid() + " now. Wait for its end, or end it: kill 1";
        CollapseRun collapse = new CollapseRun(target, bound, warnings::add);
        owned(ProcessPagesFile.Kind.TRIAL);
        for (BenchException refused : List.of(
                assertThrows(BenchException.class, () -> collapse.collapse(blocks(0, COUNT), () -> false)),
                assertThrows(BenchException.class, () -> collapse.split(blocks(0, COUNT), () -> false)),
                assertThrows(BenchException.class, () -> collapse.undo(blocks(0, COUNT), () -> false)))) {
            assertEquals(expected, refused.getMessage());
        }
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.COLLAPSE).path()));
        TrialRun second = trial(OptionalDouble::empty);
        assertEquals(
                expected,
                assertThrows(BenchException.class, () -> second.run(Duration.ofSeconds(30), 1))
                        .getMessage(),
                "the file of a running trial is not to be removed");
        assertTrue(Files.exists(file(ProcessPagesFile.Kind.TRIAL).path()));
        file(ProcessPagesFile.Kind.TRIAL).delete();
        owned(ProcessPagesFile.Kind.COLLAPSE);
        TrialRun trial = trial(OptionalDouble::empty);
        assertEquals(
                expected,
                assertThrows(BenchException.class, () -> trial.run(Duration.ofSeconds(30), 1))
                        .getMessage());
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.TRIAL).path()));
        assertEquals(
                expected,
                assertThrows(BenchException.class, () -> collapse.collapse(blocks(0, COUNT), () -> false))
                        .getMessage());
        assertEquals(0, huge());
    }

    /** The advice would be for the memory of the new program. */
    @Test
    void aProcessThatRunsAnotherProgramHasEnded() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "read line; exec sleep 60").start();
        Path name = Path.of("/proc/" + process.pid() + "/comm");
        try {
            while (!Files.readString(name).equals("sh\n")) {
                Thread.sleep(10);
            }
            ProcessPages.Target its = ProcessPages.Target.of(process.pid());
            try (TargetProcess shell = TargetProcess.open(its.pid(), its.startTicks(), Bytes.of(BLOCK))) {
                process.outputWriter().append("\n").close();
                while (!Files.readString(name).equals("sleep\n")) {
                    Thread.sleep(10);
                }
                assertThrows(
                        TargetProcess.EndedException.class,
                        () -> new PageChange(shell, blocks(0, COUNT), bound).to(PageState.THP, () -> false));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /** A process that has ended has no pages, as no kernel call reports. */
    @Test
    void aProcessThatHasEndedIsNotRestored() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        ProcessPages.Target its = ProcessPages.Target.of(process.pid());
        try (TargetProcess ended = TargetProcess.open(its.pid(), its.startTicks(), Bytes.of(BLOCK))) {
            process.destroyForcibly().waitFor();
            assertThrows(
                    TargetProcess.EndedException.class,
                    () -> Saved.restore(ended, blocks(0, COUNT), bound, OptionalLong.empty(), () -> false));
        }
        assertThrows(
                TargetProcess.EndedException.class,
                () -> TargetProcess.open(its.pid(), its.startTicks(), Bytes.of(BLOCK)));
    }

    /** Another command changes the pages between the reading of the blocks and the own file: they are not the pages of before. */
    @Test
    void pagesThatAnotherCommandChangesMeanwhileAreNotSaved() throws Exception {
        String expected = "another command changed the pages of process "
                + target.process().pid() + " meanwhile. Try again";
        TrialRun trial = trial(OptionalDouble::empty);
        Blocks before = blocks(0, COUNT);
        CollapseRun run = new CollapseRun(target, bound, warnings::add);
        new PageChange(target, blocks(0, 2), bound).to(PageState.THP, () -> false);
        for (BenchException refused : List.of(
                assertThrows(BenchException.class, () -> trial.run(Duration.ofSeconds(30), 1)),
                assertThrows(BenchException.class, () -> run.collapse(before, () -> false)),
                assertThrows(BenchException.class, () -> run.split(before, () -> false)))) {
            assertEquals(expected, refused.getMessage());
        }
        assertFalse(Saved.exists(target.process().pid()), "nothing was changed");
        run.collapse(blocks(0, COUNT), () -> false);
        Blocks saved = run.saved().orElseThrow();
        new PageChange(target, saved, bound).to(PageState.BASE, () -> false);
        Blocks split = blocks(0, COUNT);
        new PageChange(target, split, bound).to(PageState.THP, () -> false);
        assertThrows(BenchException.class, () -> run.collapse(split, () -> false));
        assertEquals(saved.hugeRanges(), run.saved().orElseThrow().hugeRanges(), "the earlier file is put back");
        assertEquals(List.of(), warnings);
    }

    /** The kernel lacks memory or a file for a moment, so that the state of the process cannot be read. */
    @Test
    void theFileOfAProcessWhoseStateIsUnknownIsKept() throws Exception {
        ProcessPages.Target ended = new ProcessPages.Target(4_194_305, 1, "1 2 3");
        ProcessPagesFile file = file(ProcessPagesFile.Kind.TRIAL);
        for (boolean unknown : new boolean[] {true, false}) {
            ProcessPages here = new ProcessPages(
                    BootId.ofThisHost(), ended, ended, BLOCK, blocks(0, COUNT).ranges(), List.of());
            // Of a process of another namespace nothing is known.
            ProcessPages pages = unknown
                    ? new ProcessPages(here.bootId(), "pid:[1]", ended, ended, BLOCK, here.all(), here.huge())
                    : here;
            file.create(pages);
            try (ProcessPagesFile.Held held = file.lock(pages).orElseThrow()) {
                Optional<RestoredPages> restored = Saved.restore(held, pages, bound, this::begins, () -> false);
                assertEquals(unknown, restored.isPresent());
                assertEquals(unknown, Files.exists(file.path()));
                assertEquals(restored, Saved.ended(pages, COUNT));
            }
            file.delete();
        }
        RestoredPages restored = RestoredPages.unknown(7, COUNT);
        assertFalse(restored.isComplete());
        assertEquals("the state of the process is unknown, so its pages may not be those of before", restored.text());
    }

    /** Its restore may take long, so the user hears before which process it is, and of each block. */
    @Test
    void aRestoreShowsItsProgress() throws Exception {
        owned(ProcessPagesFile.Kind.TRIAL, new ProcessPages.Target(1, 0, "0 0 0"));
        new PageChange(target, blocks(0, COUNT), bound).to(PageState.THP, () -> false);
        List<String> events = new ArrayList<>();
        StallBound fresh = new StallBound(Duration.ofSeconds(10));
        long own = target.process().pid();
        Saved.restoreLeft(
                own,
                fresh,
                (pid, blocks) -> {
                    events.add("begins " + pid + ", " + blocks.count() + " blocks, "
                            + fresh.seen().count() + " steps");
                    return () -> events.add(fresh.seen().count() + " steps");
                },
                one -> events.add("restored " + one.pid()),
                events::add);
        assertEquals(
                List.of(
                        "begins " + own + ", 4 blocks, 0 steps",
                        "1 steps",
                        "2 steps",
                        "3 steps",
                        "4 steps",
                        "restored " + own),
                events);
        assertEquals(0, huge());
    }

    /** A command that waits for the end of a restore is not told to remove the file. */
    @Test
    void aRestoreThatGoesOnIsNoFailedOne() throws Exception {
        owned(ProcessPagesFile.Kind.TRIAL, new ProcessPages.Target(1, 0, "0 0 0"));
        ProcessPagesFile file = file(ProcessPagesFile.Kind.TRIAL);
        String expected = "another command restores the pages of process "
                + target.process().pid() + " now. Wait for its end, then try again";
        try (Closeable lock = file.lock(file.read().orElseThrow()).orElseThrow()) {
            assertEquals(
                    expected,
                    assertThrows(BenchException.class, () -> Saved.requireAlone(target))
                            .getMessage(),
                    lock::toString);
            assertEquals(
                    expected,
                    assertThrows(
                                    BenchException.class,
                                    () -> trial(OptionalDouble::empty).run(Duration.ofSeconds(30), 1))
                            .getMessage());
        }
        assertTrue(assertThrows(BenchException.class, () -> Saved.requireAlone(target))
                .getMessage()
                .contains("could not restore the pages of process "));
    }

    /** Half of the region is touched during the first turn: it has the same pages in both states. */
    @Test
    void memoryThatIsTouchedDuringATrialDoesNotAlternate() throws Exception {
        Blocks all = blocks(0, COUNT);
        long later = all.start(2);
        CFunction.call("madvise", later, 2 * BLOCK, 4);
        Blocks half = blocks(0, COUNT);
        assertEquals(2, half.count());
        NewMemory added = new NewMemory(target, List.of(region()), half);
        assertEquals(0, added.share());
        int[] readings = {0};
        TrialRun run = trial(half, () -> {
            // The first reading is before the first turn.
            if (++readings[0] == 3) {
                CFunction.touch(later, 2 * BLOCK, 4096);
            }
            return OptionalDouble.of(readings[0]);
        });
        TrialResult result = run.run(Duration.ofSeconds(20), 1);
        assertEquals(1, added.share());
        assertEquals(TrialEnd.NOT_REALISED, result.end(), result.reason());
        assertEquals(1, result.turns().size(), result.reason());
        assertEquals(
                Optional.of(
                        "the regions have grown by 100 % of the blocks since the trial began, and the new memory does"
                                + " not alternate"),
                result.turns().get(0).notCounted());
        assertTrue(
                result.reason().endsWith(" does not alternate. Repeat the trial when the heap has its size"),
                result.reason());
        assertTrue(result.restore().orElseThrow().isComplete());
    }

    /** The regions grow during the first turn of a trial of six, and keep the memory: nothing is changed for no answer. */
    @Test
    void aTrialWhoseRegionsHaveGrownEndsBeforeItsFirstChange() throws Exception {
        long later = blocks(0, COUNT).start(2);
        CFunction.call("madvise", later, 2 * BLOCK, 4);
        int[] readings = {0};
        TrialRun run = trial(blocks(0, COUNT), () -> {
            if (++readings[0] == 2) {
                CFunction.touch(later, 2 * BLOCK, 4096);
            }
            return OptionalDouble.of(readings[0]);
        });
        TrialResult result = run.run(Duration.ofSeconds(26), 1);
        assertEquals(TrialEnd.NOT_REALISED, result.end(), result.reason());
        assertEquals(4, result.found().size(), result.reason());
        assertEquals(
                "the regions have grown by 100 % of the blocks since the trial began, and the new memory does not"
                        + " alternate, so no further round would count. Repeat the trial when the heap has its size",
                result.reason());
        assertEquals(0, result.steps().count());
    }
}
