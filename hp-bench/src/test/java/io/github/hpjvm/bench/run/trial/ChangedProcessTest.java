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
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.os.libc.CFunction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes of pages of this process itself: its state file, and its pages after each end. */
@Timeout(120)
class ChangedProcessTest {
    private static final long BLOCK = 2 << 20;
    private static final int COUNT = 4;
    private static final Path PROC = Path.of("/proc");

    private final StallBound bound = new StallBound(Duration.ofSeconds(10));
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
        new CollapseRun(target, bound).split(blocks(0, COUNT), () -> false);
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
        return new TrialRun(target, blocks(0, COUNT), bound, meter, () -> false, line -> {});
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
        CollapseRun run = new CollapseRun(target, bound);
        run.collapse(blocks(0, 2), () -> false);
        assertEquals(2, huge());
        run.collapse(blocks(1, COUNT), () -> false);
        assertEquals(COUNT, huge());
        Blocks saved = run.saved().orElseThrow();
        assertEquals(COUNT, saved.count());
        assertEquals(0, saved.hugeBefore());
        assertTrue(run.undo(saved).isComplete());
        assertEquals(0, huge());
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.COLLAPSE).path()));
    }

    /** The owner is another process that runs: process 1. */
    private void owned(ProcessPagesFile.Kind kind) throws Exception {
        file(kind)
                .create(new ProcessPages(
                        BootId.ofThisHost(),
                        target.process(),
                        ProcessPages.Target.of(1),
                        BLOCK,
                        blocks(0, COUNT).ranges(),
                        List.of()));
    }

    @Test
    void twoCommandsDoNotChangeOneProcess() throws Exception {
        String expected = "process 1 changes the pages of process "
                + target.process().pid() + " now. Wait for its end, or end it: kill 1";
        CollapseRun collapse = new CollapseRun(target, bound);
        owned(ProcessPagesFile.Kind.TRIAL);
        for (BenchException refused : List.of(
                assertThrows(BenchException.class, () -> collapse.collapse(blocks(0, COUNT), () -> false)),
                assertThrows(BenchException.class, () -> collapse.split(blocks(0, COUNT), () -> false)),
                assertThrows(BenchException.class, () -> collapse.undo(blocks(0, COUNT))))) {
            assertEquals(expected, refused.getMessage());
        }
        assertFalse(Files.exists(file(ProcessPagesFile.Kind.COLLAPSE).path()));
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
            assertThrows(TargetProcess.EndedException.class, () -> Saved.restore(ended, blocks(0, COUNT), bound));
        }
        assertThrows(
                TargetProcess.EndedException.class,
                () -> TargetProcess.open(its.pid(), its.startTicks(), Bytes.of(BLOCK)));
    }
}
