package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolioSizesTest {
    private static final int PAGES = 512;
    private static final long BLOCK = PAGES * 4096L;
    private static final long PRESENT = 1L << 63;
    private static final long HEAD = 1L << 15 | 1L << 22;
    private static final long TAIL = 1L << 16 | 1L << 22;
    private static final long LONG = 600_000;

    @TempDir
    private Path proc;

    /** Blocks 1 to 3 have folios of 64 KiB, 32 in each. */
    @BeforeEach
    void process() throws IOException {
        ByteBuffer pagemap = buffer();
        ByteBuffer flags = buffer();
        for (int i = PAGES; i < 4 * PAGES; i++) {
            pagemap.putLong(i * Long.BYTES, PRESENT | i);
            flags.putLong(i * Long.BYTES, i % 16 == 0 ? HEAD : TAIL);
        }
        Files.write(Files.createDirectories(proc.resolve("1")).resolve("pagemap"), pagemap.array());
        Files.write(proc.resolve("kpageflags"), flags.array());
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocate(5 * PAGES * Long.BYTES).order(ByteOrder.nativeOrder());
    }

    private Optional<Map<Bytes, FolioSizes.Range>> sizes(long millis, AddressRange... ranges) {
        return new FolioSizes(proc, 1, Bytes.ofKiB(4), Bytes.ofMiB(2)).of(List.of(ranges), millis);
    }

    private static Optional<Map<Bytes, FolioSizes.Range>> only(Bytes bytes) {
        return Optional.of(Map.of(Bytes.ofKiB(64), new FolioSizes.Range(bytes, bytes)));
    }

    @Test
    void partsOfBlocksCount() {
        assertEquals(only(Bytes.ofMiB(6)), sizes(LONG, new AddressRange(0, 5 * BLOCK)));
        long piece = 64 << 10;
        assertEquals(
                only(Bytes.of(BLOCK + 3 * piece)),
                sizes(
                        LONG,
                        new AddressRange(2 * BLOCK - piece, 3 * BLOCK + piece),
                        new AddressRange(3 * BLOCK + 8 * piece, 3 * BLOCK + 9 * piece)));
    }

    /** A forged table may name any range. Only the blocks that are read take memory. */
    @Test
    void aRangeOfAnySizeTakesTheSameMemory() {
        assertEquals(Optional.of(Map.of()), sizes(0, new AddressRange(1L << 40, 1L << 50)));
        assertEquals(Optional.of(Map.of()), sizes(0, new AddressRange(0, 0), new AddressRange(-4096, -2048)));
    }
}
