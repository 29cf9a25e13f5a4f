package io.github.hpjvm.advisor.read.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    /** A kernel for which no page is present. */
    private static final class Sparse implements NativeCalls {
        private final List<ByteBuffer> buffers = new ArrayList<>();
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
            given.putLong(32, given.getLong(24));
            scans++;
            return 0;
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

    /** A process may map 128 TiB that take no memory. */
    @Test
    void aProcessThatNeedsTooManyScansIsLeftOut() throws IOException {
        Sparse kernel = new Sparse();
        Fact<ProcessThp.Seen> seen = read("100000000000-500000000000 rw-p 00000000 00:00 0\n", kernel);
        assertEquals(Reason.SKIPPED, assertInstanceOf(Fact.Absent.class, seen).reason());
        assertTrue(kernel.scans <= 2 * ReadLimit.ofHost(proc), () -> kernel.scans + " scans");
    }
}
