package io.github.hpjvm.advisor.read.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.advisor.read.memory.Maps;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Anonymous pages 16 to 19, of which 16 is present and 18 in swap, and a file at page 20. */
class TouchedMemoryTest {
    private static final int PAGE = 4096;
    private static final String MAPS = """
            00010000-00014000 rw-p 00000000 00:00 0
            00014000-00015000 rw-p 00000000 08:01 7 /lib/libjvm.so
            """;

    @TempDir
    private Path proc;

    private final List<Long> asked = new ArrayList<>();
    private Mapped mapped;

    /** Each byte is one, up to the end of page 20. */
    private final RawMemory ones = (address, into) -> {
        asked.add(address / PAGE);
        int count = (int) Math.min(into.remaining(), 21L * PAGE - address);
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) 1);
        into.put(bytes);
        return count;
    };

    @BeforeEach
    void process() throws IOException {
        Path process = Files.createDirectory(proc.resolve("7"));
        Files.writeString(process.resolve("maps"), MAPS);
        mapped = new Mapped(Maps.read(proc, 7).known().orElseThrow(), new AddressRange(0x14000, 0x15000));
        ByteBuffer auxv = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        Files.write(
                Files.createDirectory(proc.resolve("self")).resolve("auxv"),
                auxv.putLong(6).putLong(PAGE).array());
    }

    private void pagemap() throws IOException {
        ByteBuffer entries = ByteBuffer.allocate(21 * Long.BYTES).order(ByteOrder.nativeOrder());
        entries.putLong(16 * Long.BYTES, 1L << 63).putLong(18 * Long.BYTES, 1L << 62);
        Files.write(proc.resolve("7/pagemap"), entries.array());
    }

    private byte[] read(long address, int count) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(count);
        try (TouchedMemory memory = TouchedMemory.of(ones, mapped, proc, 7)) {
            while (into.hasRemaining() && memory.read(address + into.position(), into) > 0) {
                continue;
            }
        }
        assertEquals(0, into.remaining());
        return into.array();
    }

    @Test
    void untouchedPagesAreZeroAndNotRead() throws IOException {
        pagemap();
        byte[] expected = new byte[5 * PAGE];
        for (int page : new int[] {0, 2, 4}) {
            Arrays.fill(expected, page * PAGE, (page + 1) * PAGE, (byte) 1);
        }
        assertArrayEquals(expected, read(0x10000, 5 * PAGE));
        assertEquals(List.of(16L, 18L, 20L), asked, "the page of the file is read, whatever pagemap says");
    }

    @Test
    void aPieceBeginsAndEndsWithinPages() throws IOException {
        pagemap();
        assertArrayEquals(new byte[] {1, 1, 0, 0}, read(0x11000 - 2, 4));
    }

    @Test
    void allPagesAreReadWithoutAPagemap() throws IOException {
        byte[] expected = new byte[2 * PAGE];
        Arrays.fill(expected, (byte) 1);
        assertArrayEquals(expected, read(0x10000, 2 * PAGE));
    }
}
