package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The program of {@link TouchProcess}. It touches memory as each line of its standard input orders, and answers
 * {@code done} or {@code failed}. It ends with its input, so that it never outlives its parent.
 *
 * <ul>
 *   <li>{@code warm BYTES}: touches so many bytes in transparent huge pages where available, and frees them;
 *   <li>{@code pool BYTES PAGE}: touches so many bytes of the hugetlb pool of that page size, and frees them;
 *   <li>{@code fragment BYTES PERCENT BLOCK PAGE}: touches so many bytes in base pages of that size and frees all but the
 *       first page of so many of 100 blocks of that size. It first frees the pages of an earlier order.
 * </ul>
 */
final class Toucher {
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
    private static final int MAP_HUGETLB = 0x40000;
    private static final int MAP_HUGE_SHIFT = 26;
    private static final int MADV_DONTNEED = 4;
    private static final int MADV_HUGEPAGE = 14;
    private static final int MADV_NOHUGEPAGE = 15;

    /** No kernel has smaller base pages. */
    private static final long SMALLEST_PAGE = 4096;

    private static final int ALL = 100;

    /** No memory: the kernel maps nothing at address 0 unless asked to. */
    private static final long NONE = 0;

    private long kept = NONE;
    private long keptBytes;

    private Toucher() {}

    public static void main(String[] arguments) throws IOException {
        dieFirst();
        Toucher toucher = new Toucher();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String answer = toucher.obey(line.split(" ")) ? "done\n" : "failed\n";
                out.write(answer.getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        }
    }

    /** Makes the kernel kill this process first if memory runs out (proc(5), oom_score_adj). */
    private static void dieFirst() {
        try {
            Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
        } catch (IOException e) {
            // The kernel then chooses the process by its own score.
        }
    }

    private boolean obey(String[] words) {
        long bytes = Long.parseLong(words[1]);
        return switch (words[0]) {
            case "warm" -> warm(bytes);
            case "pool" -> pool(bytes, Long.parseLong(words[2]));
            default -> fragment(bytes, Integer.parseInt(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]));
        };
    }

    private boolean warm(long bytes) {
        long memory = map(bytes, 0);
        if (memory == NONE) {
            return false;
        }
        advise(memory, bytes, MADV_HUGEPAGE);
        CFunction.touch(memory, bytes, SMALLEST_PAGE);
        unmap(memory, bytes);
        return true;
    }

    private boolean pool(long bytes, long pageBytes) {
        int size = Long.numberOfTrailingZeros(pageBytes) << MAP_HUGE_SHIFT;
        long memory = map(bytes, MAP_HUGETLB | size);
        if (memory == NONE) {
            return false;
        }
        CFunction.touch(memory, bytes, pageBytes);
        unmap(memory, bytes);
        return true;
    }

    private boolean fragment(long bytes, int percent, long block, long page) {
        unmap(kept, keptBytes);
        kept = map(bytes, 0);
        keptBytes = kept == NONE ? 0 : bytes;
        if (kept == NONE) {
            return false;
        }
        advise(kept, bytes, MADV_NOHUGEPAGE);
        CFunction.touch(kept, bytes, SMALLEST_PAGE);
        long start = -kept & (block - 1);
        for (long i = 0; start + (i + 1) * block <= bytes; i++) {
            boolean keeps = (i + 1) * percent / ALL > i * percent / ALL;
            // madvise(2) refuses an address that is not on a page.
            long skip = keeps ? page : 0;
            advise(kept + start + i * block + skip, block - skip, MADV_DONTNEED);
        }
        return true;
    }

    /** Returns the address of new memory; {@link #NONE} if there is none. */
    private static long map(long bytes, int flags) {
        try {
            return CFunction.callForLong("mmap", 0L, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS | flags, -1, 0L);
        } catch (RefusedCallException e) {
            return NONE;
        }
    }

    private static void unmap(long memory, long bytes) {
        if (memory != NONE) {
            ignoringErrors("munmap", memory, bytes);
        }
    }

    /** Ignores the result: a kernel without transparent huge pages refuses the advice and does not need it. */
    private static void advise(long memory, long bytes, int advice) {
        ignoringErrors("madvise", memory, bytes, advice);
    }

    private static void ignoringErrors(String function, Object... arguments) {
        try {
            CFunction.call(function, arguments);
        } catch (RefusedCallException e) {
            // See the callers.
        }
    }
}
