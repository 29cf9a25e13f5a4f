package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the memory controller allows a process, over its group and all ancestors, and what its own group has.
 *
 * @param limits of {@code memory.max} or {@code memory.limit_in_bytes}, the group's own first; groups without a limit
 *     are left out
 * @param current what the own group has; empty if it is not controlled itself
 * @param anonThp anonymous transparent huge pages (version 2)
 * @param shmemThp those of shared memory (version 2)
 * @param fileThp those of files (version 2)
 * @param rssHuge anonymous transparent huge pages (version 1)
 */
public record MemoryGroup(
        List<GroupLimit> limits,
        Optional<Bytes> current,
        Optional<Bytes> anonThp,
        Optional<Bytes> shmemThp,
        Optional<Bytes> fileThp,
        Optional<Bytes> rssHuge) {

    public MemoryGroup {
        limits = List.copyOf(limits);
        Objects.requireNonNull(current, "current");
        Objects.requireNonNull(anonThp, "anonThp");
        Objects.requireNonNull(shmemThp, "shmemThp");
        Objects.requireNonNull(fileThp, "fileThp");
        Objects.requireNonNull(rssHuge, "rssHuge");
    }

    /** The lowest limit and where it sits; empty if there is none. */
    public Optional<GroupLimit> tightest() {
        return GroupLimit.tightest(limits);
    }
}
