package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.ProcessPages;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.StallBound;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.os.libc.CFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps of a change, on pages of this process itself. */
@Timeout(120)
class PageChangeTest {
    private static final long BLOCK = 2 << 20;
    private static final int COUNT = 2;
    private static final int DONTNEED = 4;
    private static final Path PROC = Path.of("/proc");

    private final StallBound bound = new StallBound(Duration.ofSeconds(10));
    private long memory;
    private long first;
    private TargetProcess target;

    @BeforeEach
    void open() throws Exception {
        assumeTrue(ThisProcess.isRoot(), "needs root");
        assumeTrue(
                KernelFiles.read(PROC).known().flatMap(it -> it.isAtLeast(6, 1)).orElse(false), "needs Linux 6.1");
        memory = CFunction.callForLong("mmap", 0L, (COUNT + 1) * BLOCK, 3, 0x22, -1, 0L);
        first = memory + BLOCK - 1 & -BLOCK;
        // MADV_NOHUGEPAGE is no mode of MADV_COLLAPSE, so the pages are touched one by one in a mode without huge
        // pages.
        CFunction.call("madvise", first, COUNT * BLOCK, 15);
        CFunction.touch(first, COUNT * BLOCK, 4096);
        CFunction.call("madvise", first, COUNT * BLOCK, 14);
        ProcessPages.Target own = ProcessPages.Target.own();
        target = TargetProcess.open(own.pid(), own.startTicks(), Bytes.of(BLOCK));
    }

    @AfterEach
    void close() throws Exception {
        if (target != null) {
            target.close();
            CFunction.call("munmap", memory, (COUNT + 1) * BLOCK);
        }
    }

    private Blocks blocks() throws Exception {
        return target.blocks(List.of(new AddressRange(first, first + COUNT * BLOCK)));
    }

    /** A JVM may return memory during a trial. */
    @Test
    void aBlockThatLostItsPagesHasNoStep() throws Exception {
        Blocks blocks = blocks();
        assertEquals(COUNT, blocks.count());
        CFunction.call("madvise", first, BLOCK, DONTNEED);
        Change change = new PageChange(target, blocks, bound).to(PageState.THP, () -> false);
        assertEquals(1, change.changed());
        assertEquals(0, change.notChanged());
        assertEquals(1, bound.seen().count());
        assertTrue(target.isGone(target.at(first)));
        assertTrue(target.isHuge(first + BLOCK));
        assertFalse(target.isGone(target.at(first + BLOCK)));
    }

    /** A split frees pages of zeros (Linux 6.12), and maps the shared one there. The other pages are copied as before. */
    @Test
    void aBlockWithPagesOfZerosIsRead() throws Exception {
        long page = 4096;
        CFunction.call("madvise", first, page, DONTNEED);
        assertEquals(0, readAhead(), "a page lacks: a read would add it");
        CFunction.callForLong("memchr", first, 1, page);
        Blocks.Found found = target.at(first);
        assertEquals(page, found.zero());
        assertEquals(BLOCK - page, found.base());
        assertTrue(readAhead() >= BLOCK);
        assertEquals(found, target.at(first));
    }

    /** Returns the bytes that were read. The read is made by another thread, and waited for. */
    private long readAhead() throws Exception {
        long before = read();
        target.readAhead(target.at(first));
        long after = read();
        return after - before < BLOCK ? 0 : after - before;
    }

    private static long read() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("rchar:"))
                .mapToLong(
                        line -> Long.parseLong(line.substring("rchar:".length()).strip()))
                .findFirst()
                .orElseThrow();
    }
}
