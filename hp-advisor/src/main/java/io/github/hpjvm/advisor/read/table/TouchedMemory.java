package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The memory of a process, whose untouched pages are not read. A read of such a page of anonymous memory makes the kernel map
 * its page of zeros there (do_anonymous_page in {@code mm/memory.c}): it changes the process, and pagemap then shows a page that
 * smaps does not count. Instead, pagemap is asked, and the bytes of a page that it does not have are zero.
 */
final class TouchedMemory implements RawMemory, AutoCloseable {
    private static final int ENTRY = Long.BYTES;

    /** Bits 63 and 62 of an entry: the page is present, or in swap ({@code Documentation/admin-guide/mm/pagemap.rst}). */
    private static final long TOUCHED = 0b11L << 62;

    private final RawMemory memory;
    private final Mapped mapped;
    private final Optional<FileChannel> pagemap;
    private final long pageSize;

    private TouchedMemory(RawMemory memory, Mapped mapped, Optional<FileChannel> pagemap, Bytes pageSize) {
        this.memory = memory;
        this.mapped = mapped;
        this.pagemap = pagemap;
        this.pageSize = pageSize.value();
    }

    /** Returns the memory. If pagemap or the size of its pages cannot be read, all pages are read. */
    static TouchedMemory of(RawMemory memory, Mapped mapped, Path procRoot, long pid) {
        Optional<Bytes> page = KernelFiles.readBasePage(procRoot).known();
        Optional<FileChannel> pagemap = page.flatMap(any -> open(ProcessFile.path(procRoot, pid, "pagemap")));
        return new TouchedMemory(memory, mapped, pagemap, page.orElse(Bytes.ofKiB(4)));
    }

    private static Optional<FileChannel> open(Path file) {
        try {
            return Optional.of(FileChannel.open(file, StandardOpenOption.READ));
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** Reads up to the end of a page at most, so that each page is judged alone. */
    @Override
    public int read(long address, ByteBuffer into) throws IOException {
        if (pagemap.isEmpty() || !mapped.isAnonymous(address)) {
            return memory.read(address, into);
        }
        int count = (int) Math.min(into.remaining(), pageSize - address % pageSize);
        if (!isTouched(pagemap.get(), address / pageSize)) {
            into.put(new byte[count]);
            return count;
        }
        int limit = into.limit();
        into.limit(into.position() + count);
        try {
            return memory.read(address, into);
        } finally {
            into.limit(limit);
        }
    }

    private static boolean isTouched(FileChannel pagemap, long index) throws IOException {
        ByteBuffer entry = ByteBuffer.allocate(ENTRY).order(ByteOrder.nativeOrder());
        return pagemap.read(entry, index * ENTRY) < ENTRY || (entry.getLong(0) & TOUCHED) != 0;
    }

    @Override
    public void close() throws IOException {
        if (pagemap.isPresent()) {
            pagemap.get().close();
        }
    }
}
