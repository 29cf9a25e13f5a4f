package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.host.ProcessPagesFile;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.TrialEnd;
import io.github.hpjvm.bench.trial.TrialResult;
import io.github.hpjvm.os.libc.CFunction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials of this process itself: their ends, and its pages after each of them. */
class TrialRunTest extends OwnPages {
    @TempDir
    private Path folder;

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

    /** The descriptors of the pages are closed, so that no page can be read: the result is there nevertheless. */
    @Test
    void aRestoreThatFailsKeepsTheResult() throws Exception {
        TargetProcess closed = target;
        TrialRun run = trial(() -> {
            closed.close();
            throw new WorkMeter.UnreadableWorkException("the endpoint has ended");
        });
        ProcessPagesFile file = file(ProcessPagesFile.Kind.TRIAL);
        // Not closed again.
        target = null;
        try {
            TrialResult result = run.run(Duration.ofSeconds(20), 1);
            assertEquals(TrialEnd.NO_WORK, result.end(), result.reason());
            assertFalse(result.restore().orElseThrow().known());
            assertTrue(Files.exists(file.path()), "for another try");
        } finally {
            file.delete();
            CFunction.call("munmap", memory, (COUNT + 1) * BLOCK);
        }
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

    /** The reading of a slow counter before the first turn takes time, too. */
    @Test
    void aTrialThatIsTooShortNamesALongerOne() throws Exception {
        TrialRun run = trial(() -> {
            long until = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            while (until - System.nanoTime() > 0) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
            return OptionalDouble.of(1);
        });
        TrialResult result = run.run(Duration.ofSeconds(9), 1);
        assertEquals(TrialEnd.TOO_SHORT, result.end(), result.reason());
        Matcher named = Pattern.compile(".*: type --for (\\d+)s or more").matcher(result.reason());
        assertTrue(named.matches(), result.reason());
        assertTrue(Long.parseLong(named.group(1)) > 9, result.reason());
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
