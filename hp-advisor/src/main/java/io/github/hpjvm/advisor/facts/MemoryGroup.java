package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The limits of the memory controller for a process, in its group and all ancestors, and the usage of its group.
 *
 * @param limits of {@code memory.max} or {@code memory.limit_in_bytes}, the group's own first; groups without a limit
 *     are left out
 * @param current usage of the own group; empty if the controller is not enabled for it
 * @param anonThp anonymous transparent huge pages (version 2)
 * @param shmemThp those of shared memory (version 2)
 * @param fileThp those of files (version 2)
 * @param rssHuge anonymous transparent huge pages (version 1)
 * @param hugetlbCharged whether the limits also cover pages of hugetlb pools: the mount option
 *     {@code memory_hugetlb_accounting} of version 2. A charge that fails ends the process with SIGBUS
 *     (Documentation/admin-guide/cgroup-v2.rst). Empty in a document of a version without it
 * @param high limits of {@code memory.high} (version 2), the group's own first: above one the kernel reclaims memory and delays
 *     the process, but does not kill it (mem_cgroup_handle_over_high in {@code mm/memcontrol.c}). HotSpot ignores them. Empty in
 *     a document of a version without it
 */
public record MemoryGroup(
        List<GroupLimit> limits,
        Optional<Bytes> current,
        Optional<Bytes> anonThp,
        Optional<Bytes> shmemThp,
        Optional<Bytes> fileThp,
        Optional<Bytes> rssHuge,
        Optional<Boolean> hugetlbCharged,
        Optional<List<GroupLimit>> high) {
    private static final Bytes LEAST_SPARE = Bytes.ofMiB(64);

    public MemoryGroup {
        limits = List.copyOf(limits);
        Objects.requireNonNull(current, "current");
        Objects.requireNonNull(anonThp, "anonThp");
        Objects.requireNonNull(shmemThp, "shmemThp");
        Objects.requireNonNull(fileThp, "fileThp");
        Objects.requireNonNull(rssHuge, "rssHuge");
        Objects.requireNonNull(hugetlbCharged, "hugetlbCharged");
        high = high.map(List::copyOf);
    }

    /** A group whose limits are not known to cover pages of hugetlb pools. */
    public MemoryGroup(
            List<GroupLimit> limits,
            Optional<Bytes> current,
            Optional<Bytes> anonThp,
            Optional<Bytes> shmemThp,
            Optional<Bytes> fileThp,
            Optional<Bytes> rssHuge) {
        this(limits, current, anonThp, shmemThp, fileThp, rssHuge, Optional.empty(), Optional.empty());
    }

    /** Memory that must stay free for this much other memory than the heap: half of it, and 64 MiB at least. A rule of thumb. */
    public static Bytes spare(Bytes beside) {
        return beside.dividedBy(2).max(LEAST_SPARE);
    }

    /**
     * The limit with the least room, and its room; empty if there is no limit, or if no usage is known. The group of the lowest
     * limit need not have the least room: its parents count the memory of other processes too.
     *
     * @param resident the usage where that of a group is not known
     */
    public Optional<Map.Entry<GroupLimit, Bytes>> leastRoom(Optional<Bytes> resident) {
        Map<GroupLimit, Bytes> rooms = new LinkedHashMap<>();
        for (GroupLimit limit : all()) {
            limit.room()
                    .or(() -> resident.map(rss -> limit.limit().minus(rss.min(limit.limit()))))
                    .ifPresent(room -> rooms.put(limit, room));
        }
        return rooms.entrySet().stream().min(Map.Entry.comparingByValue());
    }

    /** Returns whether the limits are known to cover pages of hugetlb pools. */
    public boolean chargesHugetlb() {
        return hugetlbCharged.orElse(false);
    }

    /** The lowest limit; empty if there is none. */
    public Optional<GroupLimit> tightest() {
        return GroupLimit.tightest(limits);
    }

    /** The lowest limit above which the kernel delays the process; empty if none is known. */
    public Optional<GroupLimit> tightestHigh() {
        return high.flatMap(GroupLimit::tightest);
    }

    /** All limits: those that refuse memory, and those that delay the process. */
    public List<GroupLimit> all() {
        return Stream.concat(limits.stream(), high.stream().flatMap(List::stream))
                .toList();
    }
}
