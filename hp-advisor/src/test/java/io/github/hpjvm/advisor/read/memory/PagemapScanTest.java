package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.KernelAbi;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PagemapScanTest {
    private static final long MIB = 1L << 20;

    /** A kernel for which all is on base pages, and which ends a scan after the pages that it may return. */
    private static final class Kernel implements NativeCalls {
        private final List<AddressRange> scanned = new ArrayList<>();
        private final List<ByteBuffer> buffers = new ArrayList<>();
        private long readable = Long.BYTES;
        private int closed;

        @Override
        public int openat(int folder, String name, int flags) {
            return 3;
        }

        @Override
        public long syscall(long number, long first, long second, long third) {
            assertEquals(KernelAbi.here().orElseThrow().read(), number);
            assertEquals(3, first);
            return Math.min(readable, third);
        }

        @Override
        public int ioctl(int descriptor, long request, long argument) {
            ByteBuffer given = buffers.get((int) argument);
            long start = given.getLong(16);
            long end = Math.min(given.getLong(24), start + given.getLong(56) * 4096);
            scanned.add(new AddressRange(start, end));
            given.putLong(32, end);
            ByteBuffer regions = buffers.get((int) given.getLong(40));
            regions.putLong(0, start);
            regions.putLong(8, end);
            regions.putLong(16, 1 << 3);
            return 1;
        }

        @Override
        public void close(int descriptor) {
            assertEquals(3, descriptor);
            closed++;
        }

        @Override
        public long address(ByteBuffer direct) {
            buffers.add(direct);
            return buffers.size() - 1L;
        }
    }

    private final Kernel kernel = new Kernel();

    private PagemapScan scan() throws RefusedCallException {
        return new PagemapScan(kernel, Path.of("pagemap"), 4096);
    }

    /** The kernel holds the lock of the mappings during one call. */
    @Test
    void noCallReadsMoreThan8MibOfPresentPages() throws RefusedCallException {
        AddressRange range = new AddressRange(3 * MIB, 1003 * MIB);
        try (PagemapScan scan = scan()) {
            assertEquals(new PagemapScan.Present(0, 1000 * MIB), scan.of(range));
        }
        long at = range.start();
        for (AddressRange slice : kernel.scanned) {
            assertEquals(at, slice.start());
            assertTrue(slice.size().compareTo(Bytes.ofMiB(8)) <= 0, slice::toString);
            at = slice.end();
        }
        assertEquals(range.end(), at);
    }

    /** Kernels before 6.16 open the pagemap of a process without memory, and an ioctl of it is an error in the kernel. */
    @Test
    void aProcessWithoutMemoryIsNotScanned() {
        kernel.readable = 0;
        assertEquals(3, assertThrows(RefusedCallException.class, this::scan).errno());
        assertEquals(1, kernel.closed);
        assertEquals(List.of(), kernel.scanned);
    }

    @Test
    void tooManyBasePagesEndTheScan() throws RefusedCallException {
        AddressRange range = new AddressRange(0, 1000 * MIB);
        try (PagemapScan scan = scan()) {
            assertFalse(scan.hasFewBasePages(range, Bytes.ofMiB(64)));
            assertEquals(9, kernel.scanned.size());
            assertTrue(scan.hasFewBasePages(new AddressRange(0, 64 * MIB), Bytes.ofMiB(64)));
        }
    }

    @Test
    void aRangeThatNeedsTooManyCallsIsRefused() throws RefusedCallException {
        try (PagemapScan scan = scan()) {
            scan.limit(20);
            AddressRange range = new AddressRange(0, 1000 * MIB);
            assertEquals(
                    7,
                    assertThrows(RefusedCallException.class, () -> scan.of(range))
                            .errno());
            assertEquals(5, kernel.scanned.size(), "1000 MiB have 16 slices, and the first one takes 8 calls");
            assertEquals(PagemapScan.Window.BASE, scan.at(MIB));
        }
    }

    /** The other regions of the process have the calls then. */
    @Test
    void aRangeWithTooManySlicesTakesNoCalls() throws RefusedCallException {
        try (PagemapScan scan = scan()) {
            scan.limit(15);
            AddressRange range = new AddressRange(0, 1000 * MIB);
            assertThrows(RefusedCallException.class, () -> scan.of(range));
            assertEquals(List.of(), kernel.scanned);
            assertEquals(120 * MIB, scan.of(new AddressRange(0, 120 * MIB)).base());
            assertThrows(RefusedCallException.class, () -> scan.of(new AddressRange(0, MIB)));
        }
    }

    /** A health check opens a scan each ten seconds, and its memory is freed by a collection of garbage only. */
    @Test
    void scansOneAfterTheOtherUseTheSameMemory() throws RefusedCallException {
        PagemapScan.Buffers buffers = new PagemapScan.Buffers();
        for (int i = 0; i < 3; i++) {
            try (PagemapScan scan = new PagemapScan(kernel, Path.of("pagemap"), 4096, buffers)) {
                assertEquals(PagemapScan.Window.BASE, scan.at(MIB));
            }
        }
        Set<ByteBuffer> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        distinct.addAll(kernel.buffers);
        assertEquals(2, distinct.size());
    }
}
