package io.github.hpjvm.bench.host;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
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
 *   <li>{@code fragment BYTES PERCENT BLOCK}: touches so many bytes in base pages and frees all but the first page of
 *       so many of 100 blocks of that size. It first frees the pages of an earlier order.
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
    private static final long BASE_PAGE = 4096;
    private static final int ALL = 100;

    private Pointer kept = Pointer.NULL;
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
            default -> fragment(bytes, Integer.parseInt(words[2]), Long.parseLong(words[3]));
        };
    }

    private boolean warm(long bytes) {
        Pointer memory = map(bytes, 0);
        if (memory == Pointer.NULL) {
            return false;
        }
        advise(memory, bytes, MADV_HUGEPAGE);
        touch(memory, bytes, BASE_PAGE);
        unmap(memory, bytes);
        return true;
    }

    private boolean pool(long bytes, long pageBytes) {
        int size = Long.numberOfTrailingZeros(pageBytes) << MAP_HUGE_SHIFT;
        Pointer memory = map(bytes, MAP_HUGETLB | size);
        if (memory == Pointer.NULL) {
            return false;
        }
        touch(memory, bytes, pageBytes);
        unmap(memory, bytes);
        return true;
    }

    private boolean fragment(long bytes, int percent, long block) {
        unmap(kept, keptBytes);
        kept = map(bytes, 0);
        keptBytes = kept == Pointer.NULL ? 0 : bytes;
        if (kept == Pointer.NULL) {
            return false;
        }
        advise(kept, bytes, MADV_NOHUGEPAGE);
        touch(kept, bytes, BASE_PAGE);
        long start = -Pointer.nativeValue(kept) & (block - 1);
        for (long i = 0; start + (i + 1) * block <= bytes; i++) {
            boolean keeps = (i + 1) * percent / ALL > i * percent / ALL;
            long skip = keeps ? BASE_PAGE : 0;
            advise(kept.share(start + i * block + skip), block - skip, MADV_DONTNEED);
        }
        return true;
    }

    private static void touch(Pointer memory, long bytes, long step) {
        for (long at = 0; at < bytes; at += step) {
            memory.setByte(at, (byte) 1);
        }
    }

    private static Pointer map(long bytes, int flags) {
        Object[] arguments = {
            Pointer.NULL, new NativeLong(bytes), PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS | flags, -1, new NativeLong(0)
        };
        Pointer memory = function("mmap").invokePointer(arguments);
        return Pointer.nativeValue(memory) == -1 ? Pointer.NULL : memory;
    }

    private static void unmap(Pointer memory, long bytes) {
        if (memory != Pointer.NULL) {
            function("munmap").invokeInt(new Object[] {memory, new NativeLong(bytes)});
        }
    }

    /** Ignores the result: a kernel without transparent huge pages refuses the advice and does not need it. */
    private static void advise(Pointer memory, long bytes, int advice) {
        function("madvise").invokeInt(new Object[] {memory, new NativeLong(bytes), advice});
    }

    private static Function function(String name) {
        return NativeLibrary.getProcess().getFunction(name);
    }
}
