package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapMappingsTest {
    private static final long PID = 4194305; // above the largest PID
    private static final long BLOCK = 2 << 20;
    private static final AddressRange HEAP = new AddressRange(0x7f0000000000L, 0x7f0001000000L);

    @TempDir
    Path proc;

    private Optional<String> locked(String size) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Long.toString(PID)));
        Files.writeString(folder.resolve("maps"), "7f0000000000-7f0001000000 rw-p 00000000 00:00 0 \n");
        Files.writeString(folder.resolve("status"), "Name:\tjava\nVmLck:\t" + size + " kB\n");
        return HeapMappings.of(proc, PID).locked(List.of(HEAP), BLOCK);
    }

    /** Mappings and locked memory are those of the same root. */
    @Test
    void aLockIsReadBesideTheMappings() throws IOException {
        assertEquals(Optional.empty(), locked("0"));
        assertEquals(Optional.empty(), locked("4096"), "the mapping is larger than all locked memory");
        String message = locked("16384").orElseThrow();
        assertTrue(message.contains("process " + PID + " has locked 16 MiB of its memory"), message);
    }
}
