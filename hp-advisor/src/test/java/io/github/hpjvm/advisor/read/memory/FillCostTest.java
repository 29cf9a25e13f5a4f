package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sparse program: pagemap files whose present pages are known. */
class FillCostTest {
    private static final Bytes PAGE = Bytes.ofKiB(4);
    private static final Bytes HUGE = Bytes.ofMiB(2);
    private static final long PID = 5_000_001;
    private static final int PAGES = 512;

    @TempDir
    Path root;

    /** Writes pagemap entries for blocks from 0 on, each with that number of present pages. */
    private void blocks(int... present) throws IOException {
        Path process = Files.createDirectories(root.resolve(Long.toString(PID)));
        ByteBuffer entries =
                ByteBuffer.allocate(present.length * PAGES * Long.BYTES).order(ByteOrder.nativeOrder());
        for (int pages : present) {
            for (int i = 0; i < PAGES; i++) {
                entries.putLong(i % (PAGES / Math.max(1, pages)) == 0 && pages > 0 ? 1L << 63 : 0);
            }
        }
        try (FileChannel file =
                FileChannel.open(process.resolve("pagemap"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(entries.flip());
        }
    }

    private Optional<Bytes> fill(long from, long to, boolean all) {
        return FillCost.of(root, PID, List.of(new AddressRange(from, to)), PAGE, HUGE, all);
    }

    @Test
    void eachBlockInUseIsFilled() throws IOException {
        blocks(0, 1, 512, 256);
        long rest = 511 * PAGE.value() + 256 * PAGE.value();
        assertEquals(Optional.of(Bytes.of(rest)), fill(0, 4 * HUGE.value(), false));
    }

    @Test
    void onlyWholeBlocksCount() throws IOException {
        blocks(1, 1, 1);
        assertEquals(
                Optional.of(Bytes.of(511 * PAGE.value())), fill(PAGE.value(), 3 * HUGE.value() - PAGE.value(), false));
        assertEquals(Optional.of(Bytes.ZERO), fill(PAGE.value(), HUGE.value(), false));
    }

    /** A process may map 128 TiB. On a host without meminfo all means 131 072 blocks, of 262 144 each second one. */
    @Test
    void allBlocksHaveALimit() throws IOException {
        blocks(1);
        long most = ReadLimit.ofHost(root);
        try (RandomAccessFile file =
                new RandomAccessFile(root.resolve(PID + "/pagemap").toFile(), "rw")) {
            file.setLength(2 * most * PAGES * Long.BYTES);
        }
        Bytes exact = PAGE.times(PAGES - 1);
        assertEquals(Optional.of(exact), fill(0, most * HUGE.value(), true));
        Bytes estimated = fill(0, 2 * most * HUGE.value(), true).orElseThrow();
        assertTrue(estimated.isZero() || estimated.equals(exact.times(2)), estimated::toString);
    }

    /** With base pages of 64 KiB a block of 512 MiB has 16 times as many entries as one of 2 MiB. */
    @Test
    void blocksOfMoreEntriesAreFewer() throws IOException {
        blocks(1);
        long most = ReadLimit.ofHost(root) / 16;
        int pages = 8192;
        try (RandomAccessFile file =
                new RandomAccessFile(root.resolve(PID + "/pagemap").toFile(), "rw")) {
            file.setLength(2 * most * pages * Long.BYTES);
        }
        Bytes huge = Bytes.ofMiB(512);
        AddressRange range = new AddressRange(0, 2 * most * huge.value());
        Bytes estimated = FillCost.of(root, PID, List.of(range), Bytes.ofKiB(64), huge, true)
                .orElseThrow();
        Bytes twice = Bytes.ofKiB(64).times(2 * (pages - 1));
        assertTrue(estimated.isZero() || estimated.equals(twice), estimated::toString);
    }

    @Test
    void aSampleIsCloseToAllBlocks() throws IOException {
        int[] present = new int[6000];
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < present.length; i++) {
            present[i] = 1 << random.nextInt(10);
        }
        blocks(present);
        double all = fill(0, 6000 * HUGE.value(), true).orElseThrow().value();
        double sample = fill(0, 6000 * HUGE.value(), false).orElseThrow().value();
        assertEquals(1, sample / all, 0.01);
    }

    /** The shared zero page takes no memory, and a huge page replaces it. */
    @Test
    void theSharedZeroPageIsNotResident() throws IOException {
        long zero = 1L << 63 | 77;
        entries(i -> i % 4 == 0 ? 1L << 63 | 1000 + i : zero);
        assertEquals(Optional.of(Bytes.of(384 * PAGE.value())), fill(0, HUGE.value(), false));
        entries(i -> zero);
        assertEquals(Optional.of(Bytes.ZERO), fill(0, HUGE.value(), false));
    }

    /** Pages that KSM merged have a frame in common, too. */
    @Test
    void mergedPagesAreNotResident() throws IOException {
        entries(i -> 1L << 63 | (i < 200 ? 70 : i < 300 ? 80 : 1000 + i));
        assertEquals(Optional.of(Bytes.of(300 * PAGE.value())), fill(0, HUGE.value(), false));
    }

    /** Writes the entries of one block. */
    private void entries(IntToLongFunction entry) throws IOException {
        Path process = Files.createDirectories(root.resolve(Long.toString(PID)));
        ByteBuffer entries = ByteBuffer.allocate(PAGES * Long.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < PAGES; i++) {
            entries.putLong(entry.applyAsLong(i));
        }
        Files.write(process.resolve("pagemap"), entries.array());
    }

    @Test
    void withoutPagemapItIsUnknown() {
        assertEquals(Optional.empty(), fill(0, HUGE.value(), false));
    }
}
