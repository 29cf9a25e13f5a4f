package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Present;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Window;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of 2 MiB in a tree with the layout of {@code /proc}: the pages of a process, and their flags. */
class PagemapWalkTest {
    private static final int PAGES = 512;
    private static final long BLOCK = 2 << 20;
    private static final long PRESENT = 1L << 63;
    private static final long HEAD = 1L << 15 | 1L << 22;
    private static final long TAIL = 1L << 16 | 1L << 22;
    private static final long ZERO = 1L << 24;

    @TempDir
    private Path proc;

    private final ByteBuffer pagemap = buffer(8 * PAGES);
    private final ByteBuffer flags = buffer(8 * PAGES);

    private static ByteBuffer buffer(int entries) {
        return ByteBuffer.allocate(entries * Long.BYTES).order(ByteOrder.nativeOrder());
    }

    /** Block 1 is a huge page, 2 has base pages in order, 3 has three pages, two of them zero pages, 4 the huge zero page. */
    @BeforeEach
    void process() throws IOException {
        for (int i = 0; i < PAGES; i++) {
            pagemap.putLong((PAGES + i) * 8, PRESENT | PAGES + i);
            pagemap.putLong((2 * PAGES + i) * 8, PRESENT | 2 * PAGES + i);
            pagemap.putLong((4 * PAGES + i) * 8, PRESENT | 4 * PAGES + i);
            flags.putLong((PAGES + i) * 8, i == 0 ? HEAD : TAIL);
            // Folios of 64 KiB in the order of memory are no huge page.
            flags.putLong((2 * PAGES + i) * 8, i % 16 == 0 ? HEAD : TAIL);
            flags.putLong((4 * PAGES + i) * 8, ZERO | (i == 0 ? HEAD : TAIL));
        }
        pagemap.putLong(3 * PAGES * 8, PRESENT | 7);
        pagemap.putLong((3 * PAGES + 5) * 8, PRESENT | 9);
        pagemap.putLong((3 * PAGES + 6) * 8, PRESENT | 9);
        Files.createDirectories(proc.resolve("self"));
        Files.createDirectories(proc.resolve("1"));
        status("000001ffffffffff");
        Files.write(proc.resolve("1/pagemap"), pagemap.array());
        Files.write(proc.resolve("kpageflags"), flags.array());
    }

    private void status(String capabilities) throws IOException {
        Files.writeString(proc.resolve("self/status"), "Name:\tjava\nCapEff:\t" + capabilities + "\n");
    }

    private PagemapWalk walk() {
        return PagemapWalk.open(proc, 1, Bytes.ofKiB(4), Bytes.ofMiB(2)).orElseThrow();
    }

    private static AddressRange blocks(long first, long last) {
        return new AddressRange(first * BLOCK, (last + 1) * BLOCK);
    }

    @Test
    void countsFoliosOfTheSizeAsHuge() throws RefusedCallException {
        try (PagemapWalk walk = walk()) {
            assertEquals(new Present(BLOCK, 0), walk.of(blocks(1, 1)));
            assertEquals(new Present(0, BLOCK), walk.of(blocks(2, 2)));
            assertEquals(new Present(0, 4096, 8192), walk.of(blocks(3, 3)));
            assertEquals(new Present(0, 0), walk.of(blocks(4, 4)));
            assertEquals(new Present(BLOCK, BLOCK + 4096, 8192), walk.of(blocks(0, 5)));
        }
    }

    @Test
    void aPartOfAHugePageIsBase() throws RefusedCallException {
        try (PagemapWalk walk = walk()) {
            assertEquals(new Present(0, 4096), walk.of(new AddressRange(BLOCK, BLOCK + 4096)));
        }
    }

    @Test
    void looksAtSinglePages() throws RefusedCallException {
        try (PagemapWalk walk = walk()) {
            assertEquals(Window.HUGE, walk.at(BLOCK + 8192));
            assertEquals(Window.BASE, walk.at(2 * BLOCK));
            assertEquals(Window.BASE, walk.at(3 * BLOCK));
            assertEquals(Window.ABSENT, walk.at(3 * BLOCK + 4096));
            assertEquals(Window.ABSENT, walk.at(4 * BLOCK));
        }
    }

    @Test
    void endsWhereBasePagesAreMany() throws RefusedCallException {
        try (PagemapWalk walk = walk()) {
            assertTrue(walk.hasFewBasePages(blocks(1, 1), Bytes.ofKiB(4)));
            assertFalse(walk.hasFewBasePages(blocks(1, 2), Bytes.ofMiB(1)));
        }
    }

    /** Each block takes a read, also if the range has a part of it only. */
    @Test
    void aRangeThatNeedsTooManyReadsIsRefused() throws RefusedCallException {
        try (PagemapWalk walk = walk()) {
            walk.limit(5);
            assertEquals(BLOCK, walk.of(blocks(0, 3)).huge());
            AddressRange partsOfTwo = new AddressRange(2 * BLOCK - 4096, 2 * BLOCK + 4096);
            assertEquals(
                    7,
                    assertThrows(RefusedCallException.class, () -> walk.of(partsOfTwo))
                            .errno());
            assertEquals(Window.HUGE, walk.at(BLOCK));
            assertEquals(new Present(BLOCK, 0), walk.of(blocks(1, 1)));
            walk.limit(2);
            assertEquals(new Present(0, 8192), walk.of(partsOfTwo));
        }
    }

    /** With base pages of 64 KiB a block has 8192 of them, and takes 16 reads. */
    @Test
    void aBlockOf512MibTakesMoreReads() throws IOException, RefusedCallException {
        Bytes huge = Bytes.ofMiB(512);
        Files.write(proc.resolve("1/pagemap"), new byte[2 * 8192 * Long.BYTES]);
        AddressRange two = new AddressRange(0, 2 * huge.value());
        try (PagemapWalk walk = PagemapWalk.open(proc, 1, Bytes.ofKiB(64), huge).orElseThrow()) {
            walk.limit(31);
            assertThrows(RefusedCallException.class, () -> walk.of(two));
            walk.limit(32);
            assertEquals(new Present(0, 0), walk.of(two));
        }
    }

    @Test
    void isNotThereWithoutTheCapability() throws IOException {
        status("0000000000000000");
        assertTrue(PagemapWalk.open(proc, 1, Bytes.ofKiB(4), Bytes.ofMiB(2)).isEmpty());
    }
}
