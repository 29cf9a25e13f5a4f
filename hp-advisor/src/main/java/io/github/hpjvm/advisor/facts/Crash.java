package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;
import java.util.Objects;
import java.util.Optional;

/**
 * The end of a JVM as its crash log describes it.
 *
 * @param signal signal that ended it, {@code SIGBUS}, or the kind of error, {@code Internal Error}
 * @param address address that it could not access; empty if the log has none
 * @param mapping name of the mapping at that address, as in {@code /proc/PID/maps}, an empty text for anonymous memory; empty
 *     if the log has none
 * @param allocation the memory that it could not get; empty if it did not end for a lack of memory
 * @param error what the log says of its end, {@code SIGSEGV (0xb) at pc=0x00007fb7d5d4c72c (sent by kill)}; empty if the log
 *     has no such line
 * @param frame the frame in which it ended, {@code C  [libzip.so+0x4882]}; empty if the log names none
 */
public record Crash(
        String signal,
        Optional<Long> address,
        Optional<String> mapping,
        Optional<FailedAllocation> allocation,
        Optional<String> error,
        Optional<String> frame) {
    /** The name of hugetlb pages that are no file ({@code HUGETLB_ANON_FILE} of {@code fs/hugetlbfs/inode.c}). */
    private static final String POOL = "/anon_hugepage";

    /** Large pages by shmget ({@code -XX:+UseSHM}): segments are named by their key ({@code ipc/shm.c}). */
    private static final String SEGMENT = "/SYSV";

    /** The heap of ZGC: an unnamed file of memory or of a pool, by the same name ({@code zPhysicalMemoryBacking_linux.cpp}). */
    private static final String HEAP_OF_ZGC = "/memfd:java_heap";

    private static final int LONGEST = 300;

    public Crash {
        signal = Visible.name(signal, LONGEST);
        Objects.requireNonNull(address, "address");
        mapping = mapping.map(name -> Visible.name(name, LONGEST));
        Objects.requireNonNull(allocation, "allocation");
        error = error.map(text -> Visible.name(text, LONGEST));
        frame = frame.map(text -> Visible.name(text, LONGEST));
    }

    /** A crash of which the log has no more. */
    public Crash(
            String signal, Optional<Long> address, Optional<String> mapping, Optional<FailedAllocation> allocation) {
        this(signal, address, mapping, allocation, Optional.empty(), Optional.empty());
    }

    /** A crash that is no lack of memory. */
    public Crash(String signal, Optional<Long> address, Optional<String> mapping) {
        this(signal, address, mapping, Optional.empty());
    }

    /** Returns the file that is mapped at the address, and that is no page of a pool; empty if there is none. */
    public Optional<String> file() {
        return mapping.filter(name -> name.startsWith("/") && !onPoolPage().orElse(true));
    }

    /** Returns whether the address is in a page of a hugetlb pool; empty if the log does not show it. */
    public Optional<Boolean> onPoolPage() {
        return mapping.filter(name -> !name.startsWith(HEAP_OF_ZGC))
                .map(name -> name.startsWith(POOL) || name.startsWith(SEGMENT));
    }

    /** {@code SIGBUS at 0xf8800000 in /anon_hugepage (deleted)}. */
    @Override
    public String toString() {
        return signal
                + address.map(at -> " at 0x" + Long.toHexString(at)).orElse("")
                + mapping.map(name -> " in " + (name.isEmpty() ? "anonymous memory" : name))
                        .orElse("");
    }
}
