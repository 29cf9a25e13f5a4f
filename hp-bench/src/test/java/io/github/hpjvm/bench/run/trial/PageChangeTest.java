package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.os.libc.CFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes of single blocks of this process itself. */
class PageChangeTest extends OwnPages {
    private static final int DONTNEED = 4;
    private static final Path IO = Path.of("/proc/self/io");

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

    /** A JVM may return memory during a trial. */
    @Test
    void aBlockThatLostItsPagesHasNoStep() throws Exception {
        Blocks blocks = blocks(0, COUNT);
        long first = blocks.start(0);
        CFunction.call("madvise", first, BLOCK, DONTNEED);
        long steps = bound.seen().count();
        Change change = new PageChange(target, blocks, bound).to(PageState.THP, () -> false);
        assertEquals(COUNT - 1, change.changed());
        assertEquals(0, change.notChanged());
        assertEquals(COUNT - 1, bound.seen().count() - steps);
        assertTrue(target.isGone(target.at(first)));
        assertFalse(target.isGone(target.at(first + BLOCK)));
    }

    /** A split frees pages of zeros (Linux 6.12), and maps the shared one there. The other pages are copied as before. */
    @Test
    void aBlockWithPagesOfZerosIsRead() throws Exception {
        long page = KernelFiles.readBasePage(PROC).known().orElseThrow().value();
        assumeTrue(Files.exists(IO), "the kernel counts the bytes that a process reads");
        long first = blocks(0, COUNT).start(0);
        CFunction.call("madvise", first, page, DONTNEED);
        assertFalse(isReadAhead(first), "a page lacks: a read would add it");
        CFunction.callForLong("memchr", first, 1, page);
        Blocks.Found found = target.at(first);
        assertEquals(page, found.zero());
        assertEquals(BLOCK - page, found.base());
        assertTrue(isReadAhead(first));
        assertEquals(found, target.at(first));
    }

    /** The read is made by another thread, and waited for. */
    private boolean isReadAhead(long start) throws Exception {
        long before = bytesRead();
        target.readAhead(target.at(start));
        return bytesRead() - before >= BLOCK;
    }

    private static long bytesRead() throws IOException {
        return Files.readAllLines(IO).stream()
                .filter(line -> line.startsWith("rchar:"))
                .mapToLong(
                        line -> Long.parseLong(line.substring("rchar:".length()).strip()))
                .findFirst()
                .orElseThrow();
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
}
