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
 */
public record Crash(
        String signal, Optional<Long> address, Optional<String> mapping, Optional<FailedAllocation> allocation) {
    /** The name of hugetlb pages that are no file ({@code HUGETLB_ANON_FILE} of {@code fs/hugetlbfs/inode.c}). */
    private static final String POOL = "/anon_hugepage";

    /** Large pages by shmget ({@code -XX:+UseSHM}): segments are named by their key ({@code ipc/shm.c}). */
    private static final String SEGMENT = "/SYSV";

    private static final int LONGEST = 300;

    public Crash {
        signal = Visible.name(signal, LONGEST);
        Objects.requireNonNull(address, "address");
        mapping = mapping.map(name -> Visible.name(name, LONGEST));
        Objects.requireNonNull(allocation, "allocation");
    }

    /** A crash that is no lack of memory. */
    public Crash(String signal, Optional<Long> address, Optional<String> mapping) {
        this(signal, address, mapping, Optional.empty());
    }

    /** Returns the file that is mapped at the address, and that is no page of a pool; empty if there is none. */
    public Optional<String> file() {
        return mapping.filter(name -> name.startsWith("/") && !onPoolPage().orElse(false));
    }

    /** Returns whether the address is in a page of a hugetlb pool; empty if the log does not name the mapping. */
    public Optional<Boolean> onPoolPage() {
        return mapping.map(name -> name.startsWith(POOL) || name.startsWith(SEGMENT));
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
