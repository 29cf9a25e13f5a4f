package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.libc.NativeCalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessThpTest {
    private static final SmapsStall.Resident RESIDENT = new SmapsStall.Resident(Bytes.ofGiB(1), Bytes.ZERO);

    @TempDir
    private Path proc;

    /** A kernel for which a range is on base pages, and no other page is present. */
    private static final class Sparse implements NativeCalls {
        private final List<ByteBuffer> buffers = new ArrayList<>();
        private AddressRange resident = new AddressRange(0, 0);
        private long scans;

        @Override
        public int openat(int folder, String name, int flags) {
            return 3;
        }

        @Override
        public long syscall(long number, long first, long second, long third) {
            return third;
        }

        @Override
        public int ioctl(int descriptor, long request, long argument) {
            ByteBuffer given = buffers.get((int) argument);
            scans++;
            long start = given.getLong(16);
            if (!resident.contains(start)) {
                given.putLong(32, given.getLong(24));
                return 0;
            }
            long end = Math.min(given.getLong(24), start + given.getLong(56) * 4096);
            given.putLong(32, end);
            ByteBuffer regions = buffers.get((int) given.getLong(40));
            regions.putLong(0, start);
            regions.putLong(8, end);
            regions.putLong(16, 1 << 3);
            return 1;
        }

        @Override
        public void close(int descriptor) {}

        @Override
        public long address(ByteBuffer direct) {
            buffers.add(direct);
            return buffers.size() - 1L;
        }
    }

    private Fact<ProcessThp.Seen> read(String maps, Sparse kernel) throws IOException {
        Files.createDirectories(proc.resolve("sys/kernel"));
        Files.writeString(proc.resolve("sys/kernel/osrelease"), "6.12.1\n");
        Files.createDirectories(proc.resolve("1"));
        Files.writeString(proc.resolve("1/maps"), maps);
        Files.writeString(proc.resolve("1/smaps"), maps);
        return new ProcessThp(proc, false, Bytes.ofKiB(4), () -> Optional.of(kernel)).read(1, RESIDENT, false);
    }

    @Test
    void aProcessWithoutBasePagesIsRead() throws IOException {
        Sparse kernel = new Sparse();
        assertTrue(read("100000000000-110000000000 rw-p 00000000 00:00 0\n", kernel)
                .known()
                .isPresent());
        assertEquals(Bytes.ofGiB(1024).value() / Bytes.ofMiB(64).value(), kernel.scans);
    }

    /** ZGC of JDK 11 reserves 16 TiB in one mapping: the limit is 8 TiB of scans. */
    @Test
    void reservedAddressesCostNoScan() throws IOException {
        Sparse kernel = new Sparse();
        AddressRange heap = new AddressRange(0x100000000L, 0x140000000L);
        kernel.resident = heap;
        String maps = "100000000-140000000 rw-p 00000000 00:00 0\n40000000000-140000000000 ---p 00000000 00:00 0\n";
        assertEquals(
                Optional.of(Bytes.ZERO),
                read(maps, kernel).known().map(seen -> seen.thp().anon()));
        assertTrue(kernel.scans <= 2 * heap.size().value() / Bytes.ofMiB(8).value(), () -> kernel.scans + " scans");
    }

    /** A process may map 128 TiB that take no memory. */
    @Test
    void aProcessThatNeedsTooManyScansIsLeftOut() throws IOException {
        Sparse kernel = new Sparse();
        Fact<ProcessThp.Seen> seen = read("100000000000-500000000000 rw-p 00000000 00:00 0\n", kernel);
        assertEquals(Reason.SKIPPED, assertInstanceOf(Fact.Absent.class, seen).reason());
        assertTrue(kernel.scans <= 2 * ReadLimit.ofHost(proc), () -> kernel.scans + " scans");
    }
}
