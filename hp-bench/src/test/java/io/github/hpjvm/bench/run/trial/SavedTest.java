package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.BootId;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.os.libc.CFunction;
import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * The files of changed processes: what a restore needs, and what keeps other commands away. Tests run in two JVMs, and a restore
 * of what earlier trials left is for all files. So the files of trials that have ended are in this class only.
 */
class SavedTest extends OwnPages {
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
        Saved.deleteEnded(warnings::add);
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
        // After a restore of this process alone it is no error.
        Saved.deleteEnded(warnings::add);
        assertTrue(warnings.contains(message), warnings::toString);
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
        RestoredPages restored = PageRestore.run(target, blocks, bound, OptionalLong.of(before), () -> false);
        assertTrue(restored.isComplete(), restored::toString);
        long freed = restored.freed().orElseThrow();
        assertTrue(freed >= BLOCK && freed <= 2 * BLOCK, restored::toString);
        assertTrue(
                restored.text()
                        .matches(
                                "restored: 4 of 4 blocks have the pages of before; [234](\\.\\d)? MiB less is resident"
                                        + " than before: a split may have freed pages full of zeros, or the JVM has returned memory"),
                restored::text);
        RestoredPages unknown = PageRestore.run(target, blocks, bound, OptionalLong.empty(), () -> false);
        assertEquals("restored: 4 of 4 blocks have the pages of before", unknown.text());
    }

    /** The process maps a huge page again that the kernel has not split: here, the test makes one after the first pass. */
    @Test
    void pagesThatChangeDuringARestoreAreRestored() throws Exception {
        Blocks blocks = blocks(0, COUNT);
        new PageChange(target, blocks, bound).to(PageState.THP, () -> false);
        Blocks first = blocks(0, 1);
        int[] asked = {0};
        RestoredPages restored = PageRestore.run(target, blocks, bound, OptionalLong.empty(), () -> {
            if (++asked[0] == COUNT + 1) {
                collapse(first);
            }
            return false;
        });
        assertEquals(0, restored.other(), restored::toString);
        assertEquals(COUNT, restored.changed(), "one of them twice");
        assertEquals(0, huge());
    }

    private void collapse(Blocks first) {
        try {
            new PageChange(target, first, new StallBound(Duration.ofSeconds(5))).to(PageState.THP, () -> false);
        } catch (TargetProcess.EndedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Half of each block had a page before, as it seems: on older kernels, and for ZGC, a split does not free what a copy added. */
    @Test
    void memoryThatStaysIsReported() throws Exception {
        Blocks blocks = blocks(0, COUNT);
        RestoredPages restored =
                PageRestore.run(target, blocks, bound, OptionalLong.of(COUNT * BLOCK / 2), () -> false);
        assertEquals(COUNT * BLOCK / 2, restored.added(), restored::toString);
        assertEquals(OptionalLong.of(0), restored.freed());
        assertTrue(
                restored.text()
                        .contains("; 4 MiB more is resident than before: a copy may have added or mapped pages, "),
                restored::text);
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
        assertFalse(collapse.hasBegun(), "nothing was changed");
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

    /** A process that has ended has no pages, as no kernel call reports. */
    @Test
    void aProcessThatHasEndedIsNotRestored() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        ProcessPages.Target its = ProcessPages.Target.of(process.pid());
        try (TargetProcess ended = TargetProcess.open(its.pid(), its.startTicks(), Bytes.of(BLOCK))) {
            process.destroyForcibly().waitFor();
            assertThrows(
                    TargetProcess.EndedException.class,
                    () -> PageRestore.run(ended, blocks(0, COUNT), bound, OptionalLong.empty(), () -> false));
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
                assertEquals(restored, Saved.ended(pages, COUNT, () -> false));
            }
            file.delete();
        }
        RestoredPages restored = RestoredPages.unknown(7, COUNT);
        assertFalse(restored.isComplete());
        assertEquals("the state of the process is unknown, so its pages may not be those of before", restored.text());
    }

    /** It called execve after the file was judged: the addresses are those of other memory then. */
    @Test
    void anotherProgramOfTheProcessIsNotRestored() throws Exception {
        ProcessPages.Target own = target.process();
        ProcessPages.Target before = new ProcessPages.Target(own.pid(), own.startTicks(), "1 2 3");
        ProcessPages pages = new ProcessPages(
                BootId.ofThisHost(), before, before, BLOCK, blocks(0, COUNT).ranges(), List.of());
        ProcessPagesFile file = file(ProcessPagesFile.Kind.TRIAL);
        file.create(pages);
        new PageChange(target, blocks(0, COUNT), bound).to(PageState.THP, () -> false);
        try (ProcessPagesFile.Held held = file.lock(pages).orElseThrow()) {
            assertEquals(Optional.empty(), Saved.restore(held, pages, bound, this::begins, () -> false));
        }
        assertEquals(COUNT, huge());
        assertFalse(Files.exists(file.path()));
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
}
