package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageMapTest {
    private static final Bytes PAGE = Bytes.ofKiB(4);

    /** A host without meminfo permits the reads for 512 GiB: a read of this class shows 4 MiB. */
    private static final Bytes MOST = Bytes.ofGiB(512);

    @TempDir
    private Path proc;

    /** Many ranges, none of them too large, may be too large together. */
    @Test
    void allRangesTogetherHaveALimit() throws IOException {
        Path process = Files.createDirectories(proc.resolve("1"));
        try (RandomAccessFile file =
                new RandomAccessFile(process.resolve("pagemap").toFile(), "rw")) {
            file.setLength(2 * MOST.value() / PAGE.value() * Long.BYTES);
        }
        PageMap map = new PageMap(proc, 1, PAGE, Bytes.of(Long.MAX_VALUE));
        assertEquals(Optional.empty(), map.present(new AddressRange(0, MOST.value())));
        assertEquals(
                Optional.of(new BitSet()),
                map.present(new AddressRange(0, Bytes.ofGiB(1).value())));
        assertEquals(
                Optional.empty(),
                map.present(new AddressRange(0, MOST.value() - Bytes.ofMiB(512).value())));
    }
}
