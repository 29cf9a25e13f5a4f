package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadLimitTest {
    private static final Bytes BLOCK = Bytes.ofMiB(2);

    @Test
    void isFourTimesTheMemoryOfTheHost() {
        Map<String, Bytes> host = Map.of("MemTotal", Bytes.ofGiB(1000), "SwapTotal", Bytes.ofGiB(24));
        assertEquals(4 * Bytes.ofGiB(1024).value() / BLOCK.value(), ReadLimit.of(host));
    }

    @Test
    void aSmallOrUnknownHostCountsAs64Gib() {
        long least = 4 * Bytes.ofGiB(64).value() / BLOCK.value();
        assertEquals(least, ReadLimit.of(Map.of()));
        assertEquals(least, ReadLimit.of(Map.of("MemTotal", Bytes.ofGiB(8))));
    }

    /** A read is of the entries of a block: 8192 with base pages of 64 KiB, 2048 with those of 16 KiB, 512 with 4 KiB. */
    @Test
    void aReadOfMoreEntriesCountsMore() {
        assertEquals(16, ReadLimit.ofBlock(8192));
        assertEquals(4, ReadLimit.ofBlock(2048));
        assertEquals(1, ReadLimit.ofBlock(512));
        assertEquals(1, ReadLimit.ofBlock(256));
    }

    @Test
    void tooManyReadsTakeNone() throws RefusedCallException {
        ReadLimit limit = new ReadLimit();
        assertDoesNotThrow(() -> limit.take(Long.MAX_VALUE / 2), "without a limit");
        limit.set(5);
        limit.take(3);
        assertThrows(RefusedCallException.class, () -> limit.take(3));
        limit.take(2);
        assertThrows(RefusedCallException.class, () -> limit.take(1));
        limit.set(1);
        limit.take(1);
    }
}
